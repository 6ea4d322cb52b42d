import type { Db } from 'mongodb'

/** The fields that differ between a stored job and its copies. */
interface JobDocument {
  _id: number
  /** The external id, or the job id of a job that has none. */
  externalKey: string | number
  slug: string
  /** Null or absent if the job was never published. */
  publishedAt?: Date | null
}

/** Larger than any id that a service gives. */
const FIRST_COPY_ID = 1_000_000_000
const BATCH = 5_000

/**
 * Copies a stored job in the database, and answers the job ids of the copies. `externalIdAt` answers the external id of a
 * copy, or undefined for a board job that has none.
 */
export async function copyJob(
  db: Db,
  jobId: number,
  count: number,
  externalIdAt: (index: number) => string | undefined,
): Promise<number[]> {
  const jobs = db.collection<JobDocument>('jobs')
  const original = await jobs.findOne({ _id: jobId })
  if (original === null) throw new Error(`there is no job ${jobId} to copy`)
  const newest = await jobs
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .limit(1)
    .next()
  const first = Math.max(FIRST_COPY_ID, (newest?._id ?? 0) + 1)
  const { publishedAt } = original
  const title = original.slug.slice(0, -`-${jobId}`.length)
  const ids = Array.from({ length: count }, (_, index) => first + index)
  for (let at = 0; at < count; at += BATCH) {
    const batch = ids.slice(at, at + BATCH).map((id, index) => ({
      ...original,
      _id: id,
      externalKey: externalIdAt(at + index) ?? id,
      slug: `${title}-${id}`,
      // A list is read by these times, and a board's jobs are not all published in one moment.
      ...(publishedAt && { publishedAt: new Date(publishedAt.getTime() - (at + index + 1) * 1000) }),
    }))
    await jobs.insertMany(batch, { ordered: false })
  }
  return ids
}

/** Creates a job through the API. */
export async function createJobAt(
  url: string,
  key: string,
  job: { id: string; title: string },
): Promise<{ jobId: number; jobUrl: string }> {
  const res = await fetch(`${url}/api/job`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ job }),
  })
  const text = await res.text()
  if (res.status !== 200) throw new Error(`a job for the benchmark was answered ${res.status}: ${text}`)
  return JSON.parse(text)
}

const JOBS_PER_REQUEST = 100

/** Creates jobs through the API in batches, and answers their job ids in the order of the jobs. */
export async function createJobsAt(url: string, key: string, jobs: { id: string }[]): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < jobs.length; at += JOBS_PER_REQUEST) {
    const res = await fetch(`${url}/api/jobs`, {
      method: 'PUT',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ jobs: jobs.slice(at, at + JOBS_PER_REQUEST) }),
    })
    const text = await res.text()
    const { results = [] }: { results?: { status: string; jobId: number }[] } = JSON.parse(text)
    if (results.length === 0 || results.some(({ status }) => status !== 'created'))
      throw new Error(`jobs for the benchmark were answered ${res.status}: ${text}`)
    ids.push(...results.map(({ jobId }) => jobId))
  }
  return ids
}
