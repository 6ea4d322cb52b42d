import type { ApiPromise } from './api-promise.ts'
import { type Clock, systemClock } from './clock.ts'
import { BoardwalkError } from './error.ts'
import { type Fetch, Http, type Logger, type RequestParts } from './http.ts'
import type { Schema } from './operation.ts'
import { applyDefaults, type CallOptions, checkKey, checkUrl } from './options.ts'
import { Candidates } from './resource/candidates.ts'
import { Jobs } from './resource/jobs.ts'

export interface BoardwalkOptions {
  /**
   * The company's API key, or a function that returns the current one, called before each attempt. Default: the environment
   * variable `BOARDWALK_API_KEY`.
   * @example apiKey: () => secrets.read('boardwalk')
   */
  apiKey?: string | (() => string | Promise<string>) | undefined
  /**
   * The address of the integration API. Default: the environment variable `BOARDWALK_URL`.
   * @example baseUrl: 'https://jobs.example.com/api'
   */
  baseUrl?: string | undefined
  /**
   * The time limit of one attempt in milliseconds, at least 1. It includes reading the answer. Default: 30,000.
   * @example timeoutMs: 10_000
   */
  timeoutMs?: number | undefined
  /**
   * How often a failed call is retried. `create` is retried only if it surely had no effect. Default: 2.
   * @example retriesMax: 5
   */
  retriesMax?: number | undefined
  /**
   * The longest `Retry-After` that the client waits for, in milliseconds. If an answer asks for more, its error is thrown
   * at once. Default: 60,000.
   * @example retryAfterMaxMs: 10_000
   */
  retryAfterMaxMs?: number | undefined
  /**
   * The function that sends the requests, for example through a proxy. Default: the global `fetch`.
   * @example fetch: (url, init) => traced(() => fetch(url, init))
   */
  fetch?: Fetch | undefined
  /**
   * Headers for every request. A `user-agent` names your program to the board in place of the SDK.
   * @example headers: { 'user-agent': 'acme-ats/2.1' }
   */
  headers?: Record<string, string> | undefined
  /**
   * Gets one line for each retry (`warn`) and, with `logLevel: 'debug'`, for each answer. Default: no log.
   * @example logger: console
   */
  logger?: Logger | undefined
  /**
   * The least level that the logger gets. Default: `warn`.
   * @example logLevel: 'debug'
   */
  logLevel?: 'debug' | 'warn' | undefined
  /**
   * Allows the client to run in a browser, where each visitor can read the key. Set it only where that is safe, such as in a
   * test. Default: false.
   * @example allowBrowser: true
   */
  allowBrowser?: boolean | undefined
  /**
   * Tells the time and waits. A test passes its own clock. Default: the system's clock.
   * @example clock: testClock() // from @boardwalk/sandbox/clock: its pauses end at once
   */
  clock?: Clock | undefined
}

/** The key of a client, as the board describes it to its holder. */
export interface CallerKey extends Omit<Schema['CallerKey'], never> {}
/** The limits that the board enforces. */
export interface CallerLimits extends Omit<Schema['CallerLimits'], never> {}
/** The answer of `me`. */
export interface Caller {
  key: CallerKey
  limits: CallerLimits
}

/**
 * A client for the jobs and candidates of one company.
 * @example
 * const boardwalk = new Boardwalk({ apiKey: 'bwk_…', baseUrl: 'https://jobs.example.com/api' })
 * await boardwalk.jobs.create({ id: 'A-1', title: 'Comptable' })
 * for await (const candidate of boardwalk.candidates.listAll()) console.log(candidate.email)
 */
export class Boardwalk {
  /** The address of the integration API, without a `/` at its end. */
  readonly baseUrl: string
  /** Creates, changes, links and lists the company's jobs. */
  readonly jobs: Jobs
  /** Lists and follows the people who applied to these jobs. */
  readonly candidates: Candidates
  readonly #http: Http
  readonly #options: BoardwalkOptions

  /**
   * Makes a client. It sends no request yet.
   * @throws BoardwalkError if the key or the address is missing or malformed, if an option does not exist or has a wrong
   * value, or in a browser without `allowBrowser`.
   */
  constructor(options: BoardwalkOptions = {}) {
    this.#options = options
    const settings = applyDefaults(options, {
      // The environment is read only if it is needed, because Deno asks for a permission.
      apiKey: options.apiKey ?? readEnvironment('BOARDWALK_API_KEY'),
      baseUrl: options.baseUrl ?? readEnvironment('BOARDWALK_URL'),
      timeoutMs: 30_000,
      retriesMax: 2,
      retryAfterMaxMs: 60_000,
      // Workers refuse the global `fetch` with a `this`, so the arrow function calls it without one. It looks `fetch` up at
      // each call, so that a test can replace it.
      fetch: (input: string, init: RequestInit) => fetch(input, init),
      headers: {},
      logger: undefined,
      logLevel: 'warn' as const,
      allowBrowser: false,
      clock: systemClock,
    })
    // Only browsers, and what imitates them, have a document.
    if ('document' in globalThis && settings.allowBrowser !== true)
      throw new BoardwalkError('In a browser each visitor can read the key: use a server, or allowBrowser in a test')
    const { apiKey } = settings
    this.baseUrl = checkUrl(settings.baseUrl)
    this.#http = new Http({
      ...settings,
      apiKey: typeof apiKey === 'function' ? apiKey : checkKey(apiKey),
      baseUrl: this.baseUrl,
    })
    this.jobs = new Jobs(this.#http)
    this.candidates = new Candidates(this.#http)
  }

  /**
   * Says which company the client's key belongs to, what the key may do, when it ends, and the limits of the board.
   * @example
   * const { key, limits } = await boardwalk.me()
   * if (key.company.slug !== 'atlas-talents') throw new Error(`This is the key of ${key.company.name}`)
   * console.log(limits.requestsPerMinute ?? 'no limit')
   */
  me(options?: CallOptions): ApiPromise<Caller> {
    return this.#http.send<'getMe'>('GET', '/me', {}, options)
  }

  /**
   * Makes a client with some options changed, such as for another company.
   * @example
   * const other = boardwalk.withOptions({ apiKey: keyOf(company) })
   */
  withOptions(options: BoardwalkOptions): Boardwalk {
    return new Boardwalk({ ...this.#options, ...options })
  }

  /**
   * Calls an address for which this version has no method, with the client's key, time limits and errors. GET, PUT and
   * DELETE are retried; other methods only after failures that surely had no effect.
   * @example
   * const { jobs } = await boardwalk.request<{ jobs: Job[] }>('GET', '/jobs', { query: { pageSize: 10 } })
   */
  request<Answer = Record<string, unknown>>(
    method: string,
    path: string,
    parts?: RequestParts,
    options?: CallOptions,
  ): ApiPromise<Answer> {
    return this.#http.request(method, path, parts, options)
  }
}

function readEnvironment(name: string): string | undefined {
  // Workers and browsers have no `process`.
  return globalThis.process?.env?.[name]
}
