import { Chunk, countJsonBytes } from './chunk.ts'
import {
  AbortedError,
  APIError,
  AuthenticationError,
  BadRequestError,
  PayloadTooLargeError,
  PermissionDeniedError,
} from './error.ts'
import { limits } from './generated/contract.ts'
import type { Schema } from './operation.ts'

/** A job to create or change: its id, and the fields to set. */
export type JobUpsert = Schema['JobUpserts']['jobs'][number]

/**
 * What became of one item of `upsertMany`. Where its whole request failed, `error.code` is that of the answer, one like
 * `http_502` where a proxy answered, or the name of the error, such as `ConnectionError`.
 */
export type JobUpsertManyResult = Schema['JobUpsertResult'] & {
  /** Which item of the input it was, from 0 on: results come as they are known, not in order. */
  index: number
}

interface Item {
  index: number
  job: JobUpsert
}

/** Sends one batch; rejects where the whole of it failed. */
export type SendBatch = (jobs: JobUpsert[], signal: AbortSignal) => Promise<Schema['JobUpsertResult'][]>

export interface UpsertManySettings {
  concurrency: number
  signal: AbortSignal | undefined
}

/** One result per item as it comes; what fails harms no other item. Throws where the key is refused. */
export async function* upsertMany(
  jobs: Iterable<JobUpsert> | AsyncIterable<JobUpsert>,
  send: SendBatch,
  { concurrency, signal }: UpsertManySettings,
): AsyncGenerator<JobUpsertManyResult, void, undefined> {
  const stop = new AbortController()
  const abort = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  const failed: JobUpsertManyResult[] = []
  const chunks = chunksOf(jobs, failed)
  try {
    for await (const results of sendAll(
      chunks,
      (chunk) => settle(chunk, send, stop.signal),
      concurrency,
      stop.signal,
    )) {
      yield* results
      yield* failed.splice(0)
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    stop.abort()
    // Not awaited: an input that never comes would hold up whoever left the loop.
    chunks.return(undefined).catch(() => undefined)
  }
}

/** Results as batches end, and nothing each time that a batch was read. */
async function* sendAll(
  chunks: AsyncGenerator<Chunk<Item>, void>,
  start: (chunk: Chunk<Item>) => Promise<Settled>,
  concurrency: number,
  signal: AbortSignal,
): AsyncGenerator<JobUpsertManyResult[], void> {
  const running = new Map<Chunk<Item>, Promise<Settled>>()
  let reading: Promise<Read> | undefined = read(chunks)
  let waiting: Chunk<Item> | undefined
  while (reading !== undefined || waiting !== undefined || running.size > 0) {
    if (waiting !== undefined && running.size < concurrency && !sharesId(waiting, running.keys())) {
      running.set(waiting, start(waiting))
      waiting = undefined
      reading = read(chunks)
    }
    const pending = reading === undefined ? [] : [reading]
    const next = await unlessAborted(signal, Promise.race<Settled | Read>([...running.values(), ...pending]))
    if ('results' in next) {
      running.delete(next.chunk)
      yield next.results
    }
    if ('thrown' in next) {
      // What was sent is done on the board; its results come before the error that ends it all.
      yield (await Promise.all(running.values())).flatMap(({ results }) => results)
      throw next.thrown
    }
    if (!('results' in next)) {
      reading = undefined
      waiting = next.chunk
      yield []
    }
  }
}

/** What became of a batch; where the key was refused, of some of its items only. */
type Settled = { chunk: Chunk<Item>; results: JobUpsertManyResult[] } & ({ thrown: unknown } | object)

/** The next batch, undefined at the input's end; or what the input threw. */
type Read = { chunk: Chunk<Item> | undefined } | { thrown: unknown }

async function read(chunks: AsyncGenerator<Chunk<Item>, void>): Promise<Read> {
  try {
    const { value } = await chunks.next()
    return { chunk: value ?? undefined }
  } catch (thrown) {
    return { thrown }
  }
}

async function* chunksOf(
  jobs: Iterable<JobUpsert> | AsyncIterable<JobUpsert>,
  failed: JobUpsertManyResult[],
): AsyncGenerator<Chunk<Item>, void> {
  let chunk = new Chunk<Item>(limits.jobs)
  let index = 0
  for await (const job of jobs) {
    const item = { index: index++, job }
    let bytes: number
    try {
      bytes = countJsonBytes(job)
    } catch (thrown) {
      failed.push(failureOf(item, thrown))
      continue
    }
    if (!chunk.fits(bytes)) {
      yield chunk
      chunk = new Chunk(limits.jobs)
    }
    chunk.add(item, bytes)
  }
  if (chunk.items.length > 0) yield chunk
}

/** Two batches at once with one id could end in either order; the last item of an id must win. */
function sharesId(chunk: Chunk<Item>, others: Iterable<Chunk<Item>>): boolean {
  const ids = new Set(chunk.items.map(({ job }) => job?.id))
  for (const other of others) if (other.items.some(({ job }) => ids.has(job?.id))) return true
  return false
}

async function settle(chunk: Chunk<Item>, send: SendBatch, signal: AbortSignal): Promise<Settled> {
  const results: JobUpsertManyResult[] = []
  try {
    await collect(chunk.items, send, signal, results)
    return { chunk, results }
  } catch (thrown) {
    return { chunk, results, thrown }
  }
}

/** Adds one result per item. Throws where the key is refused. */
async function collect(
  items: Item[],
  send: SendBatch,
  signal: AbortSignal,
  results: JobUpsertManyResult[],
): Promise<void> {
  try {
    const jobs = items.map(({ job }) => job)
    const answers = await send(jobs, signal)
    for (const [at, item] of items.entries()) {
      const answer = answers[at]
      results.push(
        answer === undefined ? failureOf(item, 'The board gave no result') : { ...answer, index: item.index },
      )
    }
  } catch (thrown) {
    if (isRefusalOfKey(thrown)) throw thrown
    const mayBeOneItem = thrown instanceof PayloadTooLargeError || thrown instanceof BadRequestError
    if (!mayBeOneItem || items.length === 1) {
      for (const item of items) results.push(failureOf(item, thrown))
      return
    }
    const half = Math.ceil(items.length / 2)
    await collect(items.slice(0, half), send, signal, results)
    await collect(items.slice(half), send, signal, results)
  }
}

/** Whether every other request would fare the same. A 403 without a code is a proxy's, about this one body. */
function isRefusalOfKey(thrown: unknown): boolean {
  return thrown instanceof AuthenticationError || (thrown instanceof PermissionDeniedError && thrown.code !== undefined)
}

function failureOf({ index, job }: Item, thrown: unknown): JobUpsertManyResult {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const api = thrown instanceof APIError ? thrown : undefined
  const code = api?.code ?? (api !== undefined ? `http_${api.status}` : thrown instanceof Error ? thrown.name : 'none')
  const { requestId, issues = [] } = api ?? {}
  return {
    index,
    id: typeof job?.id === 'string' ? job.id : null,
    status: 'failed',
    jobId: null,
    jobUrl: null,
    error: { message, code, ...(requestId && { requestId }), ...(issues.length > 0 && { issues }) },
  }
}

/**
 * Waits, but no longer than until the signal aborts. Not a race against one promise of the abort: that would keep what
 * each race came to, and so the whole input, until the end.
 */
function unlessAborted<Value>(signal: AbortSignal, waiting: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new AbortedError('upsertMany was aborted', { cause: signal.reason }))
    if (signal.aborted) return end()
    signal.addEventListener('abort', end)
    waiting.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
