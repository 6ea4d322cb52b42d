import type { CollectionDescription } from '@boardwalk/core/db/collection'
import type * as mongo from 'mongodb'
import type { Condition, Query } from './recorded-queries.ts'

/*
 * Computes how MongoDB answers a query from an index, by its documented rules: equality, sort, range
 * (https://www.mongodb.com/docs/manual/tutorial/equality-sort-range-rule/). It assumes that MongoDB takes the best index.
 */

export interface Index {
  /** The members in their order, such as `companyId, date`. */
  name: string
  key: Record<string, 1 | -1>
  isUnique: boolean
  isSparse: boolean
  /** The filter of a partial index. */
  partial: mongo.Document
}

/** How a query is answered, and what is wrong with that. Without faults, as many rows are read as the answer needs. */
export interface Plan {
  /** The names of the indexes: one, or one for each way of an `$or`. */
  indexes: string[]
  /** Whether an index gives the order. */
  isSorted: boolean
  /** Whether few rows are read, however large the collection is: then it does not matter which of them are left out. */
  isOfFew: boolean
  faults: string[]
}

/** Lists the indexes of a collection, with the one that each collection has. */
export function listIndexes({ schema }: Pick<CollectionDescription, 'schema'>): Index[] {
  const described = schema.indexes().map(([key, options]) => ({
    // Each index of ours is an object of ascending and descending members.
    key: key as Record<string, 1 | -1>,
    isUnique: options.unique === true,
    isSparse: options.sparse === true,
    partial: options.partialFilterExpression ?? {},
  }))
  return [{ key: { _id: 1 as const }, isUnique: true, isSparse: false, partial: {} }, ...described].map((index) => ({
    name: Object.keys(index.key).join(', '),
    ...index,
  }))
}

/** What is known of the rows of a collection, which its schema does not say. */
export interface Knowledge {
  /** Conditions that few rows meet: `keyId=` for an id, `changedAt>` for what was changed lately. */
  few: ReadonlySet<string>
  /** Conditions that nearly all rows meet, such as `removedAt-`. */
  nearlyAll: ReadonlySet<string>
}

/** Plans a query. */
export function planQuery(query: Query, indexes: readonly Index[], known: Knowledge): Plan {
  const plan = (conditions: Condition[]) => planWith({ ...query, conditions }, indexes, known)
  const asOne = plan(query.conditions)
  if (query.branches.length === 0) return asOne
  const ways = query.branches.map((branch) => plan([...query.conditions, ...branch]))
  const merged: Plan = {
    indexes: [...new Set(ways.flatMap((way) => way.indexes))],
    isSorted: ways.every(({ isSorted }) => isSorted),
    isOfFew: ways.every(({ isOfFew }) => isOfFew),
    faults: [...new Set(ways.flatMap(({ faults }) => faults))],
  }
  if (merged.faults.length === 0 || asOne.isOfFew) return asOne.isOfFew ? asOne : merged
  // The other way: one index for what all ways share, and each row is looked at.
  const looked = [...new Set(query.branches.flat().map(({ path }) => path))]
  const faults = [...asOne.faults, leavesOut(looked)]
  return faults.length < merged.faults.length ? { ...asOne, faults } : merged
}

const leavesOut = (paths: string[]) => `reads rows that it leaves out by ${paths.join(', ')}`

const NO_INDEX: Plan = { indexes: [], isSorted: false, isOfFew: false, faults: ['has no index'] }

function planWith(query: Query, indexes: readonly Index[], known: Knowledge): Plan {
  const plans = indexes.flatMap((index) => planByIndex(query, index, known) ?? [])
  const [best = NO_INDEX] = plans.sort(
    (a, b) =>
      a.cost - b.cost ||
      Number(b.isOfFew) - Number(a.isOfFew) ||
      Number(b.isSorted) - Number(a.isSorted) ||
      b.bound - a.bound,
  )
  return best
}

