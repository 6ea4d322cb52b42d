import { parseAnswer, type RawAnswer, readFile } from './answer.ts'
import { ApiPromise, type WithResponse } from './api-promise.ts'
import { type Clock, choosePauseMs, onAbort, readRetryAfterMs, TIMER_MAX_MS } from './clock.ts'
import { AbortedError, APIError, BoardwalkError, ConnectionError, TimeoutError } from './error.ts'
import { type Routes, VERSION } from './generated/contract.ts'
import { type AnswerOf, buildPath, findReason, type OperationName, type Query, toJson, toSearch } from './operation.ts'
import { applyDefaults, type CallOptions, checkKey, type Settings } from './options.ts'

/** The part of the global `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** What a log line tells, for programs. It never has the key, a query, a header or a body. */
export interface LogRecord {
  method: string
  /** The path below `baseUrl`, such as `/job/A-1`. */
  path: string
  /** How often this call was retried before this attempt. */
  retry: number
  /** The HTTP status of the answer. Undefined if none came. */
  status?: number | undefined
  /** The time from the request to the end of the answer, in milliseconds. */
  ms?: number | undefined
  /** The board's id of the request. */
  requestId?: string | undefined
  /** What the attempt ended with. Only in warnings. */
  error?: BoardwalkError | undefined
  /** The pause before the next attempt, in milliseconds. Only in warnings. */
  pauseMs?: number | undefined
}

/**
 * Receives log lines. `console` fits. The SDK never logs the key, a query or a body.
 * @example
 * // pino takes the record first
 * const logger: Logger = {
 *   debug: (message, record) => log.debug(record, message),
 *   warn: (message, record) => log.warn(record, message),
 * }
 */
export interface Logger {
  debug(message: string, record: LogRecord): void
  warn(message: string, record: LogRecord): void
}

export interface HttpSettings {
  apiKey: string | (() => string | Promise<string>)
  baseUrl: string
  timeoutMs: number
  retriesMax: number
  retryAfterMaxMs: number
  headers: Record<string, string>
  fetch: Fetch
  logger: Logger | undefined
  logLevel: 'debug' | 'warn'
  clock: Clock
}

/** The parts of a request to an address for which the SDK has no method. */
export interface RequestParts {
  query?: Query | undefined
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string> | undefined
}

/** The parts of a request that the SDK's own methods send. */
interface Parts extends RequestParts {
  /** The id that `{…}` in the path means. */
  id?: string
  /** False if a second request would do more than the first one alone. Default: whether HTTP says so of the method. */
  isRepeatable?: boolean
}

interface Call extends Parts {
  method: string
  /** The path below `baseUrl`. */
  path: string
}

type CallDefaults = { signal: undefined; timeoutMs: number; retriesMax: number; headers: Record<string, string> }

/** One attempt: what to send, and what to say of it. */
interface Attempt extends Omit<Call, 'headers'> {
  isRepeatable: boolean
  body: string | undefined
  headers: Headers
  options: Settings<CallOptions, CallDefaults>
  retry: number
}

/** The statuses after which the same request may succeed. 520 to 530 are those of Cloudflare for a server that does not answer it. */
const retryableStatus = /^(408|429|50[0234]|52.|530)$/
const backoff = { firstMs: 500, maxMs: 8_000 }

/** Tells whether the same request may succeed later. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof APIError) return retryableStatus.test(String(error.status))
  return error instanceof ConnectionError
}

/** Sends requests with time limits and retries, and turns failures into errors. */
export class Http {
  readonly clock: Clock
  /** Whether the board has answered a call, so that the address is right. */
  hasAnswered = false
  /** The options of a call that does not give them. */
  readonly callDefaults: CallDefaults
  // A `#` field is not printed, so printing a client does not show its key.
  readonly #settings: HttpSettings
  readonly #caching = findCaching()

  constructor(settings: HttpSettings) {
    const { clock, timeoutMs, retriesMax } = settings
    this.clock = clock
    this.callDefaults = { signal: undefined, timeoutMs, retriesMax, headers: {} }
    this.#settings = settings
  }

  /** Calls an operation of the board. */
  send<Name extends OperationName>(
    method: Routes[Name][0],
    path: Routes[Name][1],
    parts?: Parts,
    options?: CallOptions,
  ): ApiPromise<AnswerOf<Name>> {
    return this.request(method, path, parts, options)
  }

