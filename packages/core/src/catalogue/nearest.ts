import type { Company } from '../company/service.ts'
import { findShownCompanies } from '../company/suspension.ts'
import type { Deps } from '../deps.ts'
import type { StoredJob } from '../job/job.ts'
import { chooseSearchWords, splitText } from '../text/words.ts'
import { withCompanies } from './feed.ts'
import { findEmployers, findShownOwners } from './owners.ts'
import { type BoardEntry, countJobs } from './public.ts'
import { isNarrowed, type SearchQuery } from './query.ts'

/* What is near to a search that finds nothing: jobs that have some of its words, and the employers that it names. */

/** The words of a search that are looked for one by one. */
const WORDS_MAX = 4
const JOBS_MAX = 5
const EMPLOYERS_MAX = 3

export interface Nearest {
  entries: BoardEntry[]
  employers: { company: Company; jobCount: number }[]
}

/** Finds what is near to a search among the jobs of a company. Without one: of the board, with the employers. */
export async function findNearest(deps: Deps, company: Company | undefined, search: SearchQuery): Promise<Nearest> {
  const words = chooseSearchWords(splitText(search.words.join(' ')))
  const named = await findEmployers(deps, words)
  const jobs = await findJobs(deps, company, search, words, named)
  if (company !== undefined) return { entries: jobs.map((job) => ({ company, job })), employers: [] }
  const employers = await findShownCompanies(deps, pickEmployers(words.map((word) => named.get(word) ?? [])))
  const counts = await countJobs(deps, [...employers.keys()])
  return {
    entries: (await withCompanies(deps, jobs)).map(([company, job]) => ({ company, job })),
    employers: [...employers.values()].map((company) => ({ company, jobCount: counts.get(company.id) ?? 0 })),
  }
}

/** Finds jobs that have at least one of the words, whatever the filters. Those that have more of them come first. */
async function findJobs(
  deps: Deps,
  company: Company | undefined,
  search: SearchQuery,
  words: string[],
  employers: ReadonlyMap<string, readonly string[]>,
): Promise<StoredJob[]> {
  // Without filters, one word alone was the search itself.
  if (words.length < 2 && !isNarrowed({ ...search, words: [] })) return []
  const owners = company === undefined ? await findShownOwners(deps) : { companyId: company.id }
  const query = { owners, employers, words: search.words, wordsMax: WORDS_MAX, jobsMax: JOBS_MAX }
  return deps.jobs.readShown(await deps.catalogue.findAny({ ...query, at: new Date(deps.now()) }))
}

/** Picks the first employers whose names have most of the words, also those without jobs. */
function pickEmployers(named: readonly (readonly string[])[]): string[] {
  const matches = new Map<string, number>()
  for (const id of named.slice(0, WORDS_MAX).flat()) matches.set(id, (matches.get(id) ?? 0) + 1)
  const best = Math.max(...matches.values())
  return [...matches]
    .filter(([, count]) => count === best)
    .map(([id]) => id)
    .slice(0, EMPLOYERS_MAX)
}
