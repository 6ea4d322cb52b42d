import type { JobFields } from '@boardwalk/schema/job'
import { fold } from '../../fold.ts'

/** Which of a company's published jobs are asked for; all of it must hold. A value that no job has finds none. */
export interface JobSearch {
  /** Each stands in the title or in a city, whatever its case and accents. */
  words: string[]
  city: string | undefined
  contractType: string | undefined
  workMode: string | undefined
  language: string | undefined
}

/** What a list of jobs can be narrowed by. */
export const JOB_FILTERS = ['city', 'contractType', 'workMode', 'language'] as const
export type JobFilterName = (typeof JOB_FILTERS)[number]

/** A value that jobs have, and how many of those that are found have it. */
interface FilterValue {
  value: string
  count: number
}

/** By filter, the values that a job has. */
type FilterValues = Partial<Record<JobFilterName, string[]>>

/** The values of a job's filters as one text, so that the database counts all jobs of the same ones as one row. */
export function filterText({ city, contractType, workMode, languages }: JobFields): string {
  const unique = (value: string | string[] | null | undefined) => [...new Set([value ?? []].flat())]
  const values: FilterValues = {
    city: unique(city),
    contractType: unique(contractType),
    workMode: unique(workMode),
    language: unique(languages),
  }
  return JSON.stringify(values)
}

/** How many jobs have the filters of one text. */
export interface FilterCount {
  filterText: string
  count: number
}

/** More values than these nobody chooses from. */
const FILTER_VALUES_MAX = 200

/** Of the jobs that the words of a search find: how many all of it finds, and what there is to choose from. */
export interface Tally {
  total: number
  /** By filter, the values of the jobs that all else of the search finds, the most frequent first. */
  values: Record<JobFilterName, FilterValue[]>
}

export function tally(counts: FilterCount[], search: JobSearch): Tally {
  const rows = counts.map(({ filterText, count }) => {
    const has: FilterValues = JSON.parse(filterText)
    return { has, count }
  })
  /** The rows of what is asked for, whatever one filter asks. */
  const rowsFound = (except?: JobFilterName) =>
    rows.filter(({ has }) =>
      JOB_FILTERS.every((name) => {
        const chosen = search[name]
        return name === except || chosen === undefined || has[name]?.includes(chosen)
      }),
    )
  const valuesOf = (name: JobFilterName): FilterValue[] => {
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
      city: valuesOf('city'),
      contractType: valuesOf('contractType'),
      workMode: valuesOf('workMode'),
      language: valuesOf('language'),
    },
  }
}

/** The text that a search looks through: a job's title and cities, folded. */
export const searchText = ({ title, city }: JobFields): string =>
  [title, ...[city ?? []].flat()].map((text) => fold(text)).join('\n')
