import type { StoredJob } from '../feature/job/job.ts'
import type { JobSearchResult, PageStart } from '../feature/job/search/public.ts'
import { JOB_FILTERS, type SearchQuery } from '../feature/job/search/query.ts'

/* A search of jobs as the query of an address: reads it and writes it. */

/** The names of the parameters. */
export const PARAMETERS = {
  words: 'q',
  city: 'city',
  contractType: 'contract',
  workMode: 'mode',
  language: 'language',
  after: 'after',
  before: 'before',
} as const

/** The number of jobs on one page of a list. */
export const JOBS_A_PAGE = 20

export const TEXT_CHARACTERS_MAX = 100
const WORDS_MAX = 10

/** Reads the query of a request's address. If a parameter is given twice, `get` returns its first value. */
export const readQuery = ({ url }: { url: string }): URLSearchParams => new URLSearchParams(url.split('?')[1])

/** Reads a search. It accepts any query: an unknown value finds no job, and a malformed position means the start of the list. */
export function readSearch(query: URLSearchParams): { search: SearchQuery; start: PageStart } {
  const value = (name: string) => query.get(name)?.trim() || undefined
  // The text is normalised before it is cut, because one character (U+FDFA) can become eighteen. Control characters are replaced, because
  // MongoDB refuses a pattern with the null character.
  const text =
    value(PARAMETERS.words)
      ?.normalize('NFKC')
      .slice(0, TEXT_CHARACTERS_MAX)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ') ?? ''
  return {
    search: {
      words: text
        .split(/\s+/)
        .filter((word) => word !== '')
        .slice(0, WORDS_MAX),
      city: value(PARAMETERS.city),
      contractType: value(PARAMETERS.contractType),
      workMode: value(PARAMETERS.workMode),
      language: value(PARAMETERS.language),
    },
    start: {
      after: readPosition(query.get(PARAMETERS.after)),
      before: readPosition(query.get(PARAMETERS.before)),
    },
  }
}

/**
 * Reads the position of a job in a list: its time of publication and its id, such as `1790000000000-17`. In a search for words, jobs that
 * match better come first, and a job that does not match best has its closeness too: `1790000000000-17-described`.
 */
function readPosition(text: string | null): PageStart['after'] {
  const [, publishedAt, id, closeness] = /^(\d{1,13})-(\d{1,15})(?:-(described|misspelt))?$/.exec(text ?? '') ?? []
  if (id === undefined) return undefined
  const isNamed = closeness !== 'described' && closeness !== 'misspelt'
  return { publishedAt: new Date(Number(publishedAt)), id: Number(id), closeness: isNamed ? 'named' : closeness }
}

/** The members of a job by which a list is sorted. */
type JobPosition = Pick<StoredJob, 'publishedAt' | 'id'> & Partial<Pick<JobSearchResult['jobs'][number], 'closeness'>>

export const writePosition = ({ publishedAt, id, closeness = 'named' }: JobPosition) =>
  [Number(publishedAt), id, ...(closeness === 'named' ? [] : [closeness])].join('-')

/** Whether an address has the number of a page, as addresses of earlier versions had. */
export const hasPageNumber = (query: URLSearchParams): boolean => query.has('page')

/**
 * Writes a search as the query of an address, with its "?". The page begins after a job, ends before a job, or is the first page. Empty
 * for the first page of all jobs.
 */
export function writeSearch(
  search: SearchQuery,
  { after, before }: { after?: JobPosition | undefined; before?: JobPosition | undefined } = {},
): string {
  const query = new URLSearchParams()
  if (search.words.length > 0) query.set(PARAMETERS.words, search.words.join(' '))
  for (const filter of JOB_FILTERS) {
    const chosen = search[filter]
    if (chosen !== undefined) query.set(PARAMETERS[filter], chosen)
  }
  if (after !== undefined) query.set(PARAMETERS.after, writePosition(after))
  if (before !== undefined) query.set(PARAMETERS.before, writePosition(before))
  return query.size === 0 ? '' : `?${query}`
}

/** Whether a search has any filter or word. */
export const isNarrowed = (search: SearchQuery): boolean => writeSearch(search) !== ''
