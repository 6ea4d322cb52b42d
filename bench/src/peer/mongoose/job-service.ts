import mongoose from 'mongoose'
import slugify from 'slugify'
import type { JobFields } from '../job-fields.ts'
import type { Caller } from './authenticate.ts'
import { env } from './env.ts'
import { Failure } from './failure.ts'
import type { JobChange } from './job.ts'
import { Counter, Job, type StoredJob } from './models.ts'

const extraBytesMax = 64 * 1024

export const isDuplicate = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === 11000

export const unknownJob = (status: number, externalId: string, { companyId }: Caller) =>
  new Failure(status, `External id ${externalId} is not associated with any job within company ${companyId}`)

export async function createJob(caller: Caller, { id, ...change }: JobChange & { id: string }) {
  const job = await insertJob(caller, id, change)
  if (!job) throw new Failure(409, `Job with external id ${id} already exists; update it with PUT instead`)
  return { ...job, error: null }
}

/** Changes the job of this id, or creates it where there is none. */
export async function updateJob(
  caller: Caller,
  externalId: string,
  { id, ...change }: JobChange & { id: string | null },
) {
  if (id !== null && id !== externalId) throw new Failure(400, 'job.id must repeat the id of the path')
  const { companyId } = caller
  for (;;) {
    const stored = await Job.findOne(
      { companyId, externalKey: externalId },
      { slug: 1, status: 1, fields: 1, extra: 1, revision: 1 },
    ).lean()
    if (!stored) {
      const created = await insertJob(caller, externalId, change)
      if (created) return { isNew: true, ...created, error: null }
      continue
    }
    // Only as long as nobody else has changed it meanwhile, so that no change is lost and the rules hold of the whole.
    const { matchedCount } = await Job.updateOne(
      { _id: stored._id, revision: stored.revision },
      { $set: changed(change, stored), $inc: { revision: 1 } },
    )
    if (matchedCount === 1) {
      return { isNew: false, jobId: stored._id, jobUrl: jobUrl(caller, stored.slug), error: null }
    }
  }
}

export async function unpublishJob(caller: Caller, externalId: string) {
  const job = await Job.findOneAndUpdate(
    { companyId: caller.companyId, externalKey: externalId },
    { $set: { status: 'UNPUBLISHED' }, $inc: { revision: 1 } },
    { projection: { _id: 1 } },
  ).lean()
  if (!job) throw unknownJob(404, externalId, caller)
  return { jobId: job._id, error: null }
}

/** Stores a new job; undefined where the company has one of this id. */
async function insertJob(caller: Caller, externalId: string, change: JobChange) {
  const content = changed(change)
  const { last: _id } = await Counter.findByIdAndUpdate('jobs', { $inc: { last: 1 } }, { returnDocument: 'after' })
    .orFail()
    .lean()
  const slug = [slugify(content.fields.title, { lower: true, strict: true }), _id].filter(Boolean).join('-')
  try {
    await Job.create({ _id, companyId: caller.companyId, externalKey: externalId, slug, ...content })
  } catch (error) {
    if (isDuplicate(error)) return undefined
    throw error
  }
  return { jobId: _id, jobUrl: jobUrl(caller, slug) }
}

/** What a job holds after a change. */
function changed(change: JobChange, stored?: Pick<StoredJob, 'status' | 'fields' | 'extra'>) {
  const fields = withoutNulls({ ...stored?.fields, ...change.fields })
  if (fields.title === undefined) throw new Failure(400, 'job.title is required to create a job')
  requireRange(fields, 'minSalary', 'maxSalary')
  requireRange(fields, 'minExperience', 'maxExperience')
  const extra = JSON.stringify(withoutNulls({ ...(stored && JSON.parse(stored.extra)), ...change.extra }))
  if (Buffer.byteLength(extra) > extraBytesMax) throw new Failure(400, 'job has over 64 KiB of extra fields')
  return { status: change.status ?? stored?.status ?? 'PUBLISHED', fields: { ...fields, title: fields.title }, extra }
}

const withoutNulls = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) as Value

function requireRange(fields: Partial<JobFields>, min: keyof JobFields, max: keyof JobFields) {
  const [least, most] = [fields[min], fields[max]]
  if (typeof least === 'number' && typeof most === 'number' && least > most) {
    throw new Failure(400, `job.${min} must be at most job.${max}`)
  }
}

const jobUrl = ({ companySlug }: Caller, slug: string) => `${env.PUBLIC_URL}/fr/companies/${companySlug}/jobs/${slug}`
