import { LRUCache } from 'lru-cache'
import { batch, type Cache, createCache } from '../../db/once.ts'
import { countCharacters, type IdHolder, type KnownJob, type StoredJob } from '../job.ts'
import { findEach, type JobCollection, type JobKey } from './document.ts'

const CACHED_CHARACTERS_MAX = 32 * 1024 * 1024

/** Caches the jobs that this process has read or written, bounded by total characters. */
export function createJobCache() {
  const jobs = new LRUCache<string, StoredJob>({ maxSize: CACHED_CHARACTERS_MAX, sizeCalculation: countCharacters })
  const formatKey = (companyId: string, externalId: string) => JSON.stringify([companyId, externalId])
  return {
    /** Stores a job under its external id, and returns the job. */
    store(job: StoredJob): StoredJob {
      if (job.externalId !== null) jobs.set(formatKey(job.companyId, job.externalId), job)
      return job
    },
    /** Removes a job that the database may have another revision of. */
    forget({ companyId, externalId }: Pick<KnownJob, 'companyId' | 'externalId'>): void {
      if (typeof externalId === 'string') jobs.delete(formatKey(companyId, externalId))
    },
    /** Returns the cached job, which may be old. Undefined if it is not cached. */
    recall: (companyId: string, externalId: string): StoredJob | undefined =>
      jobs.get(formatKey(companyId, externalId)),
  }
}
export type JobCache = ReturnType<typeof createJobCache>

/** Caches which job has an external id. An entry is less than a second old. */
export type HolderCache = Cache<[companyId: string, externalId: string], IdHolder>

export function createHolderCache(jobs: JobCollection): HolderCache {
  const find = batch(async (keys: readonly JobKey<'externalKey'>[]) => {
    const projection = { companyId: 1, externalKey: 1, linkedAt: 1, 'fields.title': 1 }
    const found = await findEach(jobs, 'externalKey', keys, { projection })
    return found.map(
      (row): IdHolder | undefined => row && { jobId: row._id, title: row.fields.title, linkedAt: row.linkedAt ?? null },
    )
  })
  return createCache((companyId, externalId) => find({ companyId, externalKey: externalId }))
}
