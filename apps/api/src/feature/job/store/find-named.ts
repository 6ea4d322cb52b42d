import type { mongo } from 'mongoose'
import type { JobCollection, JobDocument } from './document.ts'

/** A field that identifies a job within its company. */
export type JobName = 'externalKey' | 'slug' | '_id'
export type Named<Name extends JobName> = Pick<JobDocument, 'companyId' | Name>

/** Finds the job of each name with one query. Undefined for a name that no job has. */
export async function findNamed<Name extends JobName>(
  jobs: JobCollection,
  name: Name,
  wanted: readonly Named<Name>[],
  options: mongo.FindOptions = {},
): Promise<(JobDocument | undefined)[]> {
  const found = await jobs.find(matchAny(wanted), options).toArray()
  return wanted.map((named) => found.find((row) => row.companyId === named.companyId && row[name] === named[name]))
}

const matchAny = (wanted: readonly Partial<JobDocument>[]): mongo.Filter<JobDocument> =>
  wanted.length === 1 ? { ...wanted[0] } : { $or: [...wanted] }
