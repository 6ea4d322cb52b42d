import type { JobMark, JobPosition } from '../../job/range.ts'
import type { FoundPage, ListQuery } from '../catalogue.ts'
import type { Engine, Search } from './engine.ts'
import { countCombinations, readCounts, toMark } from './list.ts'
import {
  type Clause,
  every,
  hasAny,
  hasValues,
  isBefore,
  isShown,
  newest,
  not,
  oldest,
  toSortValues,
} from './queries.ts'

/*
 * The list that hides jobs of a company in a row. The engine cannot find the rows, so this reads the list around a page. The jobs in a row
 * that are hidden are counted as if they were shown, because only a walk through the whole list could count them.
 */

type Query = Omit<ListQuery, 'inARowMax' | 'start'> & { inARowMax: number }

/** The jobs that are read together. A longer row is passed over in one step. */
const MARKS_AT_ONCE = 100

/** Some jobs of the list one after the other. */
interface Stretch {
  marks: JobMark[]
  /** Whether the list ends with them. */
  isLast: boolean
}

/** A walk through the list, towards its end or back to its beginning. */
function createWalk(engine: Engine, list: Clause, direction: 'on' | 'back') {
  const sort = direction === 'on' ? newest : oldest
  const makeSearch = (from: JobPosition | undefined, size: number, query = list): Search => ({
    query,
    size,
    sort,
    search_after: from && toSortValues(from),
  })
  async function read(from: JobPosition | undefined, size = MARKS_AT_ONCE, query = list): Promise<Stretch> {
    const [{ hits }] = await engine.search(makeSearch(from, size, query))
    return { marks: hits.hits.map(toMark), isLast: hits.hits.length < size }
  }
  /** Reads on after a job. If all that were read before it are in one row, it passes over the rest of the row. */
  async function readOn(last: JobMark, inARow: number): Promise<Stretch> {
    if (inARow < MARKS_AT_ONCE) return read(last)
    const { marks } = await read(last, 1, every(list, not(hasAny('companyId', [last.companyId]))))
    const [next] = marks
    if (next === undefined) return { marks: [], isLast: true }
    const others = await read(next)
    return { marks: [next, ...others.marks], isLast: others.isLast }
  }
  return { makeSearch, read, readOn }
}

export async function findPageInARow(
  engine: Engine,
  query: Query,
  { after, before }: ListQuery['start'],
): Promise<FoundPage> {
  if (after !== undefined || before === undefined) return findPageAfter(engine, query, after)
  return findPageAfter(engine, query, await findLastBefore(engine, query, before))
}

const toList = ({ owners, search, at }: Query): Clause => every(isShown(owners, at), hasValues(search))

async function findPageAfter(engine: Engine, query: Query, after: JobPosition | undefined): Promise<FoundPage> {
  const { pageSize, inARowMax } = query
  const list = toList(query)
  const [on, back] = [createWalk(engine, list, 'on'), createWalk(engine, list, 'back')]
  const counting = countCombinations(list)
  const [counted, read, earlier] = await engine.search(
    after === undefined
      ? counting
      : { ...counting, aggs: { ...counting.aggs, before: { filter: isBefore(after, true) } } },
    on.makeSearch(after, MARKS_AT_ONCE),
    // The row that goes on after the position, with the job at the position.
    back.makeSearch(after && { ...after, id: after.id - 1 }, after === undefined ? 0 : inARowMax),
  )
  const row = earlier.hits.hits.map(toMark)
  let companyId = row[0]?.companyId
  let inARow = row.findIndex((mark) => mark.companyId !== companyId)
  if (inARow < 0) inARow = row.length
  const hits: JobMark[] = []
  const cutIds = new Set<number>()
  let hasMore = false

  /** Takes the next job of the list. Returns whether the page is full. */
  function take(mark: JobMark): boolean {
    inARow = mark.companyId === companyId ? inARow + 1 : 1
    companyId = mark.companyId
    const last = hits.at(-1)
    if (inARow > inARowMax && last !== undefined) cutIds.add(last.id)
    hasMore = inARow <= inARowMax && hits.length === pageSize
    if (inARow <= inARowMax && !hasMore) hits.push(mark)
    return hasMore
  }

  let stretch: Stretch = { marks: read.hits.hits.map(toMark), isLast: read.hits.hits.length < MARKS_AT_ONCE }
  while (!stretch.marks.some(take) && !stretch.isLast) {
    const last = stretch.marks.at(-1)
    if (last === undefined) break
    stretch = await on.readOn(last, inARow)
  }
  const first = counted.aggregations?.before?.doc_count ?? 0
  return {
    hits: hits.map((mark) => ({ ...mark, closeness: 'named' })),
    before: first,
    shown: hasMore ? counted.hits.total.value : first + hits.length,
    counts: readCounts(counted),
    cutIds,
  }
}

/** Finds the last shown job before the page that is before a position. Undefined if that page is the first one. */
async function findLastBefore(engine: Engine, query: Query, before: JobPosition): Promise<JobMark | undefined> {
  const { pageSize, inARowMax } = query
  const list = toList(query)
  const [on, back] = [createWalk(engine, list, 'on'), createWalk(engine, list, 'back')]
  /** The shown jobs before the position, the nearest first. */
  const shown: JobMark[] = []
  /** The jobs of the row that the walk has come to, the nearest first. Its furthest jobs are shown. */
  let row: JobMark[] = []
  const endRow = () => shown.push(...row.slice(-inARowMax))
  let stretch = await back.read(before)
  for (;;) {
    for (const mark of stretch.marks) {
      if (mark.companyId !== row[0]?.companyId) {
        endRow()
        row = []
      }
      row.push(mark)
    }
    if (stretch.isLast) endRow()
    const last = stretch.marks.at(-1)
    if (stretch.isLast || last === undefined || shown.length > pageSize) return shown[pageSize]
    const inARow = row.length
    stretch = await back.readOn(last, inARow)
    // The walk has passed over the rest of the row, so the jobs with which the row begins are read.
    if (inARow >= MARKS_AT_ONCE) row = (await on.read(stretch.marks[0], inARowMax)).marks.reverse()
  }
}
