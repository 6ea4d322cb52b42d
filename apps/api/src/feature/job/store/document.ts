import type { Locale } from '@boardwalk/schema/company'
import type { JobFields, PublicationStatus } from '@boardwalk/schema/job'
import type { JobChanger } from '@boardwalk/schema/job-answer'
import type * as mongo from 'mongodb'
import type { Revised } from '../../../db/change-each.ts'
import { defineCollection } from '../../../db/collection.ts'
import { createPause, JOB_CHARACTERS_A_TURN } from '../../../turns.ts'
import { countCharacters, type StoredJob } from '../job.ts'
import { toFilterText } from '../search/query.ts'
import { listKeys } from '../search/words.ts'

/** A job in the database. */
export interface JobDocument extends Revised {
  /** The external id. For a job without one, the job id: so one plain unique index serves both. */
  externalKey: string | number
  slug: string
  /** `StoredJob.locale`. Absent from the rows of earlier versions, whose addresses stay in the company's language. */
  locale?: Locale | null
  status: PublicationStatus
  fields: JobFields
  /** What searches find the job by, made from the fields (feature/job/searched.ts). No read of whole jobs needs it. */
  words: string[]
  /** The values that the public pages filter by and count, made from the fields. */
  filterText: string
  /** The extra fields as JSON text, because BSON would change some names and values (`a.b`, `$c`, half characters). */
  extra: string
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  changedBy: JobChanger
  /** The id of the form that the job was created in. Absent if it was created in no form. */
  formId?: string
  /** `IdHolder.linkedAt`. Absent if that is null. */
  linkedAt?: Date
}

/** A job that is not stored yet. */
export type NewJob = StoredJob & Pick<JobDocument, 'formId'>

export type JobCollection = mongo.Collection<JobDocument>

export const openJobs = defineCollection<JobDocument>('jobs', { companyIn: 'companyId' }, [
  // Every operation finds its job by external id. Two jobs of a company never share one.
  { key: { companyId: 1, externalKey: 1 }, unique: true },
  // Two requests with the same form never create two jobs.
  { key: { companyId: 1, formId: 1 }, unique: true, partialFilterExpression: { formId: { $exists: true } } },
  // The jobs that were changed since an instant, and the back office's list, sorted by the last change.
  { key: { companyId: 1, changedAt: 1, _id: 1 } },
  // The list of a company's jobs, ascending by job id, and the company's feed.
  { key: { companyId: 1, status: 1, _id: 1 } },
  // The company's page, sorted by publication, newest first. The database counts the filters from this index alone.
  { key: { companyId: 1, status: 1, publishedAt: -1, _id: -1, filterText: 1 } },
  // The page of the whole board, in the same order and with the same counts, and how many jobs each company has.
  { key: { status: 1, publishedAt: -1, _id: -1, filterText: 1, companyId: 1 } },
  // The sitemap and the feed of the whole board, over all companies.
  { key: { status: 1, _id: 1 } },
  // The search for words, of one company or of all. The rows that have no words yet.
  { key: { status: 1, words: 1, companyId: 1 } },
])

/** Makes what searches find and filter a job by. A write of the fields also writes these. */
export const toSearched = (fields: JobFields) => ({ words: listKeys(fields), filterText: toFilterText(fields) })

export const toDocument = ({ id, externalId, ...rest }: NewJob): JobDocument => ({
  _id: id,
  externalKey: externalId ?? id,
  ...toSearched(rest.fields),
  ...rest,
  changedAt: rest.updatedAt,
})

export const fromDocument = (found: JobDocument): StoredJob => ({
  id: found._id,
  companyId: found.companyId,
  externalId: readExternalId(found),
  slug: found.slug,
  locale: found.locale ?? null,
  status: found.status,
  fields: found.fields,
  extra: found.extra,
  revision: found.revision,
  createdAt: found.createdAt,
  updatedAt: found.updatedAt,
  publishedAt: found.publishedAt,
  changedBy: found.changedBy,
})

/** The words are left out of every read of whole jobs, because only the database needs them. */
export const WITHOUT_WORDS = { words: 0 } as const

export const findJobs = (
  jobs: JobCollection,
  filter: mongo.Filter<JobDocument>,
  options: mongo.FindOptions = {},
): Promise<StoredJob[]> => readJobs(jobs.find(filter, { projection: WITHOUT_WORDS, ...options }))

/**
 * Reads all jobs that a query finds. The driver decodes a job when it is asked for it, so other requests get a turn between
 * large jobs.
 */
export async function readJobs(found: AsyncIterable<JobDocument>): Promise<StoredJob[]> {
  const pause = createPause(JOB_CHARACTERS_A_TURN)
  const jobs: StoredJob[] = []
  for await (const row of found) {
    const job = fromDocument(row)
    jobs.push(job)
    await pause(countCharacters(job))
  }
  return jobs
}

export const readExternalId = ({ externalKey }: Pick<JobDocument, 'externalKey'>): string | null =>
  typeof externalKey === 'string' ? externalKey : null
