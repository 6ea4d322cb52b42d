import { HTML_FIELDS, type JobCreate, type JobUpdate } from '@boardwalk/schema/job'
import { limits } from '@boardwalk/schema/limits'
import mongoose from 'mongoose'
import { makeJobResult, makeSlug, requireRules, sanitise } from '../job.ts'
import { Refusal } from '../refusal.ts'
import { Counter, Job, type StoredJob } from './models.ts'
import type { Caller } from './with-key.ts'

export const isDuplicate = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === 11000

export async function createJob(caller: Caller, job: JobCreate) {
  const { id: externalId } = job.known
  const created = await insertJob(caller, externalId, sanitiseFields(job))
  if (!created) throw new Refusal('job_exists', { externalId })
  return created
}

/** Changes the job of this external id, or creates it. */
export async function updateJob(caller: Caller, externalId: string, job: JobUpdate) {
  if ((job.known.id ?? externalId) !== externalId)
    throw new Refusal('invalid_request', { message: 'job.id must repeat the id of the path' })
  const { companyId, companySlug } = caller
  const change = sanitiseFields(job)
  for (;;) {
    const stored = await Job.findOne(
      { companyId, externalKey: externalId },
      { slug: 1, status: 1, fields: 1, extra: 1, revision: 1 },
    ).lean()
    if (!stored) {
      const created = await insertJob(caller, externalId, change)
      if (created) return { isNew: true, ...created }
      continue
    }
    // The revision makes this fail after another change, so that no change is lost and the ranges stay right.
    const { matchedCount } = await Job.updateOne(
      { _id: stored._id, revision: stored.revision },
      { $set: merge(change, stored), $inc: { revision: 1 } },
    )
    if (matchedCount === 1) return { isNew: false, ...makeJobResult(companySlug, stored) }
  }
}

export async function unpublishJob({ companyId }: Caller, externalId: string) {
  const job = await Job.findOneAndUpdate(
    { companyId, externalKey: externalId },
    { $set: { status: 'UNPUBLISHED' }, $inc: { revision: 1 } },
    { projection: { _id: 1 } },
  ).lean()
  if (!job) throw new Refusal('job_not_found', { externalId, companyId })
  return { jobId: job._id, error: null }
}

/** Stores a new job. Answers undefined if the company has a job of this external id. */
async function insertJob({ companyId, companySlug }: Caller, externalId: string, change: JobUpdate) {
  const content = merge(change)
  const { last: _id } = await Counter.findByIdAndUpdate('jobs', { $inc: { last: 1 } }, { returnDocument: 'after' })
    .orFail()
    .lean()
  const slug = makeSlug(content.fields.title, _id)
  try {
    await Job.create({ _id, companyId, externalKey: externalId, slug, ...content })
  } catch (error) {
    if (isDuplicate(error)) return undefined
    throw error
  }
  return makeJobResult(companySlug, { _id, slug })
}

function sanitiseFields({ known, extra }: JobUpdate): JobUpdate {
  const html = HTML_FIELDS.flatMap((name) => {
    const value = known[name]
    return value == null ? [] : [[name, sanitise(value)]]
  })
  return { known: { ...known, ...Object.fromEntries(html) }, extra }
}

/** Merges a change into a stored job, or into none. Throws a 400. */
function merge(change: JobUpdate, stored?: Pick<StoredJob, 'status' | 'fields' | 'extra'>) {
  const { id: _, status, ...sent } = change.known
  const { title, ...fields } = withoutNulls({ ...stored?.fields, ...sent })
  if (title === undefined) throw new Refusal('invalid_request', { message: 'job.title is required to create a job' })
  requireRules(fields)
  const storedExtra = stored === undefined ? {} : JSON.parse(stored.extra)
  const extra = JSON.stringify(withoutNulls({ ...storedExtra, ...Object.fromEntries(change.extra) }))
  if (Buffer.byteLength(extra) > limits.extraBytes)
    throw new Refusal('invalid_request', { message: `job has over ${limits.extraBytes} bytes of extra fields` })
  return { status: status ?? stored?.status ?? 'PUBLISHED', fields: { title, ...fields }, extra }
}

const withoutNulls = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) as Value
