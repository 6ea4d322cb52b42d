import type { Deps } from '../../../deps.ts'
import type { Company } from '../../company/service.ts'
import { findShownCompanies } from '../../company/suspension.ts'
import { withCompanies } from '../feed.ts'
import type { StoredJob } from '../job.ts'
import type { BoardEntry } from './public.ts'
import { everyJob, isNarrowed, type SearchQuery } from './query.ts'
import { chooseSearchWords, splitText } from './words.ts'

/* What is near to a search that finds nothing: jobs that have some of its words, and the employers that it names. */

/** The words of a search that are looked for one by one. */
const WORDS_MAX = 4
const JOBS_MAX = 5
const EMPLOYERS_MAX = 3
/** The jobs that are read for each word. */
const JOBS_A_WORD = 10

export interface Nearest {
  entries: BoardEntry[]
  employers: { company: Company; jobCount: number }[]
}

/** Finds what is near to a search among the jobs of a company. Without one: of the board, with the employers. */
export async function findNearest(deps: Deps, company: Company | undefined, search: SearchQuery): Promise<Nearest> {
  const words = chooseSearchWords(splitText(search.words.join(' '))).slice(0, WORDS_MAX)
  const [jobs, employers] = await Promise.all([
    findJobs(deps, company, search, words),
    company === undefined ? findEmployers(deps, words) : [],
  ])
  return { entries: (await withCompanies(deps, jobs)).map(([company, job]) => ({ company, job })), employers }
}

/** Finds jobs that have at least one of the words, whatever the filters. Those that have more of them come first. */
async function findJobs(
  deps: Deps,
  company: Company | undefined,
  search: SearchQuery,
  words: string[],
): Promise<StoredJob[]> {
  const searches = words.map((word) => [word])
  // The search without its filters is the nearest one. Without filters, one word alone was the search itself.
  if (isNarrowed({ ...search, words: [] })) searches.push(search.words)
  else if (words.length < 2) return []
  const found = (await Promise.all(searches.map((words) => findWithWords(deps, company, words)))).flat()
  const matches = new Map<number, number>()
  for (const { id } of found) matches.set(id, (matches.get(id) ?? 0) + 1)
  const jobs = [...new Map(found.map((job) => [job.id, job])).values()]
  const countMatches = ({ id }: StoredJob) => matches.get(id) ?? 0
  return jobs
    .sort((a, b) => countMatches(b) - countMatches(a) || Number(b.publishedAt) - Number(a.publishedAt) || b.id - a.id)
    .slice(0, JOBS_MAX)
}

/** Finds the latest jobs that have all of these words in the closest way in which any has. */
async function findWithWords(deps: Deps, company: Company | undefined, words: string[]): Promise<StoredJob[]> {
  const search = { ...everyJob, words }
  for (const closeness of ['named', 'described', 'misspelt'] as const) {
    const range = { closeness, jobsMax: JOBS_A_WORD }
    const found = await (company ? deps.jobs.search(company.id, search, range) : deps.jobs.searchBoard(search, range))
    if (found.length > 0) return found
  }
  return []
}

/** Finds the employers whose names have most of the words, also those without jobs. */
async function findEmployers(deps: Deps, words: string[]): Promise<Nearest['employers']> {
  const named = (await Promise.all(words.map((word) => deps.companies.findIdsByName(word)))).flat()
  const matches = new Map<string, number>()
  for (const id of named) matches.set(id, (matches.get(id) ?? 0) + 1)
  const best = Math.max(...matches.values())
  const ids = [...matches].filter(([, count]) => count === best).map(([id]) => id)
  const companies = await findShownCompanies(deps, ids.slice(0, EMPLOYERS_MAX))
  return Promise.all(
    [...companies.values()].map(async (company) => {
      const { total } = await deps.jobs.tally(company.id, everyJob)
      return { company, jobCount: total }
    }),
  )
}
