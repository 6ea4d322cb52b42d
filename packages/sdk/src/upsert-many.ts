import { Batch, countJsonBytes } from './batch.ts'
import { onAbort } from './clock.ts'
import {
  AbortedError,
  APIError,
  AuthenticationError,
  BadRequestError,
  BoardwalkError,
  PayloadTooLargeError,
  PermissionDeniedError,
} from './error.ts'
import { type ErrorCode, limits } from './generated/contract.ts'
import type { JobUpsert } from './job-input.ts'
import type { Schema } from './operation.ts'

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

interface Item {
  index: number
  job: JobUpsert
}

/** Sends one batch. Rejects if the whole batch failed. */
export type SendBatch = (jobs: JobUpsert[], signal: AbortSignal) => Promise<Schema['JobUpsertResult'][]>

export interface UpsertManySettings {
  concurrency: number
  signal: AbortSignal | undefined
}

/**
 * Sends all jobs in batches and yields one result per item. A failed item does not affect the others. Throws if the board
 * refuses the key.
 */
export async function* upsertMany(
  jobs: Iterable<JobUpsert> | AsyncIterable<JobUpsert>,
  send: SendBatch,
  { concurrency, signal }: UpsertManySettings,
): AsyncGenerator<JobUpsertManyResult, void, undefined> {
  const stop = new AbortController()
  const abort = () => stop.abort(signal?.reason)
  const stopListening = onAbort(signal, abort)
  if (signal?.aborted) abort()
  const failed: JobUpsertManyResult[] = []
  const batches = readBatches(jobs, failed)
  try {
    for await (const results of sendAll(
      batches,
      (batch) => sendBatch(batch, send, stop.signal),
      concurrency,
      stop.signal,
    )) {
      yield* results
      yield* failed.splice(0)
    }
  } finally {
    stopListening()
    stop.abort()
    // Not awaited: an input that never gives its next item would block a caller who left the loop.
    batches.return(undefined).catch(() => undefined)
  }
}

/** Sends up to `concurrency` batches at once. Yields the results of each batch when it ends, and [] after each read. */
async function* sendAll(
  batches: AsyncGenerator<Batch<Item>, void>,
  start: (batch: Batch<Item>) => Promise<Settled>,
  concurrency: number,
  signal: AbortSignal,
): AsyncGenerator<JobUpsertManyResult[], void> {
  const running = new Map<Batch<Item>, Promise<Settled>>()
  let reading: Promise<Read> | undefined = readNext(batches)
  let waiting: Batch<Item> | undefined
  while (reading !== undefined || waiting !== undefined || running.size > 0) {
    if (waiting !== undefined && running.size < concurrency && !hasSharedId(waiting, running.keys())) {
      running.set(waiting, start(waiting))
      waiting = undefined
      reading = readNext(batches)
    }
    const pending = reading === undefined ? [] : [reading]
    const next = await waitUnlessAborted(signal, Promise.race<Settled | Read>([...running.values(), ...pending]))
    if ('results' in next) {
      running.delete(next.batch)
      yield next.results
    }
    if ('thrown' in next) {
      // The board has carried out what was sent, so those results come before the error.
      yield (await Promise.all(running.values())).flatMap(({ results }) => results)
      throw next.thrown
    }
    if (!('results' in next)) {
      reading = undefined
      waiting = next.batch
      yield []
    }
  }
}

/** The results of a batch. If the board refused the key, also the error, and some items have no result. */
type Settled = { batch: Batch<Item>; results: JobUpsertManyResult[] } & ({ thrown: unknown } | object)

/** The next batch, undefined at the end of the input, or the error that the input threw. */
type Read = { batch: Batch<Item> | undefined } | { thrown: unknown }

async function readNext(batches: AsyncGenerator<Batch<Item>, void>): Promise<Read> {
  try {
    const { value } = await batches.next()
    return { batch: value ?? undefined }
  } catch (thrown) {
    return { thrown }
  }
}

