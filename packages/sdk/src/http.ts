import { parseAnswer, type RawAnswer, readFile } from './answer.ts'
import { ApiPromise, type WithResponse } from './api-promise.ts'
import { type Clock, calculatePauseMs, onAbort, readRetryAfterMs, TIMER_MAX_MS } from './clock.ts'
import { AbortedError, APIError, BoardwalkError, ConnectionError, TimeoutError } from './error.ts'
import { VERSION } from './generated/contract.ts'
import { toJson } from './json.ts'
import type { Logger, LogRecord } from './log.ts'
import {
  type AnswerOf,
  buildAddress,
  type OperationInput,
  type OperationName,
  type Query,
  toSearch,
} from './operation.ts'
import { type CallOptions, callOptionNames, checkKey, checkOptions } from './options.ts'

/** The part of the global `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

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

interface Call extends Omit<RequestParts, 'query'> {
  method: string
  /** The path below `baseUrl`. */
  path: string
  /** The part of the address from its "?". */
  search?: string
  /** The whole address of a file. It is signed, and may be on another host, which must not get the key. */
  url?: string
  /** False if a second request would do more than the first one alone. */
  isRepeatable: boolean
}

/** One attempt: what to send, and what to say of it. */
interface Attempt extends Call {
  options: CallOptions
  headersSent: Headers
  retry: number
}

const retryableStatuses = [408, 429, 500, 502, 503, 504]
const growth = { firstMs: 500, maxMs: 8_000 }

/** Tells whether the same request may succeed later. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof APIError) return retryableStatuses.includes(error.status)
  return error instanceof ConnectionError
}

/** Sends requests with time limits and retries, and turns failures into errors. */
export class Http {
  readonly clock: Clock
  // A `#` field is not printed, so printing a client does not show its key.
  readonly #settings: HttpSettings

  constructor(settings: HttpSettings) {
    this.clock = settings.clock
    this.#settings = settings
  }

  send<Name extends OperationName>(
    name: Name,
    input: OperationInput,
    options?: CallOptions,
  ): ApiPromise<AnswerOf<Name>> {
    // If a first attempt created the job and its answer was lost, a second one would fail with a conflict.
    const buildCall = () => ({ ...input, ...buildAddress(name, input), isRepeatable: name !== 'createJob' })
    // The types come from the board's OpenAPI document. The SDK trusts the board to follow it and checks nothing again.
    return this.#start(buildCall, options, (raw) => parseAnswer(raw) as AnswerOf<Name>)
  }

  request<Answer>(
    method: string,
    path: string,
    { query, ...parts }: RequestParts = {},
    options?: CallOptions,
  ): ApiPromise<Answer> {
    const buildCall = () => {
      if (!path.startsWith('/')) throw new BoardwalkError(`A path begins with "/", unlike "${path}"`)
      return { method, path, search: toSearch(query), ...parts, isRepeatable: /^(GET|PUT|DELETE)$/.test(method) }
    }
    return this.#start(buildCall, options, (raw) => parseAnswer(raw) as Answer)
  }

  /** Fetches a file from a signed address. */
  download(url: string, options?: CallOptions): ApiPromise<Uint8Array> {
    const buildCall = () => ({ method: 'GET', path: new URL(url).pathname, url, isRepeatable: true })
    return this.#start(buildCall, options, readFile)
  }

