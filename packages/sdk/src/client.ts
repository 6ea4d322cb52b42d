import { type Clock, systemClock } from './clock.ts'
import { BoardwalkError } from './error.ts'
import { type Fetch, Http, type Logger } from './http.ts'
import { Candidates } from './resource/candidates.ts'
import { Jobs } from './resource/jobs.ts'

export interface BoardwalkOptions {
  /**
   * A key of the company; by default the environment's `BOARDWALK_API_KEY`.
   * @example apiKey: 'bwk_…'
   */
  apiKey?: string | undefined
  /**
   * Address of the integration API; by default the environment's `BOARDWALK_URL`.
   * @example baseUrl: 'https://jobs.example.com/api'
   */
  baseUrl?: string | undefined
  /**
   * Time for one attempt, the reading of its answer included: 30,000 unless told.
   * @example timeoutMs: 10_000
   */
  timeoutMs?: number | undefined
  /**
   * Attempts after the first one that failed, for every operation but create: 2 unless told.
   * @example retriesMax: 5
   */
  retriesMax?: number | undefined
  /**
   * The longest `Retry-After` that is waited for: 60,000 unless told. The error of a longer one is thrown at once.
   * @example retryAfterMaxMs: 10_000
   */
  retryAfterMaxMs?: number | undefined
  /**
   * What sends the requests, such as one with a proxy; by default the global one.
   * @example fetch: (url, init) => traced(() => fetch(url, init))
   */
  fetch?: Fetch | undefined
  /**
   * Headers of every request.
   * @example headers: { 'x-source': 'nightly feed' }
   */
  headers?: Record<string, string> | undefined
  /**
   * Hears of each answer (`debug`) and each retry (`warn`).
   * @example logger: console
   */
  logger?: Logger | undefined
  /**
   * A key in a browser is everybody's key; set this only where it is safe, such as in a test.
   * @example allowBrowser: true
   */
  allowBrowser?: boolean | undefined
  /**
   * What tells the time and waits, for tests.
   * @example clock: testClock() // of @boardwalk/sdk/testing: pauses end at once
   */
  clock?: Clock | undefined
}

/**
 * A client of one company's jobs and candidates.
 * @example
 * const boardwalk = new Boardwalk({ apiKey: 'bwk_…', baseUrl: 'https://jobs.example.com/api' })
 * await boardwalk.jobs.create({ id: 'A-1', title: 'Comptable' })
 * for await (const candidate of boardwalk.candidates.listAll()) console.log(candidate.email)
 */
export class Boardwalk {
  /** Address of the integration API, without a `/` at its end. */
  readonly baseUrl: string
  /** The company's jobs. */
  readonly jobs: Jobs
  /** Those who applied to them. */
  readonly candidates: Candidates

  /** Throws a BoardwalkError where key or address is missing or no such thing, and in a browser unless it is allowed. */
  constructor(options: BoardwalkOptions = {}) {
    if (isBrowser() && options.allowBrowser !== true)
      throw new BoardwalkError(
        'This is a browser, where everybody can read the key: call Boardwalk from a server, or set allowBrowser in a test',
      )
    const apiKey = checkedKey(options.apiKey ?? environment('BOARDWALK_API_KEY'))
    this.baseUrl = checkedUrl(options.baseUrl ?? environment('BOARDWALK_URL'))
    const http = new Http({
      apiKey,
      baseUrl: this.baseUrl,
      timeoutMs: options.timeoutMs ?? 30_000,
      retriesMax: options.retriesMax ?? 2,
      retryAfterMaxMs: options.retryAfterMaxMs ?? 60_000,
      headers: options.headers ?? {},
      // Called without a `this`, as Workers demand of the global one; looked up late, so that a test may replace it.
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      logger: options.logger,
      clock: options.clock ?? systemClock,
    })
    this.jobs = new Jobs(http)
    this.candidates = new Candidates(http)
  }
}

function checkedKey(key: string | undefined): string {
  if (key === undefined || key === '') throw new BoardwalkError('Give an apiKey, or set BOARDWALK_API_KEY')
  // The error of `fetch` for such a header would show the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new BoardwalkError('The apiKey has a character that no key has, such as a blank or a line break at its end')
  return key
}

function checkedUrl(url: string | undefined): string {
  if (url === undefined || url === '') throw new BoardwalkError('Give a baseUrl, or set BOARDWALK_URL')
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!/^https?:$/.test(parsed?.protocol ?? ''))
    throw new BoardwalkError(`The baseUrl must be an address such as https://jobs.example.com/api, not "${url}"`)
  if (parsed?.username || parsed?.password || parsed?.search || parsed?.hash)
    throw new BoardwalkError('The baseUrl must have neither user nor password, "?" nor "#"')
  return url.replace(/\/+$/, '')
}

function environment(name: string): string | undefined {
  // Neither a Worker nor a browser has a `process`.
  return typeof process === 'undefined' ? undefined : process.env?.[name]
}

function isBrowser(): boolean {
  return 'window' in globalThis && 'document' in globalThis
}
