import { LRUCache } from 'lru-cache'
import { type Company, findCompany } from '../company/service.ts'
import type { Deps } from '../deps.ts'
import type { StoredJob } from '../job/job.ts'
import type { LinkedJob } from '../job/store/published.ts'

const CACHED_MAX = 10_000
const CACHED_MS = 5 * 60 * 1000

/** The jobs that a page shows. */
const SHOWN_MAX = 3
/** The jobs that the cache has, because some may be unpublished before it ends. */
const FOUND_MAX = 8

/** A job of a short list, with its company. */
export interface SimilarJob {
  company: Company
  job: LinkedJob
}

/**
 * Makes a function that finds up to three published jobs of the board that are similar to a job. Which jobs are similar is cached for
 * five minutes. Whether they are published, and what they are called, is read each time.
 */
export function createSimilarJobs(deps: Deps): (job: StoredJob) => Promise<SimilarJob[]> {
  const found = new LRUCache<string, number[], StoredJob>({
    max: CACHED_MAX,
    ttl: CACHED_MS,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _before, { context }) => deps.search.findSimilar(context, FOUND_MAX),
  })
  return async (job) => {
    const ids = (await found.fetch(`${job.id}/${job.revision}`, { context: job })) ?? []
    if (ids.length === 0) return []
    const linked = (await deps.jobs.findLinked(ids)).slice(0, SHOWN_MAX)
    const shown = await Promise.all(
      linked.map(async (each) => ({ company: await findCompany(deps, each.companyId), job: each })),
    )
    return shown.flatMap(({ company, job }) => (company === undefined ? [] : [{ company, job }]))
  }
}
