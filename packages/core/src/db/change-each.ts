import * as mongo from 'mongodb'
import { isTransient, isWholeRefusal } from '../process/database-failure.ts'
import { isDuplicateKey, readRefusals } from './connection.ts'
import { halve, toError } from './refusal.ts'
import type { Retry } from './retry.ts'

/** The members that `changeEach` needs in a row. */
export interface RowWithRevision {
  _id: number
  companyId: string
  /** Grows by one with each change. */
  revision: number
  /** The ids of the last changes, newest last. The writer looks for the id of its change to learn whether it was made. */
  changeIds?: mongo.ObjectId[]
  /** When the row was last changed, by the database's clock, or when it was made, by its server's. */
  changedAt: Date
}

/** New values of one row, to be written only if the row still has the revision that they were made from. */
export interface RowChange<Row extends RowWithRevision> {
  where: Pick<Row, '_id' | 'companyId' | 'revision'>
  set: Partial<Omit<Row, keyof RowWithRevision>>
  /** The id of a change that was sent in another way before (`toConditionalUpdate`). */
  id?: mongo.ObjectId
}

/** `outdated`: the row has another revision now. `taken`: a unique index refused the values. */
export type ChangeOutcome = 'made' | 'outdated' | 'taken'

const CHANGE_IDS_KEPT = 32

interface Attempt<Row extends RowWithRevision> {
  change: RowChange<Row>
  id: mongo.ObjectId
}
type Outcomes<Row extends RowWithRevision> = Map<RowChange<Row>, ChangeOutcome | Error>

/**
 * Changes many rows with one command, and says for each change whether it was made. If several changes are for one row,
 * only the first is tried, and the others are `outdated`.
 *
 * It never guesses an outcome. The database says how many rows a command changed, not which, and an answer can be lost. So
 * each change writes its id into its row. After a lost answer the same change is sent again until the row has the id or
 * another revision. A change is made once or never, however often it is sent and however late it arrives.
 */
export async function changeEach<Row extends RowWithRevision>(
  rows: mongo.Collection<Row>,
  changes: readonly RowChange<Row>[],
  retry: Retry,
): Promise<(ChangeOutcome | Error)[]> {
  const firsts = new Map(changes.toReversed().map((change) => [change.where._id, change]))
  const outcomes: Outcomes<Row> = new Map()
  let open = [...firsts.values()].map((change): Attempt<Row> => ({ change, id: change.id ?? new mongo.ObjectId() }))
  await retry(async () => {
    const failure = await send(rows, open, outcomes)
    open = open.filter(({ change }) => !outcomes.has(change))
    if (open.length > 0) await look(rows, open, outcomes, failure)
    open = open.filter(({ change }) => !outcomes.has(change))
    if (open.length > 0) throw failure ?? new Error('a change was not made, although its row has the expected revision')
  })
  return changes.map((change) => outcomes.get(change) ?? 'outdated')
}

/**
 * Sends all changes as one command. Notes the outcomes that the answer shows. If the database refuses the whole command, sends each half,
 * so that only the change that is the cause fails. Returns the error if there is no answer.
 */
async function send<Row extends RowWithRevision>(
  rows: mongo.Collection<Row>,
  attempts: readonly Attempt<Row>[],
  outcomes: Outcomes<Row>,
): Promise<Error | undefined> {
  const [first, ...others] = attempts
  if (first === undefined) return undefined
  const failure = await (others.length === 0 ? sendOne(rows, first, outcomes) : sendBulk(rows, attempts, outcomes))
  if (failure === undefined || !isWholeRefusal(failure)) return failure
  if (others.length === 0) {
    outcomes.set(first.change, failure)
    return undefined
  }
  const failures = await Promise.all(halve(attempts).map((half) => send(rows, half, outcomes)))
  // A lost answer counts more than another failure: the changes of that half may have been made.
  return failures.find(isTransient) ?? failures.find((each) => each !== undefined)
}

/** Sends a change alone. A bulk of one would cost the driver more. */
async function sendOne<Row extends RowWithRevision>(
  rows: mongo.Collection<Row>,
  attempt: Attempt<Row>,
  outcomes: Outcomes<Row>,
): Promise<Error | undefined> {
  const { filter, update } = toWrite(attempt)
  try {
    noteMade(await rows.updateOne(filter, update), [attempt], outcomes)
  } catch (error) {
    if (!isDuplicateKey(error)) return toError(error)
    outcomes.set(attempt.change, 'taken')
  }
  return undefined
}

