import type { Paging } from '@boardwalk/schema/page'
import type { mongo } from 'mongoose'
import { shareReads } from '../../../db/share-reads.ts'
import { escapePattern } from '../../../db/word-pattern.ts'
import { fold } from '../../../fold.ts'
import type { StoredJob } from '../job.ts'
import { type FilterCount, JOB_FILTERS, type JobFilterName, type JobSearch } from '../search.ts'
import { type JobCollection, type JobDocument, readJobs } from './document.ts'

/** Searches a company's published jobs for the company's page. */
export interface JobSearches {
  /** Reads one page of the jobs that a search finds, latest publication first. */
  search(companyId: string, search: JobSearch, paging: Paging): Promise<StoredJob[]>
  /** Counts the jobs that have these words, grouped by filter text. */
  countByFilters(companyId: string, words: string[]): Promise<FilterCount[]>
}

type Conditions = mongo.Filter<JobDocument>

export const createJobSearches = (jobs: JobCollection): JobSearches => ({
  search: shareReads(async (companyId: string, search: JobSearch, { page, pageSize }: Paging) => {
    const found = jobs
      .find(matchSearch(companyId, search))
      .sort({ publishedAt: -1, _id: -1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
    return readJobs(found)
  }),

  countByFilters: shareReads(async (companyId: string, words: string[]) => {
    const found = await jobs
      .aggregate<{ _id: string; count: number }>([
        { $match: matchWords(companyId, words) },
        { $group: { _id: '$filterText', count: { $sum: 1 } } },
      ])
      .toArray()
    return found.map(({ _id, count }) => ({ filterText: _id, count }))
  }),
})

/** The field of each filter. A job matches if the field equals the value, or is a list that contains it. */
const filterPaths: Record<JobFilterName, string> = {
  city: 'fields.city',
  contractType: 'fields.contractType',
  workMode: 'fields.workMode',
  language: 'fields.languages',
}

/** Matches the company's published jobs that have each of these words. */
function matchWords(companyId: string, words: string[]): Conditions {
  const conditions: Conditions = { companyId, status: 'PUBLISHED' }
  const held = words.map((word) => ({ search: { $regex: escapePattern(fold(word)) } }))
  return held.length === 0 ? conditions : { ...conditions, $and: held }
}

/** Matches the company's published jobs that a search finds. */
function matchSearch(companyId: string, search: JobSearch): Conditions {
  const filters = JOB_FILTERS.filter((filter) => search[filter] !== undefined)
  return {
    ...matchWords(companyId, search.words),
    ...Object.fromEntries(filters.map((filter) => [filterPaths[filter], search[filter]])),
  }
}
