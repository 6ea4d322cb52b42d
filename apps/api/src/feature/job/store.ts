import type { ExtraFields } from '@boardwalk/schema/extra-fields'
import type { JobFields, PublicationStatus } from '@boardwalk/schema/job'
import type { Paging } from '@boardwalk/schema/page'
import DataLoader from 'dataloader'
import { type Connection, Schema } from 'mongoose'
import { isDuplicateKey, refusalsOf } from '../../db/connection.ts'

/** What a caller may change of a job. */
export interface JobContent {
  status: PublicationStatus
  fields: JobFields
  extra: ExtraFields
}

/** A job as stored. */
export interface StoredJob extends JobContent {
  id: number
  companyId: string
  /** The caller's id; null for a board job that has none yet. */
  externalId: string | null
  slug: string
  /** Grows by one with every change, so that a change made from an old reading is refused. */
  revision: number
  createdAt: Date
  updatedAt: Date
}

interface JobDocument {
  _id: number
  companyId: string
  /** The external id or, while a job has none, its job id: one plain unique index serves both. */
  externalKey: string | number
  slug: string
  status: PublicationStatus
  fields: JobFields
  /** The extra fields as JSON text, for names and values that BSON would change (`a.b`, `$c`, half characters). */
  extra: string
  revision: number
  createdAt: Date
  updatedAt: Date
}

const schema = new Schema<JobDocument>(
  {
    _id: { type: Number, required: true },
    companyId: { type: String, required: true },
    externalKey: { type: Schema.Types.Mixed, required: true },
    slug: { type: String, required: true },
    status: { type: String, required: true },
    fields: { type: Schema.Types.Mixed, required: true },
    extra: { type: String, required: true },
    revision: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'jobs', minimize: false },
)
// Every operation finds its job by external id; two jobs of a company never share one.
schema.index({ companyId: 1, externalKey: 1 }, { unique: true })
// The job page.
schema.index({ companyId: 1, slug: 1 })
// The list of a company's jobs, ascending by job id.
schema.index({ companyId: 1, status: 1, _id: 1 })

const counterSchema = new Schema<{ _id: string; last: number }>(
  { _id: { type: String, required: true }, last: { type: Number, required: true } },
  { versionKey: false, collection: 'counters' },
)

/** Extra fields as the JSON text that is stored; its length in bytes is what their limit counts. */
export const extraText = (extra: ExtraFields): string => JSON.stringify(Object.fromEntries(extra))

const plain = (found: JobDocument): StoredJob => ({
  id: found._id,
  companyId: found.companyId,
  externalId: typeof found.externalKey === 'string' ? found.externalKey : null,
  slug: found.slug,
  status: found.status,
  fields: found.fields,
  extra: new Map(Object.entries(JSON.parse(found.extra))),
  revision: found.revision,
  createdAt: found.createdAt,
  updatedAt: found.updatedAt,
})

