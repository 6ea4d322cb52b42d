import type { Paging } from '@boardwalk/schema/page'
import * as mongo from 'mongodb'
import { rememberLargeCounts } from './once.ts'

/** A list of rows that match a filter. An index should have the rows of the list in the order of its sort. */
export interface List<Document extends mongo.Document> {
  filter: mongo.Filter<Document>
  sort: Record<string, 1 | -1>
  projection?: mongo.Document
}

/** Runs a query with options that all queries of a list share, such as a session. */
type RunQuery = <Result>(query: (options: { session?: mongo.ClientSession }) => Promise<Result>) => Promise<Result>

/**
 * Creates functions that count the rows of lists and read their pages. `createList` turns a plain description into a list. The rows
 * are never cached. The total of a long list may be some seconds old, but it agrees with the rows of its page.
 */
export function createPageReads<Description, Document extends mongo.Document>(
  rows: Pick<mongo.Collection<Document>, 'find' | 'countDocuments'>,
  createList: (description: Description) => List<Document>,
  run: RunQuery = (query) => query({}),
) {
  const count = rememberLargeCounts((description: Description) =>
    run((options) => rows.countDocuments(createList(description).filter, options)),
  )

  async function readPage<Row>(
    description: Description,
    { page, pageSize }: Paging,
    read: (found: AsyncIterable<Document>) => Promise<Row[]>,
  ): Promise<{ rows: Row[]; total: number }> {
    const skip = (page - 1) * pageSize
    const { filter, ...list } = createList(description)
    const found = await run((options) =>
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

/** A row of a list whose pages begin after a cursor, not at a number. The list is sorted by time, newest first. */
interface TimedRow {
  _id: mongo.ObjectId
  at: Date
}

/** A row of such a list, and the cursor of the page that begins after it. */
export type Listed<Row> = Row & { cursor: string }

/** The form of a cursor: a time up to the year 5138, and an id. */
const CURSOR_FORM = /^(\d{1,14})-([0-9a-f]{24})$/

/** Makes the cursor of the page that begins after a row. */
export const createCursor = ({ at, _id }: TimedRow): string => `${at.getTime()}-${_id.toHexString()}`

/** Makes the filter for the rows after a cursor. After a malformed cursor it finds none. Rows with the same time are sorted by id. */
export function matchAfterCursor(cursor: string | null | undefined) {
  if (cursor === undefined || cursor === null) return {}
  const [, atMs, id] = CURSOR_FORM.exec(cursor) ?? [undefined, '0', '0'.repeat(24)]
  const at = new Date(Number(atMs))
  return { at: { $lte: at }, $or: [{ at: { $lt: at } }, { _id: { $lt: new mongo.ObjectId(id) } }] }
}