function planByIndex(
  query: Query,
  index: Index,
  known: Knowledge,
): (Plan & { cost: number; bound: number }) | undefined {
  const { sort, limit, conditions } = query
  if (!hasEveryRow(index, conditions)) return undefined
  const keys = Object.keys(index.key)
  const points = countPoints(keys, conditions)
  const bound = points + (isBound(index, keys[points], points, conditions) ? 1 : 0)
  const isSorted = givesOrder(index, sort, points)
  // No condition narrows this index. It still serves a query that reads in its order, and that a limit ends.
  if (bound === 0 && !(isSorted && limit > 0 && conditions.every((each) => isMetByNearlyAll(each, known))))
    return undefined
  const isOfFew =
    (index.isUnique && points === keys.length) ||
    keys
      .slice(0, bound)
      .some((path) => conditions.some((each) => each.path === path && known.few.has(path + each.kind)))
  const left = isOfFew ? [] : findLeft(query, index, known)
  const faults = isOfFew ? [] : findFaults(query, index, isSorted, left)
  // A range, such as what was changed since an instant, leaves out the most rows.
  const cost = faults.length + 2 * left.filter(({ kind }) => '<>'.includes(kind)).length
  return { indexes: [index.name], isSorted, isOfFew, faults, cost, bound }
}

/** Counts the members at the beginning of an index for which single values are asked. A member that is absent is one value. */
function countPoints(keys: string[], conditions: readonly Condition[]): number {
  const end = keys.findIndex((path) => !conditions.some((each) => each.path === path && '=-'.includes(each.kind)))
  return end === -1 ? keys.length : end
}

/** Whether a condition ends the part of the index that is read, at the member behind the points. */
function isBound(index: Index, path: string | undefined, points: number, conditions: readonly Condition[]): boolean {
  // All values but some, or any value, are nearly the whole index, unless few rows are in it.
  const isSmall = points > 0 || index.isSparse || Object.keys(index.partial).length > 0
  return conditions.some(
    (each) => each.path === path && ('<>~'.includes(each.kind) || (isSmall && '!+'.includes(each.kind))),
  )
}

const isMetByNearlyAll = ({ path, kind }: Condition, { nearlyAll }: Knowledge) => nearlyAll.has(path + kind)

/** The conditions for which each row must be read, and which leave out some. */
const findLeft = ({ conditions }: Query, { key, partial }: Index, known: Knowledge) =>
  conditions.filter((each) => !(each.path in key) && !(each.path in partial) && !isMetByNearlyAll(each, known))

function findFaults(
  { conditions, sort, limit, grouped }: Query,
  index: Index,
  isSorted: boolean,
  left: readonly Condition[],
): string[] {
  const keys = Object.keys(index.key)
  // An entry does not tell a member that is null from one that is not there. The filter of a partial index is asked of the row.
  const needsRows = ({ kind, path }: Condition) =>
    '+-?~'.includes(kind) || path in index.partial || !keys.includes(path)
  const isCovered = !conditions.some(needsRows) && (grouped ?? []).every((path) => keys.includes(path))
  const isCompared = conditions.some(({ kind, path }) => kind === '~' && keys.includes(path))
  return [
    ...(left.length > 0 ? [leavesOut([...new Set(left.map(({ path }) => path))])] : []),
    ...(!isSorted && limit > 0 ? [`reads all rows to sort them by ${Object.keys(sort).join(', ')}`] : []),
    ...(grouped !== undefined && !isCovered ? ['reads each row that it counts'] : []),
    ...(isCompared ? ['compares each entry with a pattern'] : []),
  ]
}

/** Whether the index has every row that a query asks for. A partial or a sparse one lacks some. */
function hasEveryRow({ partial, isSparse, key }: Index, conditions: readonly Condition[]): boolean {
  const isThere = (path: string) =>
    conditions.some(
      (each) =>
        each.path === path && ('<>+~'.includes(each.kind) || (each.kind === '=' && !each.values.includes(null))),
    )
  if (isSparse && !Object.keys(key).some(isThere)) return false
  const isAsked = (path: string, kind: string, wanted: unknown) =>
    conditions.some((each) => each.path === path && each.kind === kind && each.values[0] === wanted)
  return Object.entries(partial).every(([path, wanted]) => {
    if (wanted?.$exists === true) return isThere(path)
    return wanted?.$gt === undefined ? isAsked(path, '=', wanted) : isAsked(path, '>', wanted.$gt)
  })
}

/** Whether the entries of an index, behind this many members with given values, are in the order of a sort. */
function givesOrder({ key }: Index, sort: Query['sort'], points: number): boolean {
  const entries = Object.entries(key)
  const given = new Set(entries.slice(0, points).map(([path]) => path))
  const wanted = Object.entries(sort).filter(([path]) => !given.has(path))
  const behind = entries.slice(points, points + wanted.length)
  if (behind.length < wanted.length) return false
  const turns = wanted.map(([path, direction], place) => {
    const [indexed, ascending] = behind[place] ?? []
    return indexed === path && ascending !== undefined ? direction * ascending : 0
  })
  return turns.every((turn) => turn === 1) || turns.every((turn) => turn === -1)
}
