import type { JobFields } from '@boardwalk/schema/job'
import { describePlaces, nameJobCities } from '@boardwalk/schema/place/job-places'
import { escapePattern } from '../db/word-pattern.ts'
import { createPause, JOB_CHARACTERS_A_TURN } from '../process/turns.ts'

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

/** Makes a regular expression that finds the filter texts of the jobs that pass filters. Undefined if every job passes. */
export function createFilterPattern(filters: JobFilters): string | undefined {
  const chosen = JOB_FILTERS.flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [`"${name}":\\[${OTHER_VALUES}${escapePattern(JSON.stringify(value))}[,\\]]`]
  })
  return chosen.length === 0 ? undefined : chosen.join('.*')
}

/** The number of jobs with the same values for all filters. */
export interface FilterCount {
  has: FilterValues
  count: number
}

/** The usual size of a combination of values in characters. */
const CHARACTERS_A_COUNT = 100

/** Reads the numbers of jobs of groups, in turns, because a large board has many. */
export async function readCounts<Group>(
  found: AsyncIterable<{ _id: Group; count: number }>,
  toValues: (group: Group) => FilterCount['has'],
): Promise<FilterCount[]> {
  const pause = createPause(JOB_CHARACTERS_A_TURN)
  const counts: FilterCount[] = []
  for await (const { _id, count } of found) {
    await pause(CHARACTERS_A_COUNT)
    counts.push({ has: toValues(_id), count })
  }
  return counts
}