async function sendBulk<Row extends RowWithRevision>(
  rows: mongo.Collection<Row>,
  attempts: readonly Attempt<Row>[],
  outcomes: Outcomes<Row>,
): Promise<Error | undefined> {
  const writes = attempts.map((attempt) => ({ updateOne: toWrite(attempt) }))
  try {
    noteMade(await rows.bulkWrite(writes, { ordered: false }), attempts, outcomes)
  } catch (error) {
    if (isTransient(error) || isWholeRefusal(error) || !(error instanceof mongo.MongoBulkWriteError))
      return toError(error)
    for (const [index, { isDuplicateKey, message }] of readRefusals(error)) {
      const attempt = attempts[index]
      if (attempt !== undefined) outcomes.set(attempt.change, isDuplicateKey ? 'taken' : new Error(message))
    }
    const others = attempts.filter(({ change }) => !outcomes.has(change))
    noteMade(error, others, outcomes)
  }
  return undefined
}

const toWrite = <Row extends RowWithRevision>({ change: { where, set }, id }: Attempt<Row>) => ({
  // Both casts hold by the types of `RowChange`: TypeScript cannot follow filters and updates of a type parameter.
  filter: where as mongo.Filter<Row>,
  update: {
    $set: set,
    $inc: { revision: 1 },
    $currentDate: { changedAt: true },
    $push: { changeIds: { $each: [id], $slice: -CHANGE_IDS_KEPT } },
  } as unknown as mongo.UpdateFilter<Row>,
})

/** The revision after a change, as an expression for the database. */
const NEXT_REVISION = { $add: ['$revision', 1] } as const

/**
 * Makes an update that changes a row of any revision, if a condition about it holds. It also writes what `changeEach` writes. If the row has the id of the change, it was made before, so a command that arrives late changes nothing.
 */
export function toConditionalUpdate(condition: mongo.Document, set: object, id: mongo.ObjectId): mongo.Document[] {
  const ids = { $ifNull: ['$changeIds', []] }
  const mark = {
    revision: NEXT_REVISION,
    changedAt: '$$NOW',
    changeIds: { $slice: [{ $concatArrays: [ids, [id]] }, -CHANGE_IDS_KEPT] },
  }
  const isOpen = { $and: [condition, { $not: [{ $in: [id, ids] }] }] }
  const changed = { $mergeObjects: ['$$ROOT', { $literal: set }, mark] }
  return [{ $replaceWith: { $cond: [isOpen, changed, '$$ROOT'] } }]
}

/** If every change matched a row, all were made. If not, the count does not say which. */
function noteMade<Row extends RowWithRevision>(
  { matchedCount }: { matchedCount: number },
  attempts: readonly Attempt<Row>[],
  outcomes: Outcomes<Row>,
): void {
  if (matchedCount === attempts.length) for (const { change } of attempts) outcomes.set(change, 'made')
}

/**
 * Reads the rows and notes the outcome of each change. The read is linearizable, so that a member that was the primary a
 * moment ago cannot answer. A change without an outcome was not made yet; after a lost answer it may still arrive.
 */
async function look<Row extends RowWithRevision>(
  rows: mongo.Collection<Row>,
  attempts: Attempt<Row>[],
  outcomes: Outcomes<Row>,
  failure: Error | undefined,
): Promise<void> {
  if (failure !== undefined && !isTransient(failure)) {
    for (const { change } of attempts) outcomes.set(change, failure)
    return
  }
  const found = await readLatest(rows, attempts)
  for (const { change, id } of attempts) {
    const row = found.get(change.where._id)
    if (row?.changeIds?.some((made) => made.equals(id))) outcomes.set(change, 'made')
    else if (row === undefined) outcomes.set(change, 'outdated')
    else if (row.revision > change.where.revision + CHANGE_IDS_KEPT)
      outcomes.set(change, new Error(`it is not known any more whether row ${row._id} was changed`))
    else if (row.revision !== change.where.revision) outcomes.set(change, 'outdated')
  }
}

async function readLatest<Row extends RowWithRevision>(
  rows: mongo.Collection<Row>,
  attempts: Attempt<Row>[],
): Promise<Map<number, RowWithRevision>> {
  const filter = {
    _id: { $in: attempts.map(({ change }) => change.where._id) },
    companyId: { $in: [...new Set(attempts.map(({ change }) => change.where.companyId))] },
  }
  const projection = { companyId: 1, revision: 1, changeIds: 1 }
  const found = await rows
    // TypeScript cannot follow a filter of a type parameter.
    .find<RowWithRevision>(filter as unknown as mongo.Filter<Row>, { projection, ...LATEST })
    .toArray()
  return new Map(found.map((row) => [row._id, row]))
}

/**
 * Options of a read of what is stored now: before it answers, the primary confirms with a majority that it still is the
 * primary. Use it if an answer to a caller says that nothing has changed (docs/adr/0004-updating-a-job.md).
 */
export const LATEST = { readConcern: 'linearizable', maxTimeMS: 10_000 } as const
