import type * as mongo from 'mongodb'
import type { JobDocument } from '../schema.ts'
import { type JobCollection, WITHOUT_WORDS } from './document.ts'

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
