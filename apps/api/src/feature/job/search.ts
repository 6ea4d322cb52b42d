import type { JobFields } from '@boardwalk/schema/job'

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
export interface FilterValue {
  value: string
  count: number
}

/** What a search looks through: a job's title and cities, folded. */
export const searchText = ({ title, city }: JobFields): string => [title, ...[city ?? []].flat()].map(folded).join('\n')

/** Text without what people leave out when they search: case, accents, Arabic vowel signs and variants of letters. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
}
