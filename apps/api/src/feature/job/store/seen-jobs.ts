import { LRUCache } from 'lru-cache'
import { countCharacters, type StoredJob } from '../job.ts'

const CHARACTERS_MAX = 32 * 1024 * 1024

/** A cache of the jobs that this process has read or written, bounded by total characters. */
export interface SeenJobs {
  /** Stores a job under its external id, and returns the job. */
  note(job: StoredJob): StoredJob
  /** Returns the cached job, which may be old. Undefined if it is not cached. */
  recall(companyId: string, externalId: string): StoredJob | undefined
}

export function createSeenJobs(): SeenJobs {
  const jobs = new LRUCache<string, StoredJob>({ maxSize: CHARACTERS_MAX, sizeCalculation: countCharacters })
  return {
    note(job) {
      if (job.externalId !== null) jobs.set(JSON.stringify([job.companyId, job.externalId]), job)
      return job
    },
    recall: (companyId, externalId) => jobs.get(JSON.stringify([companyId, externalId])),
  }
}
