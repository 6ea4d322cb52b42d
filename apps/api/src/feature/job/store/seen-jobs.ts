import { stringifyExtra } from '@boardwalk/schema/extra-fields'
import { HTML_FIELDS } from '@boardwalk/schema/job'
import { LRUCache } from 'lru-cache'
import type { StoredJob } from '../job.ts'

const CHARACTERS_MAX = 32 * 1024 * 1024

/** Jobs as this process last saw them. */
export interface SeenJobs {
  /** Keeps a job under its external id, and returns it. */
  note(job: StoredJob): StoredJob
  /** A job as this process last saw it, maybe long ago. */
  recall(companyId: string, externalId: string): StoredJob | undefined
}

export function createSeenJobs(): SeenJobs {
  const jobs = new LRUCache<string, StoredJob>({ maxSize: CHARACTERS_MAX, sizeCalculation: estimateCharacters })
  return {
    note(job) {
      if (job.externalId !== null) jobs.set(JSON.stringify([job.companyId, job.externalId]), job)
      return job
    },
    recall: (companyId, externalId) => jobs.get(JSON.stringify([companyId, externalId])),
  }
}

const estimateCharacters = ({ fields, extra }: StoredJob): number =>
  1000 +
  HTML_FIELDS.reduce((sum, name) => sum + (fields[name]?.length ?? 0), 0) +
  (extra.size && stringifyExtra(extra).length)
