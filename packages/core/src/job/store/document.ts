import type { PublicationStatus } from '@boardwalk/schema/job'
import { isPublic } from '@boardwalk/schema/visibility'
import type * as mongo from 'mongodb'
import { createPause, JOB_CHARACTERS_A_TURN } from '../../process/turns.ts'
import { countCharacters, type StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'

/** A job that is not stored yet. */
export type NewJob = StoredJob & Pick<JobDocument, 'formId'>

/** The jobs, to read. Only `createJobChanges` writes them. */
export type JobCollection = Pick<
  mongo.Collection<JobDocument>,
  'find' | 'findOne' | 'aggregate' | 'countDocuments' | 'distinct'
>
/** A filter of rows. */
export type Conditions = mongo.Filter<JobDocument>

/** The statuses of rows whose job has one of these statuses. */
export const toRowStatuses = (statuses: readonly PublicationStatus[]): JobDocument['status'][] =>
  statuses.flatMap((status) => (status === 'PUBLISHED' ? [status, 'WITHHELD' as const] : [status]))

/** Makes the status of the row of a job. */
export const toRowStatus = (status: PublicationStatus, isPublic: boolean): JobDocument['status'] =>
  status === 'PUBLISHED' && !isPublic ? 'WITHHELD' : status

/** Makes the row of a new job. */
export const toDocument = ({ id, externalId, suspendedAt, ...rest }: NewJob): JobDocument => ({
  _id: id,
  externalKey: externalId ?? id,
  ...rest,
  ...(suspendedAt !== null && { suspendedAt }),
  status: toRowStatus(rest.status, isPublic({ ...rest, suspendedAt }, rest.updatedAt.getTime())),
  changedAt: rest.updatedAt,
})

export const fromDocument = (found: JobDocument): StoredJob => ({
  id: found._id,
  companyId: found.companyId,
  externalId: readExternalId(found),
  slug: found.slug,
  locale: found.locale,
  status: found.status === 'WITHHELD' ? 'PUBLISHED' : found.status,
  fields: found.fields,
  // A list may leave it out.
  extra: found.extra ?? '{}',
  terms: found.terms,
  suspendedAt: found.suspendedAt ?? null,
  revision: found.revision,
  createdAt: found.createdAt,
  updatedAt: found.updatedAt,
  publishedAt: found.publishedAt,
  changedBy: found.changedBy,
})

export const findJobs = (
  jobs: JobCollection,
  filter: Conditions,
  options: mongo.FindOptions = {},
): Promise<StoredJob[]> => readJobs(jobs.find(filter, options))

/**
 * Reads all jobs that a query finds. The driver decodes each job only when the loop asks for it, so other requests get a turn
 * between large jobs.
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

/** A member that identifies a job within its company. */
export type KeyMember = 'externalKey' | 'formId' | '_id'
export type JobKey<Member extends KeyMember> = Pick<JobDocument, 'companyId' | Member>

/** Finds the job of each key, with one query. Undefined for a key that no job has. */
export async function findEach<Member extends KeyMember>(
  jobs: JobCollection,
  member: Member,
  keys: readonly JobKey<Member>[],
  options: mongo.FindOptions = {},
): Promise<(JobDocument | undefined)[]> {
  const found = await jobs.find(toFilter(member, keys), options).toArray()
  return keys.map((key) => found.find((row) => row.companyId === key.companyId && row[member] === key[member]))
}

/** Makes a filter that finds the job of each key. It may find others too, of the same ids at other companies. */
function toFilter<Member extends KeyMember>(member: Member, keys: readonly JobKey<Member>[]): Conditions {
  // A key is a part of a job's document, so it is a filter that finds the job. The casts hold by that.
  const filters = keys.map((key) => ({ ...key }) as Partial<JobDocument>)
  const [first, ...more] = filters
  if (first !== undefined && more.length === 0) return first
  if (member !== '_id') return { $or: filters }
  // An index gives the ids of a list at once. `$or` costs the database more.
  const companyIds = [...new Set(keys.map(({ companyId }) => companyId))]
  return { _id: { $in: filters.flatMap(({ _id }) => _id ?? []) }, companyId: { $in: companyIds } }
}
