import { isPublic } from '@boardwalk/schema/visibility'
import type { Company } from '../company/service.ts'
import type { Deps } from '../deps.ts'
import { withCompanies } from '../job/feed.ts'
import type { StoredJob } from '../job/job.ts'
import type { Closeness, JobPosition, JobRange } from '../job/range.ts'
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

/** Finds the newest published jobs of a search, each with its company. */
export async function findNewJobs(
  deps: Deps,
  { companyId, search, after = new Date(0), through, jobsMax }: NewJobsQuery,
): Promise<[Company, StoredJob][]> {
  const end: JobPosition | undefined = through && { publishedAt: new Date(through.getTime() + 1), id: 0 }
  const read = (closeness: Closeness) => {
    const range: JobRange = { closeness, after: end, jobsMax }
    return companyId ? deps.search.find(companyId, search, range) : deps.search.findOnBoard(search, range)
  }
  const tiers = await listTiers(deps, companyId ?? undefined, search)
  const found = (await Promise.all(tiers.map(read)))
    .flat()
    .filter((job) => Number(job.publishedAt) > Number(after) && isPublic(job, deps.now()))
  found.sort((a, b) => Number(b.publishedAt) - Number(a.publishedAt) || b.id - a.id)
  return withCompanies(deps, found.slice(0, jobsMax))
}

/** Lists the ways in which jobs may have the words of a search, as the list of the site does. */
async function listTiers(deps: Deps, companyId: string | undefined, search: SearchQuery): Promise<Closeness[]> {
  if (search.words.length === 0) return ['named']
  const { isForgiving } = await (companyId ? deps.search.tally(companyId, search) : deps.search.tallyOnBoard(search))
  return isForgiving ? ['misspelt'] : ['named', 'described']
}
