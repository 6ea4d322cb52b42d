import { actAsOperator } from '@boardwalk/core/activity/audit'
import { createBoardJob } from '@boardwalk/core/job/create'
import type { Deps } from '../deps.ts'

/** Makes a published job without an external id, and answers its job id. */
export async function addBoardJob(deps: Deps, { id }: { id: string }, title: string): Promise<number> {
  const { jobId } = await createBoardJob(deps, actAsOperator(id), { job: { known: { title }, extra: new Map() } })
  return jobId
}