  #start<Data>(
    buildCall: () => Call,
    options: CallOptions | undefined,
    read: (raw: RawAnswer) => Data,
  ): ApiPromise<Data> {
    return new ApiPromise(this.#send(buildCall, options, read))
  }

  async #send<Data>(
    buildCall: () => Call,
    options: CallOptions = {},
    read: (raw: RawAnswer) => Data,
  ): Promise<WithResponse<Data>> {
    checkOptions(options, callOptionNames)
    const call = buildCall()
    const attempt = { ...call, options, headersSent: this.#buildHeaders(call, options), retry: 0 }
    const body = call.body === undefined ? undefined : toJson(call.body)
    // An attempt that may have had an effect is not undone by a later one that surely had none.
    let isUnconfirmed = false
    for (; ; attempt.retry++) {
      try {
        const raw = await this.#attempt(attempt, body)
        const { status, headers } = raw
        return { data: read(raw), status, headers, requestId: headers.get('x-request-id') ?? undefined }
      } catch (error) {
        if (!(error instanceof BoardwalkError)) throw error
        if (error instanceof ConnectionError) error.isUnconfirmed = !isNeverSent(error)
        isUnconfirmed ||= error.isUnconfirmed
        error.isUnconfirmed = isUnconfirmed
        await this.#pauseOrThrow(error, attempt)
      }
    }
  }

  /** Waits before the next attempt. Throws the error if there should be none. */
  async #pauseOrThrow(error: BoardwalkError, attempt: Attempt): Promise<void> {
    const { options, headersSent, retry, isRepeatable } = attempt
    // A proxy's error page may repeat the headers of the request.
    error.message = error.message.replaceAll(headersSent.get('x-api-key') ?? '[key]', '[key]')
    const mayRepeat = isRetryable(error) && (isRepeatable || !error.isUnconfirmed)
    const isLast = retry >= (options.retriesMax ?? this.#settings.retriesMax)
    const pauseMs = mayRepeat && !isLast ? this.#choosePauseMs(retry + 1, error) : undefined
    if (pauseMs === undefined) throw error
    const reason = error instanceof APIError ? error.status : error.name
    this.#log('warn', `failed (${reason}), again in ${Math.round(pauseMs)} ms`, attempt, { error, pauseMs })
    await this.clock.sleep(pauseMs, options.signal)
  }

  #buildHeaders({ url, headers, body }: Call, options: CallOptions): Headers {
    const all = new Headers({ accept: 'application/json', 'user-agent': `boardwalk-sdk/${VERSION}` })
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const parts = [url === undefined ? this.#settings.headers : {}, options.headers, headers, type]
    for (const part of parts) for (const [name, value] of Object.entries(part ?? {})) all.set(name, value)
    return all
  }

  async #attempt(attempt: Attempt, body: string | undefined): Promise<RawAnswer> {
    const { apiKey, baseUrl, fetch } = this.#settings
    const { method, path, search, headersSent: headers, retry } = attempt
    const { signal, timeoutMs = this.#settings.timeoutMs } = attempt.options
    const title = `${method} ${path}`
    const createAborted = () => new AbortedError(`${title} was aborted`, { cause: signal?.reason })
    if (signal?.aborted) throw createAborted()
    if (attempt.url === undefined)
      headers.set('x-api-key', typeof apiKey === 'string' ? apiKey : checkKey(await apiKey()))
    if (retry > 0) headers.set('x-retry-count', String(retry))
    const controller = new AbortController()
    const stopListening = onAbort(signal, () => controller.abort())
    let isTimeUp = false
    const timer = setTimeout(
      () => {
        isTimeUp = true
        controller.abort()
      },
      Math.min(timeoutMs, TIMER_MAX_MS),
    )
    const startedMs = this.clock.now()
    // Redirects are not followed, because `fetch` would send the key to the new address.
    const init = { method, headers, redirect: 'manual' as const, signal: controller.signal }
    try {
      const response = await fetch(
        attempt.url ?? `${baseUrl}${path}${search}`,
        body === undefined ? init : { ...init, body },
      )
      const bytes = new Uint8Array(await response.arrayBuffer())
      const { status, headers } = response
      const requestId = headers.get('x-request-id') ?? undefined
      const ms = this.clock.now() - startedMs
      const line = `${status} in ${ms} ms, request ${requestId ?? 'without id'}`
      this.#log('debug', line, attempt, { status, ms, requestId })
      return { status, headers, bytes, baseUrl }
    } catch (cause) {
      if (signal?.aborted) throw Object.assign(createAborted(), { isUnconfirmed: true })
      if (isTimeUp) throw new TimeoutError(`${title} had no complete answer within ${timeoutMs} ms`)
      throw new ConnectionError(`${title} got no answer: ${findReason(cause)}`, { cause })
    } finally {
      clearTimeout(timer)
      stopListening()
    }
  }

  /** Chooses the pause before the next attempt. Returns undefined if `Retry-After` asks for more than the maximum. */
  #choosePauseMs(failures: number, error: unknown): number | undefined {
    const pauseMs = calculatePauseMs(failures, growth, this.clock)
    const askedMs = readRetryAfterMs(error, this.clock) ?? 0
    return askedMs > this.#settings.retryAfterMaxMs ? undefined : Math.max(askedMs, pauseMs)
  }

  #log(level: 'debug' | 'warn', line: string, { method, path, retry }: Attempt, more: Partial<LogRecord>): void {
    const { logger, logLevel } = this.#settings
    if (level === 'warn' || logLevel === 'debug')
      logger?.[level](`${method} ${path} ${line}`, { method, path, retry, ...more })
  }
}

/** Codes of errors that end an attempt before its request is sent: no host, no listener, no certificate to trust. */
const neverSent = /^E(CONNREFUSED|NOTFOUND|AI_AGAIN)$|CONNECT_TIMEOUT|CERT|VERIFY_LEAF/

/** Tells whether a request surely did not reach the board. The error of `fetch` has the reason in its cause. */
function isNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && neverSent.test(String(error.code))) || isNeverSent(error.cause)
}

/** Finds why a request failed: the message of `fetch` is only "fetch failed", and its cause has the reason. */
function findReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message } = error.cause instanceof Error && error.cause.message !== '' ? error.cause : error
  // A message of TLS has several lines.
  return message.split('\n', 1)[0] ?? ''
}
