import type { Company } from '../company/service.ts'
import { findShownCompanies } from '../company/suspension.ts'
import type { Deps } from '../deps.ts'
import type { StoredJob } from '../job/job.ts'
import { chooseSearchWords, splitText } from '../text/words.ts'
import type { BoardEntry } from './public.ts'
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
  const [jobs, employerIds] = await Promise.all([
    findJobs(deps, company, search, words),
    company === undefined ? findEmployerIds(deps, words) : [],
  ])
  const companies = await findShownCompanies(deps, [...jobs.map(({ companyId }) => companyId), ...employerIds])
  const employers = employerIds.flatMap((id) => companies.get(id) ?? [])
  const counts = await deps.jobs.countOfEach(employerIds)
  return {
    entries: jobs.flatMap((job) => {
      const company = companies.get(job.companyId)
      return company === undefined ? [] : [{ company, job }]
    }),
    employers: employers.map((company) => ({ company, jobCount: counts.get(company.id) ?? 0 })),
  }
}

/** Finds jobs that have at least one of the words, whatever the filters. Those that have more of them come first. */
async function findJobs(
  deps: Deps,
  company: Company | undefined,
  search: SearchQuery,
  words: string[],
): Promise<StoredJob[]> {
  // Without filters, one word alone was the search itself.
  if (words.length < 2 && !isNarrowed({ ...search, words: [] })) return []
  return deps.search.findAny(company?.id, search.words, { wordsMax: WORDS_MAX, jobsMax: JOBS_MAX })
}

/** Finds the first employers whose names have most of the words, also those without jobs. All words are looked up, because the search has done so a moment before. */
async function findEmployerIds(deps: Deps, words: string[]): Promise<string[]> {
  if (words.length === 0) return []
  const named = (await deps.companies.findIdsByNames(words)).slice(0, WORDS_MAX).flat()
  const matches = new Map<string, number>()
  for (const id of named) matches.set(id, (matches.get(id) ?? 0) + 1)
  const best = Math.max(...matches.values())
  return [...matches]
    .filter(([, count]) => count === best)
    .map(([id]) => id)
    .slice(0, EMPLOYERS_MAX)
}
