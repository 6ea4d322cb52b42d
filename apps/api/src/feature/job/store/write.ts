import type { JobContent } from '@boardwalk/schema/job-content'
import { type ChangeOutcome, LATEST, type RowChange } from '../../../db/change-each.ts'
import { readRefusals } from '../../../db/connection.ts'
import { batch } from '../../../db/once.ts'
import type { ChangeMark, StoredJob } from '../job.ts'
import { type JobCollection, type JobDocument, type NewJob, toDocument, toSearched } from './document.ts'
import type { SeenJobs } from './seen-jobs.ts'

/** Creates jobs and changes their content. */
export interface JobWrites {
  /** Stores a new job. False if another job of the company has the external id or the form's id. */
  insert(job: NewJob): Promise<boolean>
  /** Replaces a job's content. False if the job has changed since it was read. */
  replace(read: StoredJob, content: JobContent, mark: ChangeMark): Promise<boolean>
  /** Deletes a job that was never published. False if it was published, or has changed since it was read. */
  deleteDraft(read: StoredJob): Promise<boolean>
}

/** Changes one job. Changes at the same time share one command. */
export type ChangeJob = (change: RowChange<JobDocument>) => Promise<ChangeOutcome>

interface WriteOptions {
  seen: SeenJobs
  change: ChangeJob
  /** Removes an external id from the cache of the jobs that have external ids. */
  forgetHolder: (companyId: string, externalId: string) => void
}

export function createJobWrites(jobs: JobCollection, { seen, change, forgetHolder }: WriteOptions): JobWrites {
  async function insertMany(all: readonly NewJob[]): Promise<(boolean | Error)[]> {
    const documents = all.map(toDocument)
    const writing = jobs.insertMany(documents, { ordered: false })
    const refusals: ReturnType<typeof readRefusals> = await writing.then(() => new Map(), readRefusals)
    if (refusals.size === 0) return all.map(() => true)
    // The driver sends an insert again if the answer was lost. No other call uses these job ids, so a row with one is
    // ours.
    const refused = documents.filter((_, index) => refusals.has(index)).map(({ _id }) => _id)
    const found = await jobs.find({ _id: { $in: refused } }, { projection: { _id: 1 }, ...LATEST }).toArray()
    const stored = new Set(found.map(({ _id }) => _id))
    return documents.map(({ _id }, index) => {
      const refusal = refusals.get(index)
      if (refusal === undefined || stored.has(_id)) return true
      return refusal.isDuplicateKey ? false : new Error(refusal.message)
    })
  }
  // A hundred separate inserts take ten times as long as one insert of a hundred jobs.
  const insert = batch(insertMany)

  return {
    async insert(job) {
      if (!(await insert(job))) return false
      seen.note(job)
      // The cache may still name another job that had this external id a moment ago.
      if (job.externalId !== null) forgetHolder(job.companyId, job.externalId)
      return true
    },

    async replace(read, content, mark) {
      const { status, fields, extra } = content
      const isPublishing = status === 'PUBLISHED' && read.status !== 'PUBLISHED'
      const publishedAt = isPublishing ? mark.updatedAt : read.publishedAt
      const outcome = await change({
        where: { _id: read.id, companyId: read.companyId, revision: read.revision },
        set: {
          ...(status !== read.status && { status }),
          ...(fields !== read.fields && { fields, ...toSearched(fields) }),
          ...(extra !== read.extra && { extra }),
          ...mark,
          ...(isPublishing && { publishedAt }),
        },
      })
      if (outcome !== 'made') return false
      seen.note({ ...read, ...content, ...mark, revision: read.revision + 1, publishedAt })
      if (read.externalId !== null && fields.title !== read.fields.title) forgetHolder(read.companyId, read.externalId)
      return true
    },

    async deleteDraft({ id, companyId, revision, externalId }) {
      // One command checks and deletes, so that nobody publishes the job in between. Nobody can have applied to it.
      const draft = { _id: id, companyId, revision, status: 'UNPUBLISHED', publishedAt: null } as const
      const { deletedCount } = await jobs.deleteOne(draft)
      if (externalId !== null) forgetHolder(companyId, externalId)
      return deletedCount === 1
    },
  }
}
