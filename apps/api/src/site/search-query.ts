import { CLOSENESSES } from '@boardwalk/core/catalogue/catalogue'
import type { JobSearchResult, PageStart } from '@boardwalk/core/catalogue/public'
import type { SearchQuery } from '@boardwalk/core/catalogue/query'
import { JOB_FILTERS } from '@boardwalk/core/job/filters'
import type { StoredJob } from '@boardwalk/core/job/job'
import { toFilterCity } from '@boardwalk/schema/place/job-places'
import type { RequestHandler } from 'express'

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
/** A longer city is no filter. So a search that is stored has a limited size. */
const FILTER_CHARACTERS_MAX = 200

/** Reads the query of a request's address. If a parameter is given twice, `get` returns its first value. */
export const readQuery = ({ url }: { url: string }): URLSearchParams => new URLSearchParams(url.split('?')[1])

/**
 * Reads the text that a person searches for. It is normalised before it is cut, because one character (U+FDFA) can become eighteen. Control
 * characters are replaced, because MongoDB refuses a pattern with the null character.
 */
export const readText = (typed: string | null): string =>
  (typed ?? '')
    .normalize('NFKC')
    .trim()
    .slice(0, TEXT_CHARACTERS_MAX)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')

/** Reads the value of a filter. */
const readValue = (typed: string | null): string | undefined =>
  typed?.trim().slice(0, FILTER_CHARACTERS_MAX).toWellFormed() || undefined

/** Reads a search. It accepts any query: an unknown value finds no job, and a malformed position means the start of the list. */
export function readSearch(query: URLSearchParams): { search: SearchQuery; start: PageStart } {
  const value = (name: string) => readValue(query.get(name))
  const city = value(PARAMETERS.city)
  const text = readText(query.get(PARAMETERS.words))
  return {
    search: {
      words: text
        .split(/\s+/)
        .filter((word) => word !== '')
        .slice(0, WORDS_MAX),
      city: city && toFilterCity(city),
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
  const [, publishedAt, id, named = 'named'] = /^(\d{1,13})-(\d{1,15})(?:-([a-z]+))?$/.exec(text ?? '') ?? []
  const closeness = CLOSENESSES.find((each) => each === named)
  if (id === undefined || closeness === undefined) return undefined
  return { publishedAt: new Date(Number(publishedAt)), id: Number(id), closeness }
}

/** The members of a job by which a list is sorted. */
type JobPosition = Pick<StoredJob, 'publishedAt' | 'id'> & Partial<Pick<JobSearchResult['jobs'][number], 'closeness'>>

export const writePosition = ({ publishedAt, id, closeness = 'named' }: JobPosition) =>
  [Number(publishedAt), id, ...(closeness === 'named' ? [] : [closeness])].join('-')

/** Redirects to the address without empty members. A form sends one for each filter that is not chosen. */
export const cleanAddress: RequestHandler<Record<string, string>> = (req, res, next) => {
  const query = readQuery(req)
  const members = [...query].filter(([, value]) => value.trim() !== '')
  if (members.length === query.size) next()
  else res.redirect(303, `${req.baseUrl}${req.path}${writeQuery(new URLSearchParams(members))}`)
}

const writeQuery = (query: URLSearchParams): string => (query.size === 0 ? '' : `?${query}`)

interface PageAddress {
  after?: JobPosition | undefined
  before?: JobPosition | undefined
}

/**
 * Writes a search as the query of an address, with its "?". The page begins after a job, ends before a job, or is the first page. Empty
 * for the first page of all jobs.
 */
export function writeSearch(search: SearchQuery, { after, before }: PageAddress = {}): string {
  const query = new URLSearchParams()
  if (search.words.length > 0) query.set(PARAMETERS.words, search.words.join(' '))
  for (const filter of JOB_FILTERS) {
    const chosen = search[filter]
    if (chosen !== undefined) query.set(PARAMETERS[filter], chosen)
  }
  if (after !== undefined) query.set(PARAMETERS.after, writePosition(after))
  if (before !== undefined) query.set(PARAMETERS.before, writePosition(before))
  return writeQuery(query)
}
