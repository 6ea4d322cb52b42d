import type { JobFields } from '@boardwalk/schema/job'
import type * as mongo from 'mongodb'
import { createPause, JOB_CHARACTERS_A_TURN } from '../../../turns.ts'
import { countCharacters, type StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'
import { toFilterText } from '../search/query.ts'
import { listKeys } from '../search/words.ts'

/** A job that is not stored yet. */
export type NewJob = StoredJob & Pick<JobDocument, 'formId'>

export type JobCollection = mongo.Collection<JobDocument>

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

/** A field that identifies a job within its company. */
export type JobName = 'externalKey' | 'formId' | '_id'
export type Named<Name extends JobName> = Pick<JobDocument, 'companyId' | Name>

/** Finds the job of each name, with one query. Undefined for a name that no job has. */
export async function findNamed<Name extends JobName>(
  jobs: JobCollection,
  name: Name,
  wanted: readonly Named<Name>[],
  { projection = WITHOUT_WORDS, ...others }: mongo.FindOptions = {},
): Promise<(JobDocument | undefined)[]> {
  const options = { projection, ...others }
  // A name is a part of a job's document, so it is a filter that finds the job.
  const filters: mongo.Filter<JobDocument>[] = wanted.map((named) => ({ ...named }) as Partial<JobDocument>)
  const found = await jobs.find({ $or: filters }, options).toArray()
  return wanted.map((named) => found.find((row) => row.companyId === named.companyId && row[name] === named[name]))
}