/** Reads the input in batches. Puts items that cannot be sent as JSON into `failed`. */
async function* readBatches(
  jobs: Iterable<JobUpsert> | AsyncIterable<JobUpsert>,
  failed: JobUpsertManyResult[],
): AsyncGenerator<Batch<Item>, void> {
  let batch = new Batch<Item>(limits.jobs)
  let index = 0
  for await (const job of jobs) {
    const item = { index: index++, job }
    let bytes: number
    try {
      bytes = countJsonBytes(job)
    } catch (thrown) {
      failed.push(createFailure(item, thrown))
      continue
    }
    if (!batch.fits(bytes)) {
      yield batch
      batch = new Batch(limits.jobs)
    }
    batch.add(item, bytes)
  }
  if (batch.items.length > 0) yield batch
}

/** Tells whether two batches share an id. Such batches must not race, because the last item of an id must win. */
function hasSharedId(batch: Batch<Item>, others: Iterable<Batch<Item>>): boolean {
  const ids = new Set(batch.items.map(({ job }) => job?.id))
  for (const other of others) if (other.items.some(({ job }) => ids.has(job?.id))) return true
  return false
}

async function sendBatch(batch: Batch<Item>, send: SendBatch, signal: AbortSignal): Promise<Settled> {
  const results: JobUpsertManyResult[] = []
  try {
    await sendItems(batch.items, send, signal, results)
    return { batch, results }
  } catch (thrown) {
    return { batch, results, thrown }
  }
}

/**
 * Sends items and adds one result per item. If the request fails and one item may be the cause, it sends each half again.
 * Throws if the board refuses the key.
 */
async function sendItems(
  items: Item[],
  send: SendBatch,
  signal: AbortSignal,
  results: JobUpsertManyResult[],
  wasUnconfirmed = false,
): Promise<void> {
  try {
    const jobs = items.map(({ job }) => job)
    const answers = await send(jobs, signal)
    for (const [at, item] of items.entries()) {
      const answer = answers[at]
      results.push(
        answer === undefined ? createFailure(item, 'The board gave no result') : { ...answer, index: item.index },
      )
    }
  } catch (thrown) {
    if (isKeyRefused(thrown)) throw thrown
    // An earlier request with these items may have stored them, also if the board refuses this one.
    const isUnconfirmed = wasUnconfirmed || (thrown instanceof BoardwalkError && thrown.isUnconfirmed)
    if (!mayBeOneItem(thrown) || items.length === 1) {
      for (const item of items) results.push(createFailure(item, thrown, isUnconfirmed))
      return
    }
    const half = Math.ceil(items.length / 2)
    await sendItems(items.slice(0, half), send, signal, results, isUnconfirmed)
    await sendItems(items.slice(half), send, signal, results, isUnconfirmed)
  }
}

/** Tells whether one item may be the cause of a refusal. A 403 that is not of the board is a firewall's, for its text. */
const mayBeOneItem = (thrown: unknown) =>
  thrown instanceof PayloadTooLargeError || thrown instanceof BadRequestError || thrown instanceof PermissionDeniedError

/** Tells whether the board refused the key. A 403 without a code comes from a proxy and concerns only this body. */
function isKeyRefused(thrown: unknown): boolean {
  return thrown instanceof AuthenticationError || (thrown instanceof PermissionDeniedError && thrown.code !== undefined)
}

function createFailure({ index, job }: Item, thrown: unknown, isUnconfirmed = false): JobUpsertManyResult {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const api = thrown instanceof APIError ? thrown : undefined
  const code = api?.code ?? (api !== undefined ? `http_${api.status}` : thrown instanceof Error ? thrown.name : 'none')
  return {
    index,
    id: typeof job?.id === 'string' ? job.id : null,
    status: isUnconfirmed ? 'unconfirmed' : 'failed',
    jobId: null,
    jobUrl: null,
    error: {
      message,
      code,
      ...(api?.requestId && { requestId: api.requestId }),
      ...(api?.issues.length && { issues: api.issues }),
    },
  }
}

/**
 * Waits for a promise, but rejects as soon as the signal is aborted. It does not race against one long-lived promise of
 * the abort, because that promise would keep the result of every race, and so the whole input, in memory.
 */
function waitUnlessAborted<Value>(signal: AbortSignal, waiting: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new AbortedError('upsertMany was aborted', { cause: signal.reason }))
    if (signal.aborted) return end()
    waiting.then(resolve, reject).finally(onAbort(signal, end))
  })
}
