import type { JobFields } from '@boardwalk/schema/job'
import { describePlaces, nameJobCities } from '@boardwalk/schema/place/job-places'
import { escapePattern } from '../../db/word-pattern.ts'

/** A search for published jobs of a company or of the board. A job must match every part. */
export interface SearchQuery {
  /** Each word must be in the title, in a city or in the texts (search/words.ts). */
  words: string[]
  /** A city as filters name it (`toFilterCity`). */
  city: string | undefined
  contractType: string | undefined
  workMode: string | undefined
  language: string | undefined
}

/** The search that finds every job. */
export const everyJob: SearchQuery = {
  words: [],
  city: undefined,
  contractType: undefined,
  workMode: undefined,
  language: undefined,
}

/** The filters that a job seeker can choose. */
export const JOB_FILTERS = ['city', 'contractType', 'workMode', 'language'] as const
export type JobFilterName = (typeof JOB_FILTERS)[number]

/** Whether a search has any word or filter. */
export const isNarrowed = (search: SearchQuery): boolean =>
  search.words.length > 0 || JOB_FILTERS.some((filter) => search[filter] !== undefined)

/** A value that a filter offers, and how many of the jobs found have it. */
interface FilterValue {
  value: string
  count: number
}

/** The values that a job has for each filter. */
export type FilterValues = Partial<Record<JobFilterName, string[]>>

/** Lists the values of a job's filters, in the order of `JOB_FILTERS`. A city has its French name, and a text that names none is left out. */
export function listFilterValues(fields: JobFields): FilterValues {
  const { contractType, languages } = fields
  return {
    city: nameJobCities('fr', fields),
    contractType: [contractType ?? []].flat(),
    workMode: [describePlaces(fields).workMode ?? []].flat(),
    language: [...new Set(languages)],
  }
}

/** Writes the values of a job's filters as one text, so that the database can group jobs with equal values. */
export const toFilterText = (fields: JobFields): string => JSON.stringify(listFilterValues(fields))

/** A text of JSON, with the comma behind it. */
const OTHER_VALUES = '(?:"(?:[^"\\\\]|\\\\.)*",)*'

/** Makes a regular expression that finds the filter texts of the jobs that have all values of a search. Undefined if it has none. */
export function createFilterPattern(search: SearchQuery): string | undefined {
  const chosen = JOB_FILTERS.flatMap((name) => {
    const value = search[name]
    return value === undefined ? [] : [`"${name}":\\[${OTHER_VALUES}${escapePattern(JSON.stringify(value))}[,\\]]`]
  })
  return chosen.length === 0 ? undefined : chosen.join('.*')
}

/** The number of jobs with the same values for all filters. */
export interface FilterCount {
  has: FilterValues
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
  const rowsFound = (except?: JobFilterName) =>
    rows.filter(({ has }) =>
      JOB_FILTERS.every((name) => {
        const chosen = search[name]
        return name === except || chosen === undefined || has[name]?.includes(chosen)
      }),
    )
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
