import { dataOf, type RawAnswer } from './answer.ts'
import { ApiPromise, type WithResponse } from './api-promise.ts'
import { type Clock, pauseMsAfter, retryAfterMsOf, TIMER_MAX_MS } from './clock.ts'
import { AbortedError, APIError, BoardwalkError, ConnectionError, TimeoutError } from './error.ts'
import { jsonOf } from './json.ts'
import { type AnswerOf, buildAddress, type OperationInput, type OperationName } from './operation.ts'

/**
 * What one call may have otherwise than the client; the last argument of every method.
 * @example
 * await boardwalk.jobs.get('A-1', { timeoutMs: 5_000, retriesMax: 0, signal: AbortSignal.timeout(10_000) })
 */
export interface CallOptions {
  /**
   * Ends the call, its retries and its pauses with an AbortedError.
   * @example signal: request.signal
   */
  signal?: AbortSignal | undefined
  /**
   * Time for one attempt, the reading of its answer included.
   * @example timeoutMs: 5_000
   */
  timeoutMs?: number | undefined
  /**
   * Attempts after the first one that failed; create has none.
   * @example retriesMax: 0
   */
  retriesMax?: number | undefined
  /**
   * Headers beside those of the client, or instead of them.
   * @example headers: { 'x-request-id': requestId }
   */
  headers?: Record<string, string> | undefined
}

/** As much of the global `fetch` as is called. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** `console` and pino are such. Neither key nor query nor body is ever logged. */
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
  /** Method and path, as a person reads them in messages. */
  title: string
  url: string
  init: RequestInit
  timeoutMs: number
  signal: AbortSignal | undefined
}

const passingStatuses = [408, 429, 500, 502, 503, 504]
const growth = { firstMs: 500, mostMs: 8_000 }

/** Whether the same request may fare better in a while. */
export function isPassing(error: unknown): boolean {
  if (error instanceof APIError) return passingStatuses.includes(error.status)
  return error instanceof ConnectionError
}

/** Sends operations: with time limits, retries, and errors that are thrown. */
export class Http {
  readonly clock: Clock
  // Private to the runtime too: whoever prints a client does not print its key.
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
    const call = this.#callOf(name, input, options)
    // A second create would meet the job of the first and fail, though that one had succeeded.
    const retriesMax = name === 'createJob' ? 0 : (options.retriesMax ?? this.#settings.retriesMax)
    for (let failures = 0; ; ) {
      try {
        const raw = await this.#attempt(call)
        // The board answers with what its document says; nothing checks it again here.
        const data = dataOf(raw) as AnswerOf<Name>
        const { status, headers } = raw
        return { data, status, headers, requestId: headers.get('x-request-id') ?? undefined }
      } catch (error) {
        const pauseMs = isPassing(error) && failures < retriesMax ? this.#pauseMs(++failures, error) : undefined
        if (pauseMs === undefined) throw this.#withoutKey(error)
        this.#settings.logger?.warn(`${call.title} failed (${nameOf(error)}), again in ${Math.round(pauseMs)} ms`)
        await this.clock.sleep(pauseMs, call.signal)
      }
    }
  }

  #callOf(name: OperationName, input: OperationInput, options: CallOptions): Call {
    const settings = this.#settings
    const { method, path, search } = buildAddress(name, input)
    const headers = new Headers({ accept: 'application/json', ...settings.headers, ...options.headers })
    headers.set('x-api-key', settings.apiKey)
    const body = input.body === undefined ? undefined : jsonOf(input.body)
    if (body !== undefined) headers.set('content-type', 'application/json')
    return {
      title: `${method} ${path}`,
      url: `${settings.baseUrl}${path}${search}`,
      // A redirect would take the key along to wherever it points.
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
      throw new ConnectionError(`${title} got no answer: ${reasonOf(cause)}`, { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  /** How long to wait before the next attempt; undefined where the answer asks for more than the cap. */
  #pauseMs(failures: number, error: unknown): number | undefined {
    const pauseMs = pauseMsAfter(failures, growth, this.clock)
    const askedMs = error instanceof APIError ? retryAfterMsOf(error.headers, this.clock) : undefined
    if (askedMs === undefined) return pauseMs
    return askedMs > this.#settings.retryAfterMaxMs ? undefined : Math.max(askedMs, pauseMs)
  }

  /** A proxy's page may repeat the request's headers. */
  #withoutKey(error: unknown): unknown {
    if (error instanceof BoardwalkError) error.message = error.message.replaceAll(this.#settings.apiKey, '[key]')
    return error
  }
}

const nameOf = (error: unknown) => (error instanceof APIError ? error.status : error instanceof Error ? error.name : '')

/** `fetch` says "fetch failed"; why stands in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
