import type { Paging } from '@boardwalk/schema/page'
import { LRUCache } from 'lru-cache'
import type * as mongo from 'mongodb'
import { REMEMBERED_MIN, rememberLargeCounts } from './once.ts'

/** A list of rows that match a filter, sorted by a column that is a number or a date. */
export interface List<Document extends mongo.Document> {
  filter: mongo.Filter<Document>
  sort: Record<string, 1 | -1>
  /** Every row of the list meets one of these conditions. Each condition has an index that sorts its rows as the list does. */
  ranges: mongo.Filter<Document>[]
  /** Each row of the list meets this condition, by which an index finds few rows. Absent if there is none. */
  narrow?: mongo.Filter<Document> | undefined
  projection?: mongo.Document
}

/** Runs queries with the options that all of them share. */
type Within = <Result>(query: (options: { session?: mongo.ClientSession }) => Promise<Result>) => Promise<Result>

/** Where the first row of a list was when it was last read, and how far apart its rows were. */
interface Spread {
  first: number
  perRow: number
  isDate: boolean
}
/** A page is looked for in a range that should hold this many times its rows. */
const SLACK = 2
const SPREADS_MAX = 10_000

/** Makes a condition that a row meets if it meets at least one of these. */
export const anyOf = <Document extends mongo.Document>(
  conditions: mongo.Filter<Document>[],
): mongo.Filter<Document> => {
  const [only, ...others] = conditions
  return only !== undefined && others.length === 0 ? only : ({ $or: conditions } as mongo.Filter<Document>)
}

/**
 * Creates functions that count the rows of lists and read their pages. `createList` makes a list of a plain description. The rows
 * are read each time. The total of a long list may be some seconds old, but it agrees with the rows of its page.
 */
export function createPageReads<Description, Document extends mongo.Document>(
  rows: mongo.Collection<Document>,
  createList: (description: Description) => List<Document>,
  within: Within = (query) => query({}),
) {
  // secantus: its Python server reads and sorts every row that an index finds, whatever the limit. So the read names the range
  // that should hold the page. If the range has enough rows, no row after it can be on the page.
  const spreads = new LRUCache<string, Spread>({ max: SPREADS_MAX })

  const count = rememberLargeCounts(async (description: Description) => {
    const { filter, narrow } = createList(description)
    const stages = [...(narrow ? [{ $match: narrow }] : []), { $match: filter }, { $count: 'count' }]
    const [found] = await within((options) => rows.aggregate<{ count: number }>(stages, options).toArray())
    return found?.count ?? 0
  })

  async function readPage<Row>(
    description: Description,
    { page, pageSize }: Paging,
    read: (found: AsyncIterable<Document>) => Promise<Row[]>,
  ): Promise<{ rows: Row[]; total: number }> {
    const skip = (page - 1) * pageSize
    const key = JSON.stringify(description)
    const { found, ends } = await readRows(description, { skip, limit: pageSize, spread: spreads.get(key) }, read)
    const end = skip + found.length
    // A page that is not full ends the list, so nobody needs to count.
    if (found.length < pageSize && (found.length > 0 || page === 1)) return { rows: found, total: end }
    const counted = await count(description)
    if (ends !== undefined && counted >= REMEMBERED_MIN) spreads.set(key, ends)
    return { rows: found, total: found.length > 0 ? Math.max(counted, end) : Math.min(counted, skip) }
  }

  async function readRows<Row>(
    description: Description,
    { skip, limit, spread }: { skip: number; limit: number; spread: Spread | undefined },
    read: (found: AsyncIterable<Document>) => Promise<Row[]>,
  ): Promise<{ found: Row[]; ends: Spread | undefined }> {
    const list = createList(description)
    const { sort, filter, narrow, projection } = list
    const [column = '_id', direction = 1] = Object.entries(sort)[0] ?? []
    let ends: { first: number; last: number; isDate: boolean } | undefined
    async function* note(found: AsyncIterable<Document>) {
      for await (const row of found) {
        const last = Number(row[column])
        ends = { first: ends?.first ?? last, last, isDate: row[column] instanceof Date }
        yield row
      }
    }
    const find = (by: mongo.Filter<Document> = filter) =>
      within((options) => {
        ends = undefined
        const stages = [
          ...[{ $match: by }, { $match: filter }, { $sort: sort }, { $skip: skip }, { $limit: limit }],
          ...(projection ? [{ $project: projection }] : []),
        ]
        return read(note(rows.aggregate<Document>(stages, options)))
      })

    const near = spread && (await find(anyOf(reach(list, column, direction, spread, skip + limit))))
    const found = near?.length === limit ? near : await find(narrow)
    if (ends === undefined) return { found, ends }
    const { first, last, isDate } = ends
    const perRow = Math.max(1, Math.abs(last - first) / found.length, near ? (spread?.perRow ?? 0) : 0)
    return { found, ends: { first: first - direction * perRow * skip, perRow, isDate } }
  }

  return { count, readPage }
}

/** Limits the ranges of a list to where its first rows should be. */
function reach<Document extends mongo.Document>(
  { ranges }: List<Document>,
  column: string,
  direction: 1 | -1,
  { first, perRow, isDate }: Spread,
  rowsMax: number,
): mongo.Filter<Document>[] {
  const end = Math.round(first + direction * perRow * rowsMax * SLACK)
  const bound = { [direction === 1 ? '$lte' : '$gte']: isDate ? new Date(end) : end }
  return ranges.map((range) => ({ ...range, [column]: bound }))
}
