import type { Db } from 'mongodb'

/** The fields that differ between a stored job and its copies. */
interface JobDocument {
  _id: number
  /** The external id, or the job id of a job that has none. */
  externalKey: string | number
  slug: string
}

/** Larger than any id that a service gives. */
const FIRST_COPY_ID = 1_000_000_000
const BATCH = 5_000

/** Creates a job through the API. */
export async function createJob(
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

/**
 * Copies a stored job in the database, and answers the job ids of the copies. `nameExternalId` answers the external id of a
 * copy. Without it, the copies are board jobs that have none.
 */
export async function copyJob(
  db: Db,
  jobId: number,
  count: number,
  nameExternalId?: (index: number) => string,
): Promise<number[]> {
  const jobs = db.collection<JobDocument>('jobs')
  const [original, newest] = await Promise.all([
    jobs.findOne({ _id: jobId }),
    jobs.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } }),
  ])
  if (original === null) throw new Error(`there is no job ${jobId} to copy`)
  const first = Math.max(FIRST_COPY_ID, (newest?._id ?? 0) + 1)
  const title = original.slug.slice(0, -`-${jobId}`.length)
  const ids = Array.from({ length: count }, (_, index) => first + index)
  for (let at = 0; at < count; at += BATCH) {
    const batch = ids.slice(at, at + BATCH).map((id, index) => ({
      ...original,
      _id: id,
      externalKey: nameExternalId?.(at + index) ?? id,
      slug: `${title}-${id}`,
    }))
    await jobs.insertMany(batch, { ordered: false })
  }
  return ids
}
