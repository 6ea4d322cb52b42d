import type { Collections } from '../native/database.ts'
import { changeOf } from '../native/job-change.ts'
import { changeJob, insertJob, type JobAddress } from '../native/jobs.ts'
import { Refusal } from '../native/refusal.ts'
import { requireKeepable } from './extra.ts'
import { boundsCheck, requireRanges } from './job-range.ts'

/** Changes the job of this external id, or creates it. Throws 400. */
export async function upsertJob(
  collections: Collections,
  companyId: string,
  externalId: string,
  job: Record<string, unknown>,
): Promise<{ isNew: boolean; stored: JobAddress }> {
  if ((job.id ?? externalId) !== externalId) {
    throw new Refusal(400, 'job.id must repeat the id of the path or be left out')
  }
  const change = changeOf(job)
  const { title } = change.set
  requireKeepable(change.extra)
  requireRanges(change.set)
  const checkBounds = boundsCheck(change)
  for (;;) {
    const changed = await changeJob(collections, companyId, externalId, change, checkBounds)
    if (changed !== null) return { isNew: false, stored: changed }
    if (title === undefined) throw new Refusal(400, 'job.title is required: no job has this id yet')
    const created = await insertJob(collections, companyId, externalId, title, change)
    if (created !== null) return { isNew: true, stored: created }
    // The job came in between: the change can be made now.
  }
}
