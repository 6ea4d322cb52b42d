import { onAbort } from './clock.ts'
import { AbortedError, APIError, BoardwalkError } from './error.ts'
import { type ErrorCode, limits } from './generated/contract.ts'
import { type JobUpsert, type Schema, toJson } from './operation.ts'

/** The most bytes that the items of one body may have. The remaining bytes are for the JSON around the items. */
const BYTES_MAX = limits.bodyBytes - 48_576

const encoder = new TextEncoder()

/**
 * The result of one item of `upsertMany`. If its whole request failed, `error.code` is the code of the board's answer,
 * `http_` and the status of a proxy's answer, such as `http_502`, or the name of the error, such as `ConnectionError`.
 */
export interface JobUpsertManyResult extends Omit<Schema['JobUpsertResult'], 'status' | 'error'> {
  /** The position of the item in the input, from 0. Results do not come in the order of the input. */
  index: number
  /**
   * What the board did with the job. `failed`: nothing, and `error` says why. `unconfirmed`: it is not known, because an
   * answer was lost or cannot be read; send the item again.
   */
  status: Schema['JobUpsertResult']['status'] | 'unconfirmed'
  error: (Schema['ApiError'] & { code: ErrorCode | (string & {}) }) | null
}

/** One value of the input. */
export interface Item<Value> {
  /** The position in the input, from 0. */
  index: number
  value: Value
}

type Batch = Item<JobUpsert>[]

/** Sends one batch. Rejects if the whole batch failed. */
export type SendBatch = (jobs: JobUpsert[], signal: AbortSignal) => Promise<Schema['JobUpsertResult'][]>

/**
 * Sends all jobs in batches and yields one result per item that was sent. A failed item does not affect the others. Throws
 * if the board refuses the key. When `stop` is aborted, sends nothing more, and ends after the requests under way.
 */
export async function* upsertMany(
  jobs: Iterable<JobUpsert> | AsyncIterable<JobUpsert>,
  send: SendBatch,
  concurrency: number,
  signal: AbortSignal | undefined,
  stop: AbortSignal | undefined,
): AsyncGenerator<JobUpsertManyResult, void, undefined> {
  const end = new AbortController()
  const stopListening = onAbort(signal, () => end.abort(signal?.reason))
  /** Results that are known and not yet yielded. */
  const results: JobUpsertManyResult[] = []
  const batches = splitIntoBatches(jobs, limits.jobs, (item, error) => results.push(createFailure(item, error)))
  /** The batch that was read and is not yet sent, if there is one. */
  const waiting: Batch[] = []
  const read = async () => {
    // After a stop it does not wait for the input, which may never give its next item.
    const { value } = await waitUnlessAborted(stop, batches.next())
    if (value) waiting.push(value)
  }
  /** Each batch that is being sent. The empty batch `input` is there while the next one is read. */
  const running = new Map<Batch, Promise<Batch>>()
  const run = (batch: Batch, task: Promise<void>) =>
    running.set(
      batch,
      task.then(() => batch),
    )
  const input: Batch = []
  /** The errors with which the board refused the key. */
  const refusals: unknown[] = []
  const sendUnlessEnded: Send = async (items, earlier) => {
    if (refusals.length > 0 || stop?.aborted) throw earlier
    return send(
      items.map(({ value }) => value),
      end.signal,
    )
  }
  try {
    run(input, read())
    while (running.size > 0) {
      running.delete(await waitUnlessAborted(end.signal, Promise.race(running.values())))
      yield* results.splice(0)
      if (refusals.length > 0) throw refusals[0]
      const [next] = waiting
      if (next && !stop?.aborted && running.size < concurrency && !hasSharedId(next, running.keys())) {
        waiting.pop()
        run(next, sendItems(next, sendUnlessEnded, results, refusals))
        run(input, read())
      }
    }
  } catch (error) {
    if (end.signal.aborted) throw error
    // The board has carried out what was sent, so those results come before an error of the key or of the input.
    running.delete(input)
    await Promise.allSettled(running.values())
    yield* results
    if (!stop?.aborted) throw error
  } finally {
    stopListening()
    end.abort()
    // Not awaited: an input that never gives its next item would block a caller who left the loop.
    batches.return(undefined).catch(() => undefined)
  }
}

/** Tells whether two batches share an id. Such batches must not race, because the last item of an id must win. */
function hasSharedId(batch: Batch, others: Iterable<Batch>): boolean {
  const ids = new Set(batch.map(({ value }) => value?.id))
  return [...others].flat().some(({ value }) => ids.has(value?.id))
}

