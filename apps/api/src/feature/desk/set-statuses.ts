import type { UserActor } from '@boardwalk/core/activity/audit'
import { type StatusChange, setApplicationStatuses } from '@boardwalk/core/intake/set-status'
import type { Deps } from '../../deps.ts'
import { type ApplicationLine, toLines } from './review.ts'

/** Sets the status of different applications, and shows those that kept theirs because another change came first. */
export async function setStatuses(
  deps: Deps,
  actor: UserActor,
  input: { changes: StatusChange[] },
): Promise<{ changed: string[]; left: ApplicationLine[] }> {
  const { changed, left } = await setApplicationStatuses(deps, actor, input)
  return { changed, left: await toLines(deps, actor.companyId, left, []) }
}