  /** Calls any address below `baseUrl`. */
  request<Answer>(method: string, path: string, parts: Parts = {}, options: CallOptions = {}): ApiPromise<Answer> {
    // The types come from the board's OpenAPI document. The SDK trusts the board to follow it and checks nothing again.
    return new ApiPromise(this.#send({ ...parts, method, path }, options, (raw) => parseAnswer(raw) as Answer))
  }

  /** Fetches a file. */
  download(path: string, id: string, options: CallOptions = {}): ApiPromise<Uint8Array> {
    return new ApiPromise(this.#send({ method: 'GET', path, id }, options, readFile))
  }

  async #send<Data>(call: Call, given: CallOptions, read: (raw: RawAnswer) => Data): Promise<WithResponse<Data>> {
    const options = applyDefaults(given, this.callDefaults)
    const attempt: Attempt = {
      isRepeatable: /^(GET|PUT|DELETE)$/.test(call.method),
      ...call,
      path: buildPath(call.path, call.id),
      body: toJson(call.body),
      headers: this.#buildHeaders(call, options.headers),
      options,
      retry: 0,
    }
    // An attempt that may have had an effect is not undone by a later one that surely had none.
    let isUnconfirmed = false
    const isRead = /^(GET|HEAD)$/.test(call.method)
    for (; ; attempt.retry++) {
      try {
        const raw = await this.#attempt(attempt)
        const { status, headers, requestId } = raw
        const data = read(raw)
        this.hasAnswered = true
        return { data, status, headers, requestId }
      } catch (error) {
        if (!(error instanceof BoardwalkError)) throw error
        if (error instanceof ConnectionError) error.isUnconfirmed = !isNeverSent(error)
        isUnconfirmed = !isRead && (isUnconfirmed || error.isUnconfirmed)
        error.isUnconfirmed = isUnconfirmed
        await this.#pauseOrThrow(error, attempt)
      }
    }
  }

  #buildHeaders({ body, headers = {} }: Call, headersOfCaller: Record<string, string>): Headers {
    const all = new Headers({ accept: 'application/json', 'user-agent': `boardwalk-sdk/${VERSION}` })
    for (const part of [this.#settings.headers, headersOfCaller, headers])
      for (const [name, value] of Object.entries(part)) all.set(name, value)
    if (body !== undefined) all.set('content-type', 'application/json')
    return all
  }

  /** Waits before the next attempt. Throws the error if there should be none. */
  async #pauseOrThrow(error: BoardwalkError, attempt: Attempt): Promise<void> {
    const { options, headers, retry, isRepeatable } = attempt
    // A proxy's error page may repeat the headers of the request.
    error.message = error.message.replaceAll(headers.get('x-api-key') ?? '[key]', '[key]')
    const mayRepeat = isRetryable(error) && (isRepeatable || !error.isUnconfirmed)
    const askedMs = readRetryAfterMs(error, this.clock)
    const isTooLong = askedMs > this.#settings.retryAfterMaxMs
    if (isTooLong) error.message += ` (try again in ${Math.ceil(askedMs / 1000)} s)`
    if (!mayRepeat || isTooLong || retry >= options.retriesMax) throw error
    const pauseMs = choosePauseMs(error, retry + 1, backoff, this.clock)
    const reason = error instanceof APIError ? error.status : error.name
    this.#log('warn', `failed (${reason}), again in ${Math.round(pauseMs)} ms`, attempt, { error, pauseMs })
    await this.clock.sleep(pauseMs, options.signal)
  }

  async #attempt(attempt: Attempt): Promise<RawAnswer> {
    const { apiKey, baseUrl, fetch } = this.#settings
    const { method, path, query, body, headers, retry } = attempt
    const { signal, timeoutMs } = attempt.options
    const title = `${method} ${path}`
    const createAborted = () => new AbortedError(`${title} was aborted`, { cause: signal?.reason })
    if (signal?.aborted) throw createAborted()
    headers.set('x-api-key', typeof apiKey === 'string' ? apiKey : checkKey(await apiKey()))
    if (retry > 0) headers.set('x-retry-count', String(retry))
    const controller = new AbortController()
    const abort = () => controller.abort()
    const stopListening = onAbort(signal, abort)
    const timer = setTimeout(abort, Math.min(timeoutMs, TIMER_MAX_MS))
    const startedMs = this.clock.now()
    try {
      // Redirects are not followed, because `fetch` would send the key to the new address.
      const init: RequestInit = {
        method,
        headers,
        body,
        redirect: 'manual',
        signal: controller.signal,
        ...this.#caching,
      }
      const address = `${baseUrl}${path}`
      const response = await fetch(address + toSearch(query), init)
      const bytes = new Uint8Array(await response.arrayBuffer())
      const { status } = response
      const requestId = response.headers.get('x-request-id') ?? undefined
      const ms = this.clock.now() - startedMs
      const line = `${status} in ${ms} ms, request ${requestId ?? 'without id'}`
      this.#log('debug', line, attempt, { status, ms, requestId })
      return { status, headers: response.headers, requestId, bytes, baseUrl, address }
    } catch (cause) {
      // Nothing was sent: Next.js throws its own error to render a page anew for each visitor, and must get it as it is.
      if (cause instanceof Error && 'digest' in cause) throw cause
      if (signal?.aborted) throw Object.assign(createAborted(), { isUnconfirmed: true })
      // Nothing but the timer aborts a request whose signal is not aborted.
      if (controller.signal.aborted) throw new TimeoutError(`${title} had no complete answer within ${timeoutMs} ms`)
      throw new ConnectionError(`${title} got no answer: ${findReason(cause)}`, { cause })
    } finally {
      clearTimeout(timer)
      stopListening()
    }
  }

  #log(level: 'debug' | 'warn', line: string, { method, path, retry }: Attempt, more: Partial<LogRecord>): void {
    const { logger, logLevel } = this.#settings
    if (level === 'warn' || logLevel === 'debug')
      logger?.[level](`${method} ${path} ${line}`, { method, path, retry, ...more })
  }
}

/**
 * Keeps answers out of every cache: Next.js 13 and 14 store what `fetch` gets for a year, people included. An old Cloudflare Worker throws
 * for this member. It throws here, where nothing is sent, and then requests go without it.
 */
function findCaching(): object {
  const caching: object = { cache: 'no-store' }
  try {
    return new Request('http://b', caching) && caching
  } catch {
    return {}
  }
}

/** Codes of errors that end an attempt before its request is sent: no host, no listener, no certificate to trust. */
const neverSent = /^E(CONNREFUSED|NOTFOUND|AI_AGAIN)$|CONNECT_TIMEOUT|CERT|VERIFY_LEAF/

/** Tells whether a request surely did not reach the board. The error of `fetch` has the reason in its cause. */
function isNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && neverSent.test(String(error.code))) || isNeverSent(error.cause)
}
