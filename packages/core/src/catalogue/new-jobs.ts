import type { Company } from '../company/service.ts'
import type { Deps } from '../deps.ts'
import type { StoredJob } from '../job/job.ts'
import { withCompanies } from './feed.ts'
import { findEmployers, findShownOwners } from './owners.ts'
import type { SearchQuery } from './query.ts'

/* Finds the jobs of a search by their publication alone: the latest first, also those that have its words only in their texts. */

export interface NewJobsQuery {
  /** Undefined or null: all companies. */
  companyId?: string | null | undefined
  search: SearchQuery
  /** Only jobs that were published later. Undefined: jobs of any age. */
  after?: Date
  /** Only jobs that were published by then. Undefined: all. */
  through?: Date
  jobsMax: number
}

/** Finds the newest public jobs of a search, each with its company and its texts. A word with a wrong letter counts if no job has the word. */
export async function findNewJobs(
  deps: Deps,
  { companyId, search, after, through, jobsMax }: NewJobsQuery,
): Promise<[Company, StoredJob][]> {
  const owners = companyId ? { companyId } : await findShownOwners(deps)
  const employers = await findEmployers(deps, search.words)
  const at = new Date(deps.now())
  const hits = await deps.catalogue.findNew({ owners, search, employers, at, after, through, jobsMax })
  return withCompanies(deps, await deps.jobs.readPublished(hits))
}
