import { stringifyExtra } from '@boardwalk/schema/extra-fields'
import { HTML_FIELDS, type JobFields, type PublicationStatus } from '@boardwalk/schema/job'
import type { JobContent } from '@boardwalk/schema/job-content'
import type { JobLookup } from '@boardwalk/schema/job-lookup'
import type { Paging } from '@boardwalk/schema/page'
import { LRUCache } from 'lru-cache'
import { type Connection, type mongo, Schema } from 'mongoose'
import { createCache } from '../../db/cache.ts'
import { type ChangeOutcome, changeEach, LATEST, type Revised, type RowChange } from '../../db/change-each.ts'
import { isDuplicateKey, refusalsOf } from '../../db/connection.ts'
import { gathered } from '../../db/gathered.ts'
import { nativeOf } from '../../db/native.ts'
import type { Persevere } from '../../db/persevere.ts'
import { sharedReading } from '../../db/shared-reading.ts'
import { escaped, patternOf } from '../../db/word-pattern.ts'
import {
  type FilterCount,
  filterText,
  folded,
  JOB_FILTERS,
  type JobFilterName,
  type JobSearch,
  searchText,
} from './search.ts'

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
  /** When it last came onto the public site; null while it never has. */
  publishedAt: Date | null
}

/** Which job an external id names. */
export interface IdHolder {
  jobId: number
  /**
   * A `since` before this instant may come from a poll that this external id did not lead to this job. Null for a job
   * that has had the id since it was created.
   */
  linkedAt: Date | null
}

/** A job's external id, and the revision at which it was read. */
export interface HeldId {
  externalId: string | null
  revision: number
}

/** A job that has no external id, and the one that it is to get. */
export interface NewLink {
  jobId: number
  externalId: string
  revision: number
}

/** What a sitemap says of a job. */
export type JobAddress = Pick<StoredJob, 'id' | 'companyId' | 'slug' | 'updatedAt'>

interface JobDocument extends Revised {
  /** The external id or, while a job has none, its job id: one plain unique index serves both. */
  externalKey: string | number
  slug: string
  status: PublicationStatus
  fields: JobFields
  /** What the company's page searches, made from the fields. */
  search: string
  /** What the company's page counts and offers as filters, made from the fields. */
  filterText: string
  /** The extra fields as JSON text, for names and values that BSON would change (`a.b`, `$c`, half characters). */
  extra: string
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  /** `IdHolder.linkedAt`; absent for null. */
  linkedAt?: Date
}

const schema = new Schema<JobDocument>(
  {
    _id: { type: Number, required: true },
    companyId: { type: String, required: true },
    externalKey: { type: Schema.Types.Mixed, required: true },
    slug: { type: String, required: true },
    status: { type: String, required: true },
    fields: { type: Schema.Types.Mixed, required: true },
    search: { type: String, required: true },
    filterText: { type: String, required: true },
    extra: { type: String, required: true },
    revision: { type: Number, required: true },
    changeIds: { type: [Schema.Types.ObjectId], default: undefined },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    publishedAt: { type: Date, default: null },
    linkedAt: { type: Date },
  },
  { versionKey: false, collection: 'jobs', minimize: false },
)
// Every operation finds its job by external id; two jobs of a company never share one.
schema.index({ companyId: 1, externalKey: 1 }, { unique: true })
// The job page.
schema.index({ companyId: 1, slug: 1 })
// The list of a company's jobs, ascending by job id; its feed.
schema.index({ companyId: 1, status: 1, _id: 1 })
// The company's page, what came onto it last first; and what it offers as filters, counted without reading the jobs.
schema.index({ companyId: 1, status: 1, publishedAt: -1, _id: -1, filterText: 1 })
// The sitemap and the feed of the whole board, over all companies.
schema.index({ status: 1, _id: 1 })

interface CounterDocument {
  _id: string
  last: number
}

const counterSchema = new Schema<CounterDocument>(
  { _id: { type: String, required: true }, last: { type: Number, required: true } },
  { versionKey: false, collection: 'counters' },
)

/**
 * Job ids that this process may give. While it creates many jobs it takes many ids at once; what is left soon after is
 * never given, so that ids grow with time whatever other processes do.
 */
