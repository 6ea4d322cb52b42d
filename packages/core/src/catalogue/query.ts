import {
  type FilterCount,
  JOB_FILTERS,
  type JobFilterName,
  type JobFilters,
  noFilters,
  passesFilters,
} from '../job/filters.ts'

/** A search for published jobs of a company or of the board. A job must match every part. */
export interface SearchQuery extends JobFilters {
  /** Each word must be in the title, in a city or in the texts (text/words.ts). */
  words: string[]
}

/** The search that finds every job. */
export const everyJob: SearchQuery = { words: [], ...noFilters }

/** Whether a search has any word or filter. */
export const isNarrowed = (search: SearchQuery): boolean =>
  search.words.length > 0 || JOB_FILTERS.some((filter) => search[filter] !== undefined)

/** A value that a filter offers, and how many of the jobs found have it. */
interface FilterValue {
  value: string
  count: number
}

/** The most values that a filter offers. A longer list does not help a job seeker. */
const FILTER_VALUES_MAX = 200

/** How many jobs a search finds, and the values that its filters offer. */
export interface Tally {
  total: number
  /** The values that each filter offers, most frequent first. They come from the jobs that the rest of the search finds. */
  values: Record<JobFilterName, FilterValue[]>
}

/** Computes the tally of a search from the number of jobs with each combination of values. */
export function tally(rows: FilterCount[], search: SearchQuery): Tally {
  /** Finds the rows that match every filter. `except` names one filter to ignore. */
  const rowsFound = (except?: JobFilterName) => rows.filter(({ has }) => passesFilters(has, search, except))
  const countValues = (name: JobFilterName): FilterValue[] => {
    const found = new Map<string, number>()
    for (const { has, count } of rowsFound(name))
      for (const value of has[name] ?? []) found.set(value, (found.get(value) ?? 0) + count)
    return [...found]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, FILTER_VALUES_MAX)
  }
  return {
    total: rowsFound().reduce((sum, { count }) => sum + count, 0),
    values: {
      city: countValues('city'),
      contractType: countValues('contractType'),
      workMode: countValues('workMode'),
      language: countValues('language'),
    },
  }
}
