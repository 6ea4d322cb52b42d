import type { Collections } from '../native/database.ts'
import { changeOf } from '../native/job-change.ts'
import { changeJob, insertJob, type JobAddress, readJobFields } from '../native/jobs.ts'
import { Refusal } from '../native/refusal.ts'
import { requireKeepable } from './extra.ts'
import { rangeConditions, requireChangedRanges, requireRanges } from './job-range.ts'

/** Changes the job of this external id, by one operation where it is there, or creates it. Throws 400. */
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
  const conditions = rangeConditions(change)
  for (;;) {
    const changed = await changeJob(collections, companyId, externalId, change, conditions)
    if (changed !== null) return { isNew: false, stored: changed }
    const created = title && (await insertJob(collections, companyId, externalId, title, change))
    if (created) return { isNew: true, stored: created }
    const fields = await readJobFields(collections, companyId, externalId)
    if (fields !== undefined) requireChangedRanges(fields, change)
    else if (title === undefined) throw new Refusal(400, 'job.title is required: no job has this id yet')
    // The job came, or its other bound changed, in between: once more.
  }
}