/** Sends items. Throws `earlier`, the error of the request that they were part of, if nothing more is to be sent. */
type Send = (items: Batch, earlier: unknown) => Promise<Schema['JobUpsertResult'][]>

/**
 * Sends items and adds one result per item. If the request fails and one item may be the cause, it sends each half again.
 * Throws nothing, and adds the error with which the board refused the key to `refusals`.
 */
async function sendItems(
  items: Batch,
  send: Send,
  results: JobUpsertManyResult[],
  refusals: unknown[],
  earlier?: unknown,
  wasUnconfirmed = false,
): Promise<void> {
  try {
    const answers = await send(items, earlier)
    results.push(...items.map((item, at) => createResult(item, answers[at])))
  } catch (thrown) {
    // An earlier request with these items may have stored them, also if the board refuses this one.
    const isUnconfirmed = wasUnconfirmed || (thrown instanceof BoardwalkError && thrown.isUnconfirmed)
    if (isKeyRefused(thrown)) refusals.push(thrown)
    else if (items.length > 1 && mayBeOneItem(thrown)) {
      // `slice` rounds it down.
      const half = items.length / 2
      for (const part of [items.slice(0, half), items.slice(half)])
        await sendItems(part, send, results, refusals, thrown, isUnconfirmed)
      return
    }
    for (const item of items) results.push(createFailure(item, thrown, isUnconfirmed))
  }
}

/** Tells whether the board refused the key. A 403 without a code comes from a proxy and concerns only this body. */
const isKeyRefused = (error: unknown) =>
  error instanceof APIError && (error.status === 401 || (error.status === 403 && error.code !== undefined))

/** Tells whether one item may be the cause of a refusal. A 403 that is not of the board is a firewall's, for its text. */
const mayBeOneItem = (error: unknown) => error instanceof APIError && [400, 403, 413].includes(error.status)

function createResult(item: Item<JobUpsert>, answer: Schema['JobUpsertResult'] | undefined): JobUpsertManyResult {
  return answer ? { ...answer, index: item.index } : createFailure(item, 'The board gave no result')
}

function createFailure(
  { index, value: job }: Item<JobUpsert>,
  thrown: unknown,
  isUnconfirmed = false,
): JobUpsertManyResult {
  const { name, message } = thrown instanceof Error ? thrown : new BoardwalkError(String(thrown))
  const api = thrown instanceof APIError ? thrown : undefined
  return {
    index,
    id: typeof job?.id === 'string' ? job.id : null,
    status: isUnconfirmed ? 'unconfirmed' : 'failed',
    jobId: null,
    jobUrl: null,
    error: {
      message,
      code: api?.code ?? (api ? `http_${api.status}` : name),
      ...(api?.requestId && { requestId: api.requestId }),
      ...(api?.issues.length && { issues: api.issues }),
    },
  }
}

/**
 * Waits for a promise, but rejects as soon as the signal is aborted. It does not race against one long-lived promise of
 * the abort, because that promise would keep the result of every race, and so the whole input, in memory.
 */
function waitUnlessAborted<Value>(signal: AbortSignal | undefined, waiting: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new AbortedError('upsertMany was aborted', { cause: signal?.reason }))
    waiting.then(resolve, reject).finally(onAbort(signal, end))
  })
}

/**
 * Splits an input into batches for one request each: at most `itemsMax` items, and no more bytes than the board accepts in
 * one body. A larger item is a batch of its own, so that the board decides about it. `refuse` gets each item that JSON cannot
 * hold, and the reason.
 */
export async function* splitIntoBatches<Value>(
  values: Iterable<Value> | AsyncIterable<Value>,
  itemsMax: number,
  refuse: (item: Item<Value>, error: unknown) => void,
): AsyncGenerator<Item<Value>[], void, undefined> {
  let batch: Item<Value>[] = []
  let batchBytes = 0
  let index = 0
  for await (const value of values) {
    const item = { index: index++, value }
    let bytes: number
    try {
      // With the comma after the item.
      bytes = encoder.encode(toJson(value)).length + 1
    } catch (error) {
      refuse(item, error)
      continue
    }
    if (batch.length === itemsMax || (batch.length > 0 && batchBytes + bytes > BYTES_MAX)) {
      yield batch
      batch = []
      batchBytes = 0
    }
    batch.push(item)
    batchBytes += bytes
  }
  if (batch.length > 0) yield batch
}
