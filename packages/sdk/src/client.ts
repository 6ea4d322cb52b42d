import type { ApiPromise } from './api-promise.ts'
import { type Clock, systemClock } from './clock.ts'
import { BoardwalkError } from './error.ts'
import { type CallOptions, type Fetch, Http, type Logger } from './http.ts'
import type { Schema } from './operation.ts'
import { Candidates } from './resource/candidates.ts'
import { Jobs } from './resource/jobs.ts'

export interface BoardwalkOptions {
  /**
   * The company's API key. Default: the environment variable `BOARDWALK_API_KEY`.
   * @example apiKey: 'bwk_…'
   */
  apiKey?: string | undefined
  /**
   * The address of the integration API. Default: the environment variable `BOARDWALK_URL`.
   * @example baseUrl: 'https://jobs.example.com/api'
   */
  baseUrl?: string | undefined
  /**
   * The time limit of one attempt in milliseconds. It includes reading the answer. Default: 30,000.
   * @example timeoutMs: 10_000
   */
  timeoutMs?: number | undefined
  /**
   * How often a failed call is retried. `create` is never retried. Default: 2.
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
   * Headers for every request.
   * @example headers: { 'x-source': 'nightly feed' }
   */
  headers?: Record<string, string> | undefined
  /**
   * Gets one line for each answer (`debug`) and for each retry (`warn`). Default: no log.
   * @example logger: console
   */
  logger?: Logger | undefined
  /**
   * Allows the client to run in a browser, where everybody can read the key. Set it only where that is safe, such as in a
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

/** The key of a client, as the board describes it to whoever holds the key. */
export type CallerKey = Schema['CallerKey']

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

  /**
   * Makes a client. It sends no request yet.
   * @throws BoardwalkError if the key or the address is missing or malformed, or in a browser without `allowBrowser`.
   */
  constructor(options: BoardwalkOptions = {}) {
    if (isBrowser() && options.allowBrowser !== true)
      throw new BoardwalkError(
        'This is a browser, where everybody can read the key: call Boardwalk from a server, or set allowBrowser in a test',
      )
    const apiKey = checkKey(options.apiKey ?? readEnvironment('BOARDWALK_API_KEY'))
    this.baseUrl = checkUrl(options.baseUrl ?? readEnvironment('BOARDWALK_URL'))
    this.#http = new Http({
      apiKey,
      baseUrl: this.baseUrl,
      timeoutMs: options.timeoutMs ?? 30_000,
      retriesMax: options.retriesMax ?? 2,
      retryAfterMaxMs: options.retryAfterMaxMs ?? 60_000,
      headers: options.headers ?? {},
      // Workers refuse the global `fetch` with a `this`, so the arrow function calls it without one. It looks `fetch` up at
      // each call, so that a test can replace it.
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      logger: options.logger,
      clock: options.clock ?? systemClock,
    })
    this.jobs = new Jobs(this.#http)
    this.candidates = new Candidates(this.#http)
  }

  /**
   * Says which company the client's key belongs to, what the key may do, and when it ends.
   * @example
   * const { key } = await boardwalk.me()
   * if (key.company.slug !== 'atlas-talents') throw new Error(`This is the key of ${key.company.name}`)
   */
  me(options?: CallOptions): ApiPromise<{ key: CallerKey }> {
    return this.#http.send('getMe', {}, options)
  }
}

function checkKey(key: string | undefined): string {
  if (key === undefined || key === '') throw new BoardwalkError('Give an apiKey, or set BOARDWALK_API_KEY')
  // Checked here, because the error of `fetch` for an invalid header shows the header's value: the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new BoardwalkError('The apiKey has a character that no key has, such as a blank or a line break at its end')
  return key
}

function checkUrl(url: string | undefined): string {
  if (url === undefined || url === '') throw new BoardwalkError('Give a baseUrl, or set BOARDWALK_URL')
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!/^https?:$/.test(parsed?.protocol ?? ''))
    throw new BoardwalkError(`The baseUrl must be an address such as https://jobs.example.com/api, not "${url}"`)
  if (parsed?.username || parsed?.password || parsed?.search || parsed?.hash)
    throw new BoardwalkError('The baseUrl must have neither user nor password, "?" nor "#"')
  return url.replace(/\/+$/, '')
}

function readEnvironment(name: string): string | undefined {
  // Workers and browsers have no `process`.
  return typeof process === 'undefined' ? undefined : process.env?.[name]
}

function isBrowser(): boolean {
  return 'window' in globalThis && 'document' in globalThis
}
