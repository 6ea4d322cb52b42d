import { type InferSchemaType, Schema } from 'mongoose'
import { date, defineCollection, number, optional, text, typed } from '../db/collection.ts'
import { claimable } from '../db/row.ts'
import type { FilterValues } from '../job/filters.ts'

/**
 * What a search for words finds a published job by, made from the job (docs/adr/0016-search.md). The row of an unpublished job has only
 * its revision. If the rules change by which keys are made, give the collection another name: then a sweep makes all rows, and processes of
 * the version before keep theirs.
 */
const jobSearch = Schema.create({
  /** The job id. */
  _id: number,
  companyId: text,
  /** The revision of the job that the row was made from. A later row of the same job has a higher one. */
  revision: number,
  publishedAt: optional(date),
  /** The database does not check each key: that is a tenth of the work of a write. */
  keys: optional(typed<string[]>(Array)),
  filters: optional(typed<FilterValues>(Map)),
})
  // The search for words, of one company or of the board.
  .index({ keys: 1, companyId: 1 })
  // The jobs of an employer that a search names.
  .index({ companyId: 1 })
export type JobSearchRow = InferSchemaType<typeof jobSearch>

export const openJobSearches = defineCollection('jobSearchRows', { companyIn: 'companyId' }, jobSearch)

/** A word of titles and cities, by which a search with a wrong letter finds the right word. */
const searchWord = Schema.create({
  _id: text,
  /** The word, and what is left of it without each of its letters (`listNear`). */
  near: typed<string[]>(Array),
})
  // The words that differ by one letter.
  .index({ near: 1 })

export const openSearchWords = defineCollection(
  'searchWords',
  { noCompany: 'words of the titles and cities of published jobs of the whole board' },
  searchWord,
)

/** How far the sweep of the search is. `_id` is the name of the collection of its rows. */
const searchSweep = Schema.create({
  ...claimable,
  /** The last job id of a sweep of all jobs that is under way. Absent if none is. */
  afterId: optional(number),
  /** The rows show every change up to this instant, or will at the end of a sweep of all jobs. Absent before the first one. */
  changedThrough: optional(date),
})
export type SearchSweepRow = InferSchemaType<typeof searchSweep>

export const openSearchSweeps = defineCollection(
  'searchSweeps',
  { noCompany: 'the progress of the sweep of the whole board' },
  searchSweep,
)
