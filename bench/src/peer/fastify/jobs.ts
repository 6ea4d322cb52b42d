import { MongoServerError } from 'mongodb'
import { makeSlug } from '../job.ts'
import { Refusal } from '../refusal.ts'
import type { Collections, JobDocument } from './database.ts'
import { type JobChange, mergeExtra, needsStoredBounds, requireMergedRanges } from './job-change.ts'

type JobAddress = Pick<JobDocument, '_id' | 'slug'>

/** Changes the job of this external id, or creates it. Throws a 400. */
export async function upsertJob(
  collections: Collections,
  companyId: string,
  externalId: string,
  change: JobChange,
): Promise<{ isNew: boolean; stored: JobAddress }> {
  const { title } = change.set
  for (;;) {
    const changed = await changeJob(collections, companyId, externalId, change)
    if (changed !== null) return { isNew: false, stored: changed }
    if (title === undefined) throw new Refusal('invalid_request', { message: 'job.title is required to create a job' })
    const created = await insertJob(collections, companyId, externalId, title, change)
    if (created !== null) return { isNew: true, stored: created }
    // Another request has created the job: the change can be made now.
  }
}

/** Stores a new job. Answers null if the company has a job of this external id. */
export async function insertJob(
  { jobs, counters }: Collections,
  companyId: string,
  externalId: string,
  title: string,
  change: JobChange,
): Promise<JobAddress | null> {
  const extra = mergeExtra('{}', change.extra)
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
    slug: makeSlug(title, counter.last),
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
 * Changes the job of this external id; answers null if the company has none. One command does it, unless the change
 * depends on what is stored: extra fields, which are one JSON text, and bounds of a range. Then the job is read first,
 * and written only if nobody else has written it since.
 */
async function changeJob(
  { jobs }: Collections,
  companyId: string,
  externalId: string,
  change: JobChange,
): Promise<JobAddress | null> {
  const filter = { companyId, externalKey: externalId }
  const set: Record<string, unknown> = { updatedAt: new Date() }
  if (change.status !== undefined) set.status = change.status
  for (const [name, value] of Object.entries(change.set)) set[`fields.${name}`] = value
  const unset = Object.fromEntries(change.cleared.map((name) => [`fields.${name}`, '' as const]))
  const update = { $set: set, $inc: { revision: 1 }, ...(change.cleared.length > 0 && { $unset: unset }) }
  const hasRangeToCompare = needsStoredBounds(change)
  if (change.extra.length === 0 && !hasRangeToCompare)
    return jobs.findOneAndUpdate(filter, update, { projection: { slug: 1 } })
  for (;;) {
    const read = await jobs.findOne(filter, { projection: readForChange })
    if (read === null) return null
    if (hasRangeToCompare) requireMergedRanges(read.fields, change)
    if (change.extra.length > 0) set.extra = mergeExtra(read.extra, change.extra)
    const { matchedCount } = await jobs.updateOne({ _id: read._id, companyId, revision: read.revision }, update)
    if (matchedCount === 1) return read
  }
}

/** Takes a job off the public site. Throws a 404. */
export async function unpublishJob({ jobs }: Collections, companyId: string, externalId: string): Promise<number> {
  const job = await jobs.findOneAndUpdate(
    { companyId, externalKey: externalId },
    { $set: { status: 'UNPUBLISHED', updatedAt: new Date() }, $inc: { revision: 1 } },
    { projection: { _id: 1 } },
  )
  if (job === null) throw new Refusal('job_not_found', { externalId, companyId })
  return job._id
}

/** Reads a published job and its company. The slug ends in the job id, so both are read at the same time. */
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
