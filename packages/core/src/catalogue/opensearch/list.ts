import type { FilterCount } from '../../job/filters.ts'
import type { JobMark } from '../../job/range.ts'
import { CLOSENESSES, type FoundPage, type Hit, type ListQuery } from '../catalogue.ts'
import type { Answer, Engine, EngineHit, Search } from './engine.ts'
import {
  type Clause,
  createTiers,
  every,
  FURTHEST,
  hasValues,
  isBefore,
  isShown,
  newest,
  oldest,
  toSortValues,
} from './queries.ts'

/** The most combinations of filter values that a search counts one by one, the most usual first. */
const COMBINATIONS_MAX = 10_000

export const toMark = ({ _id, _version, fields }: EngineHit): JobMark => ({
  id: Number(_id),
  publishedAt: new Date(fields.publishedAt[0] ?? 0),
  companyId: fields.companyId[0] ?? '',
  revision: _version,
})

/** Makes the search that counts the jobs of a list, and each combination of their filter values. */
export const countCombinations = (query: Clause): Search => ({
  query,
  size: 0,
  aggs: { combinations: { terms: { field: 'combination', size: COMBINATIONS_MAX } } },
})

export function readCounts({ hits, aggregations }: Answer): FilterCount[] {
  const buckets = aggregations?.combinations?.buckets ?? []
  // The cast holds because document.ts makes this JSON of the values.
  const counts = buckets.map(({ key, doc_count: count }) => ({ has: JSON.parse(key) as FilterCount['has'], count }))
  const others = hits.total.value - counts.reduce((sum, { count }) => sum + count, 0)
  return others > 0 ? [...counts, { has: {}, count: others }] : counts
}

/** Finds a page of a list that shows all its jobs: one request, which has a search for each closeness. */
export async function findPage(engine: Engine, query: Omit<ListQuery, 'inARowMax'>): Promise<FoundPage> {
  const { owners, search, start, pageSize, at } = query
  const { within, tiers } = createTiers(query)
  const position = start.after ?? start.before
  const isBackwards = start.after === undefined && start.before !== undefined
  const startTier = position === undefined ? 0 : CLOSENESSES.indexOf(position.closeness)
  const [shown, passed] = [isShown(owners, at), hasValues(search)]
  const searches = tiers.map((tier, index): Search | undefined => {
    if (tier === undefined) return undefined
    const isRead = isBackwards ? index <= startTier : index >= startTier
    const isStart = position !== undefined && index === startTier
    return {
      query: every(shown, passed, tier),
      size: isRead ? pageSize : 0,
      sort: isBackwards ? oldest : newest,
      ...(isStart && {
        search_after: toSortValues(position),
        aggs: { before: { filter: isBefore(position, !isBackwards) } },
      }),
    }
  })
  const sent = searches.filter((each) => each !== undefined)
  const [counted, ...answers] = await engine.search(countCombinations(every(shown, within(FURTHEST))), ...sent)
  const answerOf = (index: number): Answer | undefined => {
    const each = searches[index]
    return each === undefined ? undefined : answers[sent.indexOf(each)]
  }
  const found = CLOSENESSES.map((closeness, index) => {
    const { hits, aggregations } = answerOf(index) ?? { hits: { total: { value: 0 }, hits: [] } }
    const jobs = hits.hits.map((hit): Hit => ({ ...toMark(hit), closeness }))
    return {
      jobs: isBackwards ? jobs.reverse() : jobs,
      total: hits.total.value,
      before: aggregations?.before?.doc_count,
    }
  })
  const count = (some: typeof found) => some.reduce((sum, { total }) => sum + total, 0)
  const index = count(found.slice(0, startTier)) + (found[startTier]?.before ?? 0)
  if (isBackwards && index < pageSize) return findPage(engine, { ...query, start: {} })
  const hits = found.flatMap(({ jobs }) => jobs)
  return {
    hits: isBackwards ? hits.slice(-pageSize) : hits.slice(0, pageSize),
    before: isBackwards ? index - pageSize : index,
    shown: count(found),
    counts: readCounts(counted),
    cutIds: new Set(),
  }
}