interface IdStock {
  next: number
  last: number
  size: number
  takenMs: number
}
const noIds: IdStock = { next: 1, last: 0, size: 0, takenMs: Number.NEGATIVE_INFINITY }
const STOCK_MS_MAX = 500
const STOCK_MAX = 100

/** So many characters of jobs are remembered. */
const REMEMBERED_MAX = 32 * 1024 * 1024

/** What is made from a job's fields, for the searches of its company's page. */
const searchOf = (fields: JobFields) => ({ search: searchText(fields), filterText: filterText(fields) })

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
  publishedAt: found.publishedAt,
})

/** What names a job in its company. */
type JobName = 'externalKey' | 'slug' | '_id'
type Named<Name extends JobName> = Pick<JobDocument, 'companyId' | Name>

/** What any of these names; of at least one. */
const eachOf = (named: readonly Partial<JobDocument>[]): mongo.Filter<JobDocument> =>
  named.length === 1 ? { ...named[0] } : { $or: [...named] }

/** In characters, about. */
const sizeOf = ({ fields, extra }: StoredJob): number =>
  1000 +
  HTML_FIELDS.reduce((sum, name) => sum + (fields[name]?.length ?? 0), 0) +
  (extra.size && stringifyExtra(extra).length)

/** A word of a search is in the title or the external id, or is the job id. */
function isOfJob(word: string) {
  const held = { $regex: patternOf(word), $options: 'i' }
  const isNumber = /^\d{1,15}$/.test(word)
  return { $or: [{ 'fields.title': held }, { externalKey: held }, ...(isNumber ? [{ _id: Number(word) }] : [])] }
}

/** Where each filter looks; what holds several values has one of them. */
const filterPaths: Record<JobFilterName, string> = {
  city: 'fields.city',
  contractType: 'fields.contractType',
  workMode: 'fields.workMode',
  language: 'fields.languages',
}

/** The company's published jobs that have each of these words. */
function withWords(companyId: string, words: string[]): Record<string, unknown> {
  const conditions = { companyId, status: 'PUBLISHED' }
  const held = words.map((word) => ({ search: { $regex: escaped(folded(word)) } }))
  return held.length === 0 ? conditions : { ...conditions, $and: held }
}

/** What a company's published jobs must be to be found. */
function searchConditions(companyId: string, search: JobSearch): Record<string, unknown> {
  const conditions = withWords(companyId, search.words)
  for (const filter of JOB_FILTERS) {
    const value = search[filter]
    if (value !== undefined) conditions[filterPaths[filter]] = value
  }
  return conditions
}

