import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../error.ts'
import type { Answer, RequestNotes } from '../trpc/context.ts'

declare module 'http' {
  interface IncomingMessage {
    /** What the server knows of a request that it received. `withRequest` sets it before any other handler runs. */
    boardwalk: Request
  }
}

/**
 * How long the server may work on a request until its answer begins. Callers learn from the answer what happened, so it comes
 * before they and their proxies give up: after 30 s (deploy/Caddyfile, the SDK). It is longer than the database is retried
 * (db/retry.ts), so that a request waits for an election to end.
 */
export const WORK_MS_MAX = 25_000

/** How long a caller should wait after its time was up. */
const RETRY_AFTER_SECONDS = 5
const REQUEST_ID_FORM = /^[\w.:-]{1,128}$/

/** One request: its id, what the log and the company's activity say of it, its time limit, and its answer. */
export class Request implements RequestNotes {
  /** The caller's `x-request-id` if it is well-formed, else a new one. */
  readonly id: string
  /** The path as it was sent. It has no query, because the query of a link to a CV has the signature. */
  readonly path: string
  /** The operation of the API. */
  operation: string | undefined
  key: RequestNotes['key']
  readonly activity: RequestNotes['activity'] = {}
  readonly answer: Answer = { status: 200, headers: {} }
  /** The error that the request ended with. */
  error: AppError | undefined
  isCompressed = false
  /** The length of an answer that is kept in memory until its reader has taken the last of it. */
  answerBytes = 0
  /** For how long the request has waited for something to answer. The log and the metrics do not count it as work. */
  waitedMs = 0
  /** Called before and after a wait. Admission sets it, so that no waiting request counts among those that are worked on. */
  onWait: (isWaiting: boolean) => void = () => {}
  /** Whether the time was up before the answer began. The handler then writes nothing to the response. */
  isTimeUp = false
  /** Answers the request when its time is up. */
  refuse: (error: AppError) => void

  readonly #res: ServerResponse
  #leftMs: number
  #startedMs = 0
  #timer: NodeJS.Timeout | undefined
  #end: AbortController | undefined

  /**
   * Starts the time of a request. When it is up and no answer has begun, the request is refused (`deadline_passed`). The work
   * behind it goes on, and ends by the limits of its own calls. An answer that has begun goes on too, because a caller may
   * read a long one slowly.
   */
  constructor({ headers, url = '/' }: IncomingMessage, res: ServerResponse, workMs = WORK_MS_MAX) {
    const given = headers['x-request-id']
    this.id = typeof given === 'string' && REQUEST_ID_FORM.test(given) ? given : randomUUID()
    const queryAt = url.indexOf('?')
    this.path = queryAt < 0 ? url : url.slice(0, queryAt)
    this.refuse = () => res.destroy()
    this.#res = res
    this.#leftMs = workMs
    res.on('finish', () => this.pause())
    this.resume()
  }

  /** The part of the server at the path. It names requests that are no operation of the API. */
  get part(): string {
    return findPart(this.path)
  }

  /** Whether the caller has closed the connection. */
  get isGone(): boolean {
    return this.#res.closed
  }

  /** Ends work when the time is up or the caller has gone. Only for work that need not go on then. */
  get signal(): AbortSignal {
    if (this.#end === undefined) {
      const end = new AbortController()
      this.#end = end
      if (this.isTimeUp || this.isGone) end.abort()
      else this.#res.once('close', () => end.abort())
    }
    return this.#end.signal
  }

  /** Waits without counting among the requests that the process works on. Ends when the caller goes away, too. */
  async wait(waiting: Promise<void>): Promise<void> {
    if (this.isGone) return
    const startedMs = performance.now()
    this.onWait(true)
    await new Promise<void>((resolve) => {
      this.#res.once('close', resolve)
      void waiting.then(() => {
        this.#res.off('close', resolve)
        resolve()
      })
    })
    if (!this.isGone) this.onWait(false)
    this.waitedMs += performance.now() - startedMs
  }

  /** Stops the time while the server waits for the caller. */
  pause(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#leftMs -= performance.now() - this.#startedMs
  }

  /** Lets the time run on. */
  resume(): void {
    if (this.#timer !== undefined || this.#leftMs <= 0 || this.#res.headersSent) return
    this.#startedMs = performance.now()
    this.#timer = setTimeout(() => this.#endTime(), this.#leftMs).unref()
  }

  #endTime(): void {
    this.#timer = undefined
    this.#leftMs = 0
    if (this.#res.headersSent) return
    this.isTimeUp = true
    this.#end?.abort()
    if (this.#res.closed) return
    this.refuse(new AppError('unconfirmed', { reason: 'deadline_passed' }, { retryAfterSeconds: RETRY_AFTER_SECONDS }))
  }
}

/** The part of the server for the first segment of a path. A Map, because an object would also have `constructor`. */
const parts = new Map([
  ['healthz', 'health'],
  ['readyz', 'health'],
  ['api', 'api'],
  ['trpc', 'back_office'],
  ['backoffice', 'back_office'],
  ['cv', 'cv'],
])

function findPart(path: string): string {
  const [, first = '', ...rest] = path.split('/')
  return parts.get(first) ?? findPartOfSite(rest.at(-1) ?? first)
}

/** Finds the part of the public site by the last segment of a path: an apply form, a file for other programs, or a page. */
function findPartOfSite(last: string): string {
  if (last === 'apply') return 'form'
  return /\.(xml|txt|json)$/.test(last) ? 'feed' : 'page'
}
