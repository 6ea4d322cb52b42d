import { parseAnswer, type RawAnswer } from './answer.ts'
import { ApiPromise, type WithResponse } from './api-promise.ts'
import { type Clock, calculatePauseMs, parseRetryAfterMs, TIMER_MAX_MS } from './clock.ts'
import { AbortedError, APIError, BoardwalkError, ConnectionError, TimeoutError } from './error.ts'
import { toJson } from './json.ts'
import { type AnswerOf, buildAddress, type OperationInput, type OperationName } from './operation.ts'

/**
 * Options of a single call, the last argument of every method. They override the client's options.
 * @example
 * await boardwalk.jobs.get('A-1', { timeoutMs: 5_000, retriesMax: 0, signal: AbortSignal.timeout(10_000) })
 */
export interface CallOptions {
  /**
   * Aborts the call, its retries and its pauses. The call then throws an AbortedError.
   * @example signal: request.signal
   */
  signal?: AbortSignal | undefined
  /**
   * The time limit of one attempt in milliseconds. It includes reading the answer.
   * @example timeoutMs: 5_000
   */
  timeoutMs?: number | undefined
  /**
   * How often this call is retried if it fails. `create` is never retried.
   * @example retriesMax: 0
   */
  retriesMax?: number | undefined
  /**
   * Headers to add to the client's. A header that the client also has replaces the client's.
   * @example headers: { 'x-request-id': requestId }
   */
  headers?: Record<string, string> | undefined
}

/** The part of the global `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Receives log lines. `console` and pino fit. The SDK never logs the key, a query or a body. */
export interface Logger {
  debug(message: string): void
  warn(message: string): void
}

export interface HttpSettings {
  apiKey: string
  baseUrl: string
  timeoutMs: number
  retriesMax: number
  retryAfterMaxMs: number
  headers: Record<string, string>
  fetch: Fetch
  logger: Logger | undefined
  clock: Clock
}

interface Call {
  /** Method and path, for messages. */
  title: string
  url: string
  init: RequestInit
  timeoutMs: number
  signal: AbortSignal | undefined
}

const retryableStatuses = [408, 429, 500, 502, 503, 504]
const growth = { firstMs: 500, maxMs: 8_000 }

/** Tells whether the same request may succeed later. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof APIError) return retryableStatuses.includes(error.status)
  return error instanceof ConnectionError
}

/** Sends operations with time limits and retries, and turns failures into errors. */
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
    options: CallOptions = {},
  ): ApiPromise<AnswerOf<Name>> {
    return new ApiPromise(this.#send(name, input, options))
  }

  async #send<Name extends OperationName>(
    name: Name,
    input: OperationInput,
    options: CallOptions,
  ): Promise<WithResponse<AnswerOf<Name>>> {
    const call = this.#buildCall(name, input, options)
    // If the first attempt created the job and its answer was lost, a retry would fail with a conflict.
    const retriesMax = name === 'createJob' ? 0 : (options.retriesMax ?? this.#settings.retriesMax)
    for (let failures = 0; ; ) {
      try {
        const raw = await this.#attempt(call)
        // The types come from the board's OpenAPI document. The SDK trusts the board to follow it and checks nothing again.
        const data = parseAnswer(raw) as AnswerOf<Name>
        const { status, headers } = raw
        return { data, status, headers, requestId: headers.get('x-request-id') ?? undefined }
      } catch (error) {
        const pauseMs = isRetryable(error) && failures < retriesMax ? this.#choosePauseMs(++failures, error) : undefined
        if (pauseMs === undefined) throw this.#maskKey(error)
        this.#settings.logger?.warn(`${call.title} failed (${summarize(error)}), again in ${Math.round(pauseMs)} ms`)
        await this.clock.sleep(pauseMs, call.signal)
      }
    }
  }

  #buildCall(name: OperationName, input: OperationInput, options: CallOptions): Call {
    const settings = this.#settings
    const { method, path, search } = buildAddress(name, input)
    const headers = new Headers({ accept: 'application/json', ...settings.headers, ...options.headers })
    for (const [header, value] of Object.entries(input.headers ?? {})) headers.set(header, value)
    headers.set('x-api-key', settings.apiKey)
    const body = input.body === undefined ? undefined : toJson(input.body)
    if (body !== undefined) headers.set('content-type', 'application/json')
    return {
      title: `${method} ${path}`,
      url: `${settings.baseUrl}${path}${search}`,
      // Redirects are not followed, because `fetch` would send the key to the new address.
      init: { method, headers, redirect: 'manual', ...(body !== undefined && { body }) },
      timeoutMs: options.timeoutMs ?? settings.timeoutMs,
      signal: options.signal,
    }
  }

  async #attempt({ title, url, init, timeoutMs, signal }: Call): Promise<RawAnswer> {
    if (signal?.aborted) throw new AbortedError(`${title} was aborted`, { cause: signal.reason })
    const controller = new AbortController()
    const abort = () => controller.abort()
    signal?.addEventListener('abort', abort)
    let isTimeUp = false
    const timer = setTimeout(
      () => {
        isTimeUp = true
        abort()
      },
      Math.min(timeoutMs, TIMER_MAX_MS),
    )
    const startedMs = this.clock.now()
    try {
      const response = await this.#settings.fetch(url, { ...init, signal: controller.signal })
      const text = await response.text()
      const { status, headers } = response
      this.#settings.logger?.debug(
        `${title} ${status} in ${this.clock.now() - startedMs} ms, request ${headers.get('x-request-id') ?? 'without id'}`,
      )
      return { status, headers, text }
    } catch (cause) {
      if (signal?.aborted) throw new AbortedError(`${title} was aborted`, { cause: signal.reason })
      if (isTimeUp) throw new TimeoutError(`${title} had no complete answer within ${timeoutMs} ms`)
      throw new ConnectionError(`${title} got no answer: ${findReason(cause)}`, { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Chooses the pause before the next attempt. Returns undefined if `Retry-After` asks for more than the maximum. */
  #choosePauseMs(failures: number, error: unknown): number | undefined {
    const pauseMs = calculatePauseMs(failures, growth, this.clock)
    const askedMs = error instanceof APIError ? parseRetryAfterMs(error.headers, this.clock) : undefined
    if (askedMs === undefined) return pauseMs
    return askedMs > this.#settings.retryAfterMaxMs ? undefined : Math.max(askedMs, pauseMs)
  }

  /** Masks the key in an error's message, because a proxy's error page may repeat the headers of the request. */
  #maskKey(error: unknown): unknown {
    if (error instanceof BoardwalkError) error.message = error.message.replaceAll(this.#settings.apiKey, '[key]')
    return error
  }
}

const summarize = (error: unknown) =>
  error instanceof APIError ? error.status : error instanceof Error ? error.name : ''

/** Finds why a request failed: the message of `fetch` is only "fetch failed", and its cause has the reason. */
function findReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