export function jobStore(connection: Connection, persevere: Persevere) {
  const jobs = connection.model('Job', schema)
  const counters = connection.model('Counter', counterSchema)

  const rows = nativeOf<JobDocument>(jobs)
  const counterRows = nativeOf<CounterDocument>(counters)

  /** The row of each of these names; undefined where there is none. */
  async function rowOfEach<Name extends JobName>(
    name: Name,
    wanted: readonly Named<Name>[],
    options: mongo.FindOptions = {},
  ): Promise<(JobDocument | undefined)[]> {
    const found = await rows.find(eachOf(wanted), options).toArray()
    return wanted.map((named) => found.find((row) => row.companyId === named.companyId && row[name] === named[name]))
  }

  /** Finds jobs by what names them in their company; those that are asked for at the same time together. */
  const finding = <Name extends JobName>(name: Name, options?: mongo.FindOptions) =>
    gathered(async (wanted: readonly Named<Name>[]) =>
      (await rowOfEach(name, wanted, options)).map((row) => row && remember(plain(row))),
    )
  const byExternalId = finding('externalKey')
  const latestByExternalId = finding('externalKey', LATEST)
  const bySlug = finding('slug')
  const byId = finding('_id')

  /** Jobs as this process last saw them, by company and external id. */
  const remembered = new LRUCache<string, StoredJob>({ maxSize: REMEMBERED_MAX, sizeCalculation: sizeOf })

  function remember(job: StoredJob): StoredJob {
    if (job.externalId !== null) remembered.set(JSON.stringify([job.companyId, job.externalId]), job)
    return job
  }

  async function heldIds(
    companyId: string,
    jobIds: number[],
    options?: mongo.FindOptions,
  ): Promise<Map<number, HeldId>> {
    if (jobIds.length === 0) return new Map()
    const projection = { externalKey: 1, revision: 1 }
    const found = await rows.find({ _id: { $in: jobIds }, companyId }, { projection, ...options }).toArray()
    return new Map(
      found.map(({ _id, externalKey, revision }) => [
        _id,
        { externalId: typeof externalKey === 'string' ? externalKey : null, revision },
      ]),
    )
  }

  const holderOf = gathered(async (wanted: readonly Named<'externalKey'>[]) => {
    const projection = { companyId: 1, externalKey: 1, linkedAt: 1 }
    const found = await rowOfEach('externalKey', wanted, { projection })
    return found.map((row): IdHolder | undefined => row && { jobId: row._id, linkedAt: row.linkedAt ?? null })
  })
  const holders = createCache((companyId: string, externalKey: string) => holderOf({ companyId, externalKey }))

  // A hundred writes to one counter would wait for each other, and a hundred inserts take ten times as long as one of a
  // hundred.
  const ids = gathered(nextIds)
  const inserts = gathered(insertMany)
  const change = gathered((wanted: readonly RowChange<JobDocument>[]) => changeEach(rows, wanted, persevere))

  let stock = noIds

  async function nextIds({ length }: readonly unknown[]): Promise<number[]> {
    const isFresh = performance.now() - stock.takenMs < STOCK_MS_MAX
    let source = stock
    if (!isFresh || stock.last - stock.next + 1 < length)
      source = stock = await takeIds(Math.max(length, isFresh ? Math.min(stock.size * 2, STOCK_MAX) : 0))
    const first = source.next
    source.next += length
    return Array.from({ length }, (_, index) => first + index)
  }

  async function takeIds(size: number): Promise<IdStock> {
    for (;;) {
      const counter = await counterRows.findOneAndUpdate(
        { _id: 'jobs' },
        { $inc: { last: size } },
        { returnDocument: 'after' },
      )
      if (counter !== null)
        return { next: counter.last - size + 1, last: counter.last, size, takenMs: performance.now() }
      // The very first job.
      // secantus: of two racing upserts both may believe that they inserted; on MongoDB one upsert would do.
      await counters.create({ _id: 'jobs', last: 0 }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    }
  }

  async function insertMany(all: readonly StoredJob[]): Promise<(boolean | Error)[]> {
    const documents = all.map(({ id, externalId, extra, ...rest }) => ({
      _id: id,
      externalKey: externalId ?? id,
      ...searchOf(rest.fields),
      extra: stringifyExtra(extra),
      ...rest,
    }))
    const writing = rows.insertMany(documents, { ordered: false })
    const refusals: ReturnType<typeof refusalsOf> = await writing.then(() => new Map(), refusalsOf)
    if (refusals.size === 0) return all.map(() => true)
    // An insert may be sent again after its answer was lost. Nobody else gives a job this id, so a row that has it is ours.
    const refused = documents.filter((_, index) => refusals.has(index)).map(({ _id }) => _id)
    const found = await rows.find({ _id: { $in: refused } }, { projection: { _id: 1 }, ...LATEST }).toArray()
    const stored = new Set(found.map(({ _id }) => _id))
    return documents.map(({ _id }, index) => {
      const refusal = refusals.get(index)
      if (refusal === undefined || stored.has(_id)) return true
      return refusal.isDuplicateKey ? false : new Error(refusal.message)
    })
  }

  return {
    /** Leaves out so many ids after the last one that was given or is in use; answers the last one left out. */
    async skipIds(count: number): Promise<number> {
      stock = noIds
      await takeIds(1)
      const newest = await jobs.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean()
      await counters.updateOne({ _id: 'jobs' }, { $max: { last: newest?._id ?? 0 } })
      return (await takeIds(count)).last
    },
    /** A job id that no job has had. */
    nextId: (): Promise<number> => ids('job'),

    /** False where the company has a job of this external id already. */
    async insert(job: StoredJob): Promise<boolean> {
      const isInserted = await inserts(job)
      if (!isInserted) return false
      remember(job)
      // Another job may have had it a moment ago.
      if (job.externalId !== null) holders.forget(job.companyId, job.externalId)
      return true
    },

    findByExternalId: (companyId: string, externalId: string): Promise<StoredJob | undefined> =>
      byExternalId({ companyId, externalKey: externalId }),

    /** Reads the latest stored job (`LATEST`). Use it if the answer may say that nothing had to be written. */
    findLatest: (companyId: string, externalId: string): Promise<StoredJob | undefined> =>
      latestByExternalId({ companyId, externalKey: externalId }),

    /** A job as this process last saw it, maybe long ago. Use it only for `replace`, which finds out if it has changed. */
    remembered: (companyId: string, externalId: string): StoredJob | undefined =>
      remembered.get(JSON.stringify([companyId, externalId])),

    /** Which job an external id named less than a second ago, or names since this process has changed it. */
    findHolder: (companyId: string, externalId: string): Promise<IdHolder | undefined> =>
      holders.find(companyId, externalId),

    /** Reads the latest stored state of several jobs (`LATEST`). */
    async findLatestOfEach(companyId: string, externalIds: string[]): Promise<StoredJob[]> {
      if (externalIds.length === 0) return []
      // secantus: no hint here or below, for it walks a hinted index from end to end.
      const found = await rows.find({ companyId, externalKey: { $in: externalIds } }, LATEST).toArray()
      return found.map((job) => remember(plain(job)))
    },

    findById: (companyId: string, jobId: number): Promise<StoredJob | undefined> => byId({ _id: jobId, companyId }),
    findBySlug: (companyId: string, slug: string): Promise<StoredJob | undefined> => bySlug({ companyId, slug }),

    async findByIds(companyId: string, jobIds: number[]): Promise<StoredJob[]> {
      return (await rows.find({ _id: { $in: jobIds }, companyId }).toArray()).map(plain)
    },

    /** The external ids of those of the jobs that are there. */
    externalIdsOf: (companyId: string, jobIds: number[]): Promise<Map<number, HeldId>> => heldIds(companyId, jobIds),
    /** Reads the latest stored external ids of those of the jobs that are there (`LATEST`). */
    latestExternalIdsOf: (companyId: string, jobIds: number[]): Promise<Map<number, HeldId>> =>
      heldIds(companyId, jobIds, LATEST),

    /** Replaces a job's content; false if it has changed since it was read. */
    async replace(read: StoredJob, content: JobContent, updatedAt: Date): Promise<boolean> {
      const { status, fields, extra } = content
      const isPublishing = status === 'PUBLISHED' && read.status !== 'PUBLISHED'
      const publishedAt = isPublishing ? updatedAt : read.publishedAt
      const outcome = await change({
        where: { _id: read.id, companyId: read.companyId, revision: read.revision },
        set: {
          ...(status !== read.status && { status }),
          ...(fields !== read.fields && { fields, ...searchOf(fields) }),
          ...(extra !== read.extra && { extra: stringifyExtra(extra) }),
          updatedAt,
          ...(isPublishing && { publishedAt }),
        },
      })
      if (outcome !== 'made') return false
      remember({ ...read, ...content, revision: read.revision + 1, updatedAt, publishedAt })
      return true
    },

    /**
     * Gives jobs that have none an external id. Answers of each whether it was made, whether the job has changed since it
     * was read, or whether another job has the id. No two may name one job.
     */
    async setExternalIds(
      companyId: string,
      links: NewLink[],
      { linkedAt, updatedAt }: { linkedAt: Date; updatedAt: Date },
    ): Promise<ChangeOutcome[]> {
      const changes = links.map(({ jobId, externalId, revision }) => ({
        where: { _id: jobId, companyId, revision },
        set: { externalKey: externalId, linkedAt, updatedAt },
      }))
      try {
        const outcomes = await changeEach(rows, changes, persevere)
        return outcomes.map(throwIfError)
      } finally {
        holders.forget()
      }
    },

    countByStatus: (companyId: string, status: PublicationStatus): Promise<number> =>
      jobs.countDocuments({ companyId, status }),

    /** Gives a job another external id, or none. */
    async replaceExternalId(
      { id, companyId, revision }: StoredJob,
      externalId: string | null,
      { linkedAt, updatedAt }: { linkedAt: Date; updatedAt: Date },
    ): Promise<ChangeOutcome> {
      try {
        return await change({
          where: { _id: id, companyId, revision },
          set: { externalKey: externalId ?? id, linkedAt, updatedAt },
        })
      } finally {
        holders.forget()
      }
    },

    /** One page of the published jobs that are asked for, what was published last first. */
    search: sharedReading(
      async (companyId: string, search: JobSearch, { page, pageSize }: Paging): Promise<StoredJob[]> => {
        const found = await jobs
          .find(searchConditions(companyId, search))
          .sort({ publishedAt: -1, _id: -1 })
          .skip((page - 1) * pageSize)
          .limit(pageSize)
          .lean()
        return found.map(plain)
      },
    ),

    /** How many published jobs that have these words share which filters; one pass serves them all. */
    countByFilters: sharedReading(async (companyId: string, words: string[]): Promise<FilterCount[]> => {
      const found = await jobs.aggregate<{ _id: string; count: number }>([
        { $match: withWords(companyId, words) },
        { $group: { _id: '$filterText', count: { $sum: 1 } } },
      ])
      return found.map(({ _id, count }) => ({ filterText: _id, count }))
    }),

    /** The company's next published jobs after a job id, in the order of their ids. */
    async publishedAfter(companyId: string, jobId: number, jobsMax: number): Promise<StoredJob[]> {
      const conditions = { companyId, status: 'PUBLISHED', _id: { $gt: jobId } } as const
      return (await jobs.find(conditions).sort({ _id: 1 }).limit(jobsMax).lean()).map(plain)
    },

    /** The same over all companies. */
    async publishedOnBoardAfter(jobId: number, jobsMax: number): Promise<StoredJob[]> {
      const conditions = { status: 'PUBLISHED', _id: { $gt: jobId } } as const
      return (await jobs.find(conditions).sort({ _id: 1 }).limit(jobsMax).lean()).map(plain)
    },

    /** Of all companies' published jobs after a job id what the sitemap says of them: not their text. */
    async publishedAddressesAfter(jobId: number, jobsMax: number): Promise<JobAddress[]> {
      const found = await jobs
        .find({ status: 'PUBLISHED', _id: { $gt: jobId } }, { companyId: 1, slug: 1, updatedAt: 1 })
        .sort({ _id: 1 })
        .limit(jobsMax)
        .lean()
      return found.map(({ _id, companyId, slug, updatedAt }) => ({ id: _id, companyId, slug, updatedAt }))
    },

    /** The job ids after which parts of so many published jobs of the board begin; the first is 0. */
    async publishedPartStarts(jobsMax: number): Promise<number[]> {
      const starts = [0]
      for (let after = 0; ; ) {
        const [next] = await jobs
          .find({ status: 'PUBLISHED', _id: { $gt: after } }, { _id: 1 })
          .sort({ _id: 1 })
          .skip(jobsMax)
          .limit(1)
          .lean()
        if (next === undefined) return starts
        after = next._id - 1
        starts.push(after)
      }
    },

    /** Which of these companies have a published job. */
    async companiesWithPublished(companyIds: string[]): Promise<Set<string>> {
      const conditions = { companyId: { $in: companyIds }, status: 'PUBLISHED' } as const
      return new Set(await jobs.distinct('companyId', conditions))
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

    /** One page of the company's jobs that are looked for, newest first, and how many there are. */
    async lookUp(
      companyId: string,
      statuses: PublicationStatus[],
      { search, externalId, page, pageSize }: Pick<JobLookup, 'search' | 'externalId'> & Paging,
    ): Promise<{ jobs: StoredJob[]; total: number }> {
      const filter = {
        companyId,
        status: { $in: statuses },
        ...(externalId && { externalKey: externalId === 'with' ? { $gte: '' } : { $gte: 0 } }),
        ...(search.length > 0 && { $and: search.map(isOfJob) }),
      }
      const total = await jobs.countDocuments(filter)
      const skipped = (page - 1) * pageSize
      if (skipped >= total) return { jobs: [], total }
      const found = await jobs.find(filter).sort({ _id: -1 }).skip(skipped).limit(pageSize).lean()
      return { jobs: found.map(plain), total }
    },
  }
}
export type JobStore = ReturnType<typeof jobStore>

function throwIfError(outcome: ChangeOutcome | Error): ChangeOutcome {
  if (outcome instanceof Error) throw outcome
  return outcome
}
