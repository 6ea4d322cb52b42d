import { onAbort } from './clock.ts'
import { AbortedError, APIError, BoardwalkError } from './error.ts'
import { type ErrorCode, limits } from './generated/contract.ts'
import { type Schema, toJson } from './operation.ts'
import type { CallOptions } from './options.ts'

/** The most bytes that the items of one body may have. The remaining bytes are for the JSON around the items. */
const BYTES_MAX = limits.bodyBytes - 48_576

const encoder = new TextEncoder()

/** The message if an answer lacks the result of an item. */
export const NO_RESULT = 'The board gave no result'

/**
 * Why the board did nothing with an item, or may have done something. If its whole request failed, `error.code` is the code
 * of the board's answer, `http_` and the status of a proxy's answer, such as `http_502`, or the name of the error, such as
 * `ConnectionError`.
 */
export interface ItemFailure {
  /** The position of the item in the input, from 0. */
  index: number
  id: string | null
  status: 'failed' | 'unconfirmed'
  error: Schema['ApiError'] & { code: ErrorCode | (string & {}) }
}

export interface SendManyOptions extends CallOptions {
  /**
   * How many requests may run at once. Default: 4.
   * @example concurrency: 8
   */
  concurrency?: number | undefined
  /**
   * Ends the sending without cutting off a request: when it is aborted, no further request starts, and the iteration ends
   * after the results of those under way.
   * @example stop: stopping.signal // after stopping.abort() the items that were not sent have no result
   */
  stop?: AbortSignal | undefined
}

export const sendDefaults = { concurrency: 4, stop: undefined }

/** One value of the input. */
export interface Item<Value> {
  /** The position in the input, from 0. */
  index: number
  value: Value
}

/** What the result of every item has. */
interface ItemAnswer {
  error: ItemFailure['error'] | null
}

/** How an operation takes many items. */
export interface BatchOperation<Value, Answer, Blank> {
  /** The most items of one request. */
  itemsMax: number
  /** Sends one batch and returns the board's results in the same order. Rejects if the whole batch failed. */
  send: (values: Value[], signal: AbortSignal) => Promise<Answer[]>
  /** The members that a result has beside those of a failure, for an item to which the board gave no result. */
  blank: Blank
}

/**
 * Sends all values in batches and yields one result per item that was sent. A failed item does not affect the others. Throws
 * if the board refuses the key. When `stop` is aborted, sends nothing more, and ends after the requests under way.
 */
export async function* sendMany<Value extends { id: string }, Answer extends ItemAnswer, Blank>(
  values: Iterable<Value> | AsyncIterable<Value>,
  { itemsMax, send, blank }: BatchOperation<Value, Answer, Blank>,
  { concurrency, signal, stop }: { concurrency: number } & Pick<SendManyOptions, 'signal' | 'stop'>,
): AsyncGenerator<(Answer & { index: number }) | (Blank & ItemFailure), void, undefined> {
  type Batch = Item<Value>[]
  const end = new AbortController()
  const stopListening = onAbort(signal, () => end.abort(signal?.reason))
  /** Results that are known and not yet yielded. */
  const results: ((Answer & { index: number }) | (Blank & ItemFailure))[] = []
  const fail: Fail<Value> = (item, error, isUnconfirmed) =>
    results.push({ ...blank, ...createFailure(item, error, isUnconfirmed) })
  const batches = splitIntoBatches(values, itemsMax, (item, error) => fail(item, error, false))
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
  const sendBatch: SendBatch<Value> = async (items, earlier) => {
    if (refusals.length > 0 || stop?.aborted) throw earlier
    const answers = await send(
      items.map(({ value }) => value),
      end.signal,
    )
    for (const [at, item] of items.entries()) {
      const answer = answers[at]
      const { index } = item
      // The board does not say with these codes whether it has done something.
      const isUnknown = /^(internal|unconfirmed)$/.test(answer?.error?.code ?? '')
      if (answer) results.push({ ...answer, index, ...(isUnknown && { status: 'unconfirmed' }) })
      else fail(item, NO_RESULT, false)
    }
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
        run(next, sendItems(next, sendBatch, fail, refusals))
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
function hasSharedId<Value extends { id: string }>(batch: Item<Value>[], others: Iterable<Item<Value>[]>): boolean {
  const ids = new Set(batch.map(({ value }) => value?.id))
  return [...others].flat().some(({ value }) => ids.has(value?.id))
}

/** Adds the result of an item that failed. */
type Fail<Value> = (item: Item<Value>, error: unknown, isUnconfirmed: boolean) => unknown

/**
 * Sends items and adds the board's results. Throws `earlier`, the error of the request that they were part of, if nothing
 * more is to be sent.
 */
type SendBatch<Value> = (items: Item<Value>[], earlier: unknown) => Promise<void>

/**
 * Sends items and adds one result per item. If the request fails and one item may be the cause, it sends each half again.
 * Throws nothing, and adds the error with which the board refused the key to `refusals`.
 */
async function sendItems<Value>(
  items: Item<Value>[],
  send: SendBatch<Value>,
  fail: Fail<Value>,
  refusals: unknown[],
  earlier?: unknown,
  wasUnconfirmed = false,
): Promise<void> {
  try {
    await send(items, earlier)
  } catch (thrown) {
    // An earlier request with these items may have stored them, also if the board refuses this one.
    const isUnconfirmed = wasUnconfirmed || (thrown instanceof BoardwalkError && thrown.isUnconfirmed)
    if (isKeyRefused(thrown)) refusals.push(thrown)
    else if (items.length > 1 && mayBeOneItem(thrown)) {
      // `slice` rounds it down.
      const half = items.length / 2
      for (const part of [items.slice(0, half), items.slice(half)])
        await sendItems(part, send, fail, refusals, thrown, isUnconfirmed)
      return
    }
    for (const item of items) fail(item, thrown, isUnconfirmed)
  }
}

/** Tells whether the board refused the key. A 403 without a code comes from a proxy and concerns only this body. */
const isKeyRefused = (error: unknown) =>
  error instanceof APIError && (error.status === 401 || (error.status === 403 && error.code !== undefined))

/** Tells whether one item may be the cause of a refusal. A 403 that is not of the board is a firewall's, for its text. */
const mayBeOneItem = (error: unknown) => error instanceof APIError && [400, 403, 413].includes(error.status)

function createFailure({ index, value }: Item<{ id: string }>, thrown: unknown, isUnconfirmed: boolean): ItemFailure {
  const { name, message } = thrown instanceof Error ? thrown : new BoardwalkError(String(thrown))
  const api = thrown instanceof APIError ? thrown : undefined
  return {
    index,
    id: typeof value?.id === 'string' ? value.id : null,
    status: isUnconfirmed ? 'unconfirmed' : 'failed',
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
    const end = () => reject(new AbortedError('The sending was aborted', { cause: signal?.reason }))
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
