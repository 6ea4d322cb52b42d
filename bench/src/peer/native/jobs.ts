import { MongoServerError } from 'mongodb'
import type { JobFields } from '../job-fields.ts'
import type { Collections, JobDocument } from './database.ts'
import { changedExtra, type JobChange } from './job-change.ts'
import { jobSlug } from './job-url.ts'
import { Refusal } from './refusal.ts'

export type JobAddress = Pick<JobDocument, '_id' | 'slug'>

/** Stores a new job; null where the company has one of this external id. */
export async function insertJob(
  { jobs, counters }: Collections,
  companyId: string,
  externalId: string,
  title: string,
  change: JobChange,
): Promise<JobAddress | null> {
  const extra = changedExtra(
    '{}',
    change.extra.filter(([, value]) => value !== null),
  )
  const counter = await counters.findOneAndUpdate(
    { _id: 'jobs' },
    { $inc: { last: 1 } },
    { upsert: true, returnDocument: 'after' },
  )
  if (counter === null) throw new Error('the counter of job ids was not made')
  const now = new Date()
  const job: JobDocument = {
    _id: counter.last,
    companyId,
    externalKey: externalId,
    slug: jobSlug(title, counter.last),
    status: change.status ?? 'PUBLISHED',
    fields: { ...change.set, title },
    extra,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  try {
    await jobs.insertOne(job)
    return job
  } catch (error) {
    if (error instanceof MongoServerError && error.code === 11000) return null
    throw error
  }
}

const readForChange = {
  slug: 1,
  extra: 1,
  revision: 1,
  'fields.minSalary': 1,
  'fields.maxSalary': 1,
  'fields.minExperience': 1,
  'fields.maxExperience': 1,
} as const

/**
 * Changes the job of this external id; null where the company has none. One operation, unless the change depends on
 * what is stored: unknown fields, which are one JSON text, and bounds to check are read first, and the change is
 * written only if nobody wrote in between.
 */
export async function changeJob(
  { jobs }: Collections,
  companyId: string,
  externalId: string,
  change: JobChange,
  checkBounds?: (stored: Partial<JobFields>) => void,
): Promise<JobAddress | null> {
  const filter = { companyId, externalKey: externalId }
  const set: Record<string, unknown> = { updatedAt: new Date() }
  if (change.status !== undefined) set.status = change.status
  for (const [name, value] of Object.entries(change.set)) set[`fields.${name}`] = value
  const unset = Object.fromEntries(change.cleared.map((name) => [`fields.${name}`, '' as const]))
  const update = { $set: set, $inc: { revision: 1 }, ...(change.cleared.length > 0 && { $unset: unset }) }
  if (change.extra.length === 0 && checkBounds === undefined) {
    return jobs.findOneAndUpdate(filter, update, { projection: { slug: 1 } })
  }
  for (;;) {
    const read = await jobs.findOne(filter, { projection: readForChange })
    if (read === null) return null
    checkBounds?.(read.fields)
    if (change.extra.length > 0) set.extra = changedExtra(read.extra, change.extra)
    const { matchedCount } = await jobs.updateOne({ _id: read._id, companyId, revision: read.revision }, update)
    if (matchedCount === 1) return read
  }
}

/** Takes a job off the public site. Throws 404. */
export async function unpublishJob({ jobs }: Collections, companyId: string, externalId: string): Promise<number> {
  const job = await jobs.findOneAndUpdate(
    { companyId, externalKey: externalId },
    { $set: { status: 'UNPUBLISHED', updatedAt: new Date() }, $inc: { revision: 1 } },
    { projection: { _id: 1 } },
  )
  if (job === null) {
    throw new Refusal(404, `External id ${externalId} is not associated with any job within company ${companyId}`)
  }
  return job._id
}

/** A published job and its company, for the job page. The slug ends in the job id, so both are read side by side. */
export async function readPublishedJob({ companies, jobs }: Collections, companySlug: string, slug: string) {
  const jobId = Number(/-(\d{1,15})$/.exec(slug)?.[1])
  if (Number.isNaN(jobId)) return undefined
  const [company, job] = await Promise.all([
    companies.findOne({ slug: companySlug }, { projection: { slug: 1, name: 1 } }),
    jobs.findOne({ _id: jobId, slug, status: 'PUBLISHED' }, { projection: { companyId: 1, fields: 1, createdAt: 1 } }),
  ])
  if (company === null || job === null || job.companyId !== company._id) return undefined
  return { company, job: { jobId, slug, fields: job.fields, createdAt: job.createdAt } }
}
