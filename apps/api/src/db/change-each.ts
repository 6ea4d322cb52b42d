import { isDeepStrictEqual } from 'node:util'
import { mongo } from 'mongoose'
import { isRetryable } from './connection.ts'

/** What all rows have that are changed so: `revision` grows by one with every change. */
interface Revised {
  _id: number
  revision: number
}

/** A change of one row, made only while the row has all these values. */
export interface RowChange<Row extends Revised> {
  where: Partial<Row> & Pick<Row, '_id'>
  set: Partial<Row>
}

/** One command carries so much; it may not have 16 MB, and SecantusDB copies all of it for each row. */
const BYTES_MAX = 1024 * 1024

/**
 * Makes changes of many rows with one command, each row its own, and answers which were made; of several changes of one row
 * only the first may be. One that was made, and changed by others before it could be seen, counts as not made.
 */
export async function changeEach<Row extends Revised>(
  rows: mongo.Collection<Row>,
  changes: readonly RowChange<Row>[],
): Promise<(boolean | Error)[]> {
  const firsts = new Map(changes.toReversed().map((change) => [change.where._id, change]))
  const made = await Promise.all(portionsOf([...firsts.values()]).map((portion) => changePortion(rows, portion)))
  const outcomes = new Map(made.flat())
  return changes.map((change) => outcomes.get(change) ?? false)
}

async function changePortion<Row extends Revised>(
  rows: mongo.Collection<Row>,
  changes: RowChange<Row>[],
): Promise<[RowChange<Row>, boolean | Error][]> {
  let failure: Error | undefined
  try {
    if ((await changeTogether(rows, changes)) === changes.length) return changes.map((change) => [change, true])
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
  }
  // Which of them, the database does not say. After a failure that may pass, whoever wants more looks and tries again.
  const otherwise = failure === undefined || isRetryable(failure) ? false : failure
  const found = await rows.find(ofThese(changes)).toArray()
  return changes.map((change) => {
    const row = found.find(({ _id }) => _id === change.where._id)
    return [change, hasAll(row, change.set) || otherwise]
  })
}

/**
 * Sends one command that changes each row that is as its change says, and answers how many were; at the first that the
 * database refuses it stops. No two changes may be of one row.
 */
export async function changeTogether<Row extends Revised>(
  rows: mongo.Collection<Row>,
  changes: RowChange<Row>[],
): Promise<number> {
  // `$literal`, for what looks like an expression is text; one constant list, which the database can index.
  const own = {
    $arrayElemAt: [{ $literal: changes.map(({ set }) => set) }, { $indexOfArray: [idsOf(changes), '$_id'] }],
  }
  const { matchedCount } = await rows.updateMany(
    // Not beside each other: SecantusDB finds rows by their ids only in `$and`.
    { $and: [ofThese(changes), { $or: changes.map(({ where }) => where) }] } as mongo.Filter<Row>,
    [{ $replaceWith: { $mergeObjects: ['$$ROOT', own, { revision: { $add: ['$revision', 1] } }] } }],
  )
  return matchedCount
}

const idsOf = <Row extends Revised>(changes: RowChange<Row>[]) => changes.map(({ where }) => where._id)

const ofThese = <Row extends Revised>(changes: RowChange<Row>[]) =>
  ({ _id: { $in: idsOf(changes) } }) as unknown as mongo.Filter<Row>

function portionsOf<Row extends Revised>(changes: RowChange<Row>[]): RowChange<Row>[][] {
  const portions: RowChange<Row>[][] = []
  let left = 0
  for (const change of changes) {
    const bytes = mongo.BSON.calculateObjectSize(change.set)
    if (bytes > left) {
      portions.push([])
      left = BYTES_MAX
    }
    portions.at(-1)?.push(change)
    left -= bytes
  }
  return portions
}

const hasAll = (row: object | undefined, values: object): boolean =>
  row !== undefined && isDeepStrictEqual({ ...row, ...values }, row)
