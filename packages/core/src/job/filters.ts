import type { JobFields } from '@boardwalk/schema/job'
import { describePlaces, nameJobCities } from '@boardwalk/schema/place/job-places'

/* What the lists of the public site can be narrowed by. */

/** The filters that a job seeker can choose. */
export const JOB_FILTERS = ['city', 'contractType', 'workMode', 'language'] as const
export type JobFilterName = (typeof JOB_FILTERS)[number]

/** The value that a job must have for each filter. Undefined: any. */
export interface JobFilters {
  /** A city as filters name it (`toFilterCity`). */
  city: string | undefined
  contractType: string | undefined
  workMode: string | undefined
  language: string | undefined
}

/** The filters that every job passes. */
export const noFilters: JobFilters = {
  city: undefined,
  contractType: undefined,
  workMode: undefined,
  language: undefined,
}

/** The values that a job has for each filter. */
export type FilterValues = Partial<Record<JobFilterName, string[]>>

/** Whether values pass filters. A filter in `ignored` passes all. */
export const passesFilters = (has: FilterValues, filters: JobFilters, ignored?: JobFilterName): boolean =>
  JOB_FILTERS.every((name) => {
    const chosen = filters[name]
    return name === ignored || chosen === undefined || has[name]?.includes(chosen) === true
  })

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

/** The number of jobs with the same values for all filters. */
export interface FilterCount {
  has: FilterValues
  count: number
}
