import type { Paging } from '@boardwalk/schema/page'
import type * as mongo from 'mongodb'
import { rememberLargeCounts } from './once.ts'

/** A list of rows that match a filter. An index should have the rows of the list in the order of its sort. */
export interface List<Document extends mongo.Document> {
  filter: mongo.Filter<Document>
  sort: Record<string, 1 | -1>
  projection?: mongo.Document
}

/** Runs queries with the options that all of them share. */
type Within = <Result>(query: (options: { session?: mongo.ClientSession }) => Promise<Result>) => Promise<Result>

/**
 * Creates functions that count the rows of lists and read their pages. `createList` makes a list of a plain description. The rows
 * are read each time. The total of a long list may be some seconds old, but it agrees with the rows of its page.
 */
export function createPageReads<Description, Document extends mongo.Document>(
  rows: mongo.Collection<Document>,
  createList: (description: Description) => List<Document>,
  within: Within = (query) => query({}),
) {
  const count = rememberLargeCounts((description: Description) =>
    within((options) => rows.countDocuments(createList(description).filter, options)),
  )

  async function readPage<Row>(
    description: Description,
    { page, pageSize }: Paging,
    read: (found: AsyncIterable<Document>) => Promise<Row[]>,
  ): Promise<{ rows: Row[]; total: number }> {
    const skip = (page - 1) * pageSize
    const { filter, ...list } = createList(description)
    const found = await within((options) =>
      read(rows.find<Document>(filter, { ...list, ...options, skip, limit: pageSize })),
    )
    const end = skip + found.length
    // A page that is not full ends the list, so a count is not needed.
    if (found.length < pageSize && (found.length > 0 || page === 1)) return { rows: found, total: end }
    const counted = await count(description)
    return { rows: found, total: found.length > 0 ? Math.max(counted, end) : Math.min(counted, skip) }
  }

  return { count, readPage }
}