export function jobStore(connection: Connection) {
  const jobs = connection.model('Job', schema)
  const counters = connection.model('Counter', counterSchema)

  const one = async (filter: Partial<Pick<JobDocument, '_id' | 'externalKey' | 'slug'>> & { companyId: string }) => {
    const found = await jobs.findOne(filter).lean()
    return found === null ? undefined : plain(found)
  }

  // The jobs of a batch are created side by side. What each asks for alone is asked for all of them at once: a hundred
  // writes to one counter would wait for each other, and a hundred inserts take ten times as long as one of a hundred.
  const ids = new DataLoader(nextIds, { cache: false })
  const inserts = new DataLoader(insertMany, { cache: false, maxBatchSize: 100 })

  async function nextIds({ length }: readonly unknown[]): Promise<number[]> {
    for (;;) {
      const counter = await counters
        .findOneAndUpdate({ _id: 'jobs' }, { $inc: { last: length } }, { returnDocument: 'after' })
        .lean()
      if (counter !== null) return Array.from({ length }, (_, index) => counter.last - length + 1 + index)
      // The very first job. Not an upsert: of two racing ones, both may believe that they inserted.
      await counters.create({ _id: 'jobs', last: 0 }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    }
  }

  async function insertMany(all: readonly StoredJob[]): Promise<(boolean | Error)[]> {
    const writes = all.map(({ id, externalId, extra, ...rest }) => ({
      insertOne: { document: { _id: id, externalKey: externalId ?? id, extra: extraText(extra), ...rest } },
    }))
    const writing = jobs.bulkWrite(writes, { ordered: false, throwOnValidationError: true })
    const refusals: ReturnType<typeof refusalsOf> = await writing.then(() => new Map(), refusalsOf)
    return all.map((_, index) => {
      const refusal = refusals.get(index)
      if (refusal === undefined) return true
      return refusal.isDuplicateKey ? false : new Error(refusal.message)
    })
  }

  return {
    /** A job id that no job has had. */
    nextId: (): Promise<number> => ids.load('jobs'),

    /** False where the company has a job of this external id already. */
    insert: (job: StoredJob): Promise<boolean> => inserts.load(job),

    findByExternalId: (companyId: string, externalId: string) => one({ companyId, externalKey: externalId }),

    async findByExternalIds(companyId: string, externalIds: string[]): Promise<StoredJob[]> {
      const found = await jobs.find({ companyId, externalKey: { $in: externalIds } }).lean()
      return found.map(plain)
    },

    findById: (companyId: string, jobId: number) => one({ companyId, _id: jobId }),
    findBySlug: (companyId: string, slug: string) => one({ companyId, slug }),

    async findByIds(companyId: string, jobIds: number[]): Promise<StoredJob[]> {
      const found = await jobs.find({ companyId, _id: { $in: jobIds } }).lean()
      return found.map(plain)
    },

    /** Replaces a job's content; false where it has changed since it was read. */
    async replace(read: StoredJob, content: JobContent, updatedAt: Date): Promise<boolean> {
      const { status, fields, extra } = content
      const { matchedCount } = await jobs.updateOne(
        { companyId: read.companyId, _id: read.id, revision: read.revision },
        { $set: { status, fields, extra: extraText(extra), updatedAt }, $inc: { revision: 1 } },
      )
      return matchedCount === 1
    },

    /** Takes a published job off the public site; undefined where the company has no such job, or no published one. */
    async unpublish(companyId: string, externalId: string, updatedAt: Date): Promise<{ id: number } | undefined> {
      const found = await jobs
        .findOneAndUpdate(
          { companyId, externalKey: externalId, status: 'PUBLISHED' },
          { $set: { status: 'UNPUBLISHED', updatedAt }, $inc: { revision: 1 } },
          { projection: { _id: 1 } },
        )
        .lean()
      return found === null ? undefined : { id: found._id }
    },

    /** Gives a job that has none an external id; false where it is not there, has one, or another job has this one. */
    async setExternalId(companyId: string, jobId: number, externalId: string, updatedAt: Date): Promise<boolean> {
      try {
        const { matchedCount } = await jobs.updateOne(
          { companyId, _id: jobId, externalKey: jobId },
          { $set: { externalKey: externalId, updatedAt }, $inc: { revision: 1 } },
        )
        return matchedCount === 1
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },

    /** The company's newest published jobs. */
    async newestPublished(companyId: string, jobsMax: number): Promise<StoredJob[]> {
      const found = await jobs.find({ companyId, status: 'PUBLISHED' }).sort({ _id: -1 }).limit(jobsMax).lean()
      return found.map(plain)
    },

    /** One page of a company's jobs in the order of their ids, or of those after one of them, and how many there are. */
    async list(
      companyId: string,
      statuses: PublicationStatus[],
      { afterJobId, page, pageSize }: Paging & { afterJobId?: number | undefined },
    ): Promise<{ jobs: StoredJob[]; total: number }> {
      const later = afterJobId !== undefined && { _id: { $gt: afterJobId } }
      const filter = { companyId, status: { $in: statuses }, ...later }
      const total = await jobs.countDocuments(filter)
      const skipped = (page - 1) * pageSize
      if (skipped >= total) return { jobs: [], total }
      const found = await jobs.find(filter).sort({ _id: 1 }).skip(skipped).limit(pageSize).lean()
      return { jobs: found.map(plain), total }
    },
  }
}
export type JobStore = ReturnType<typeof jobStore>
