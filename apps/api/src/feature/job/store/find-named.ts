import type { mongo } from 'mongoose'
import { readsAllForOr } from '../../../db/reads-all-for-or.ts'
import { type JobCollection, type JobDocument, WITHOUT_WORDS } from './document.ts'

/** A field that identifies a job within its company. */
export type JobName = 'externalKey' | 'slug' | 'formId' | '_id'
export type Named<Name extends JobName> = Pick<JobDocument, 'companyId' | Name>

/** Finds the job of each name, with one query if the database can. Undefined for a name that no job has. */
export async function findNamed<Name extends JobName>(
  jobs: JobCollection,
  name: Name,
  wanted: readonly Named<Name>[],
  { projection = WITHOUT_WORDS, ...others }: mongo.FindOptions = {},
): Promise<(JobDocument | undefined)[]> {
  const options = { projection, ...others }
  // A name is a part of a job's document, so it is a filter that finds the job.
  const filters: mongo.Filter<JobDocument>[] = wanted.map((named) => ({ ...named }) as Partial<JobDocument>)
  if (wanted.length === 1 || (await readsAllForOr(jobs))) {
    const found = await Promise.all(filters.map((filter) => jobs.findOne(filter, options)))
    return found.map((row) => row ?? undefined)
  }
  const found = await jobs.find({ $or: filters }, options).toArray()
  return wanted.map((named) => found.find((row) => row.companyId === named.companyId && row[name] === named[name]))
}
