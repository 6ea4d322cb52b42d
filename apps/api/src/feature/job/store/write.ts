import { stringifyExtra } from '@boardwalk/schema/extra-fields'
import type { JobContent } from '@boardwalk/schema/job-content'
import { batch } from '../../../db/batch.ts'
import type { ChangeOutcome, RowChange } from '../../../db/change-each.ts'
import { LATEST } from '../../../db/change-each.ts'
import { readRefusals } from '../../../db/connection.ts'
import type { StoredJob } from '../job.ts'
import { type JobCollection, type JobDocument, searchTexts, toDocument } from './document.ts'
import type { SeenJobs } from './seen-jobs.ts'

/** Creates jobs and changes their content. */
export interface JobWrites {
  /** False if the company has a job of this external id already. */
  insert(job: StoredJob): Promise<boolean>
  /** Replaces a job's content; false if the job has changed since it was read. */
  replace(read: StoredJob, content: JobContent, updatedAt: Date): Promise<boolean>
}

/** Makes one change of a job; changes that are asked for at the same time share one command. */
export type ChangeJob = (change: RowChange<JobDocument>) => Promise<ChangeOutcome>

interface WriteOptions {
  seen: SeenJobs
  change: ChangeJob
  /** Forgets which job an external id named a moment ago. */
  forgetHolder: (companyId: string, externalId: string) => void
}

export function createJobWrites(jobs: JobCollection, { seen, change, forgetHolder }: WriteOptions): JobWrites {
  async function insertMany(all: readonly StoredJob[]): Promise<(boolean | Error)[]> {
    const documents = all.map(toDocument)
    const writing = jobs.insertMany(documents, { ordered: false })
    const refusals: ReturnType<typeof readRefusals> = await writing.then(() => new Map(), readRefusals)
    if (refusals.size === 0) return all.map(() => true)
    // An insert may be sent again after its answer was lost. Nobody else gives a job this id, so a row that has it is ours.
    const refused = documents.filter((_, index) => refusals.has(index)).map(({ _id }) => _id)
    const found = await jobs.find({ _id: { $in: refused } }, { projection: { _id: 1 }, ...LATEST }).toArray()
    const stored = new Set(found.map(({ _id }) => _id))
    return documents.map(({ _id }, index) => {
      const refusal = refusals.get(index)
      if (refusal === undefined || stored.has(_id)) return true
      return refusal.isDuplicateKey ? false : new Error(refusal.message)
    })
  }
  // A hundred inserts take ten times as long as one of a hundred jobs.
  const insert = batch(insertMany)

  return {
    async insert(job) {
      if (!(await insert(job))) return false
      seen.note(job)
      // Another job may have had it a moment ago.
      if (job.externalId !== null) forgetHolder(job.companyId, job.externalId)
      return true
    },

    async replace(read, content, updatedAt) {
      const { status, fields, extra } = content
      const isPublishing = status === 'PUBLISHED' && read.status !== 'PUBLISHED'
      const publishedAt = isPublishing ? updatedAt : read.publishedAt
      const outcome = await change({
        where: { _id: read.id, companyId: read.companyId, revision: read.revision },
        set: {
          ...(status !== read.status && { status }),
          ...(fields !== read.fields && { fields, ...searchTexts(fields) }),
          ...(extra !== read.extra && { extra: stringifyExtra(extra) }),
          updatedAt,
          ...(isPublishing && { publishedAt }),
        },
      })
      if (outcome !== 'made') return false
      seen.note({ ...read, ...content, revision: read.revision + 1, updatedAt, publishedAt })
      return true
    },
  }
}
