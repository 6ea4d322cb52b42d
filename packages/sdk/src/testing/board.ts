import { operations } from '../generated/operations.ts'
import type { Candidate } from '../resource/candidates.ts'
import type { JobUpdate } from '../resource/jobs.ts'
import { type Application, Applications } from './applications.ts'
import { type Company, candidateOf, handlers } from './company.ts'
import { StoredJobs } from './jobs.ts'
import { Refusal } from './refusal.ts'
import { inputOf, routeOf } from './request.ts'

export interface TestBoardOptions {
  /**
   * What the key may do: both unless told.
   * @example scopes: ['read']
   */
  scopes?: ('read' | 'write')[] | undefined
  /**
   * What tells the time, in milliseconds since 1970; the system's clock unless told.
   * @example now: () => Date.UTC(2026, 2, 1)
   */
  now?: (() => number) | undefined
}

/**
 * How a request ends otherwise than by the board's own answer.
 * - an error of this status, from the board or a proxy before it
 * - `request lost`: the connection breaks, and the board never hears of it
 * - `answer lost`: the board does what it is asked, and the connection breaks before the answer
 * - `no answer`: nothing ever comes, so that the client's `timeoutMs` passes
 */
export type TestFailure =
  | { status: number; message?: string; code?: string; headers?: Record<string, string> }
  | 'request lost'
  | 'answer lost'
  | 'no answer'

/** A Boardwalk of one company in memory. */
export interface TestBoard {
  /** Its one good key. */
  readonly apiKey: string
  /** Its address, for `baseUrl`. Nobody listens there: only `fetch` knows it. */
  readonly url: string
  /** Answers as the board does. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /**
   * Somebody applies to a job, named by its external id or job id; what is not told of them is made up or `""`. Throws
   * where there is no such job, or it is not published.
   * @example
   * board.apply('A-1', { firstName: 'Salma', message: 'Disponible dès mai.' })
   */
  apply(job: string | number, application?: Partial<Application>): Candidate
  /**
   * Adds a job that no external id names yet, as one made in the back office, for `link`.
   * @example
   * const { jobId } = board.addJob({ title: 'Comptable' })
   * await boardwalk.jobs.link([{ platformJobId: jobId, externalJobId: 'A-1' }])
   */
  addJob(job: JobUpdate & { title: string }): { jobId: number; jobUrl: string }
  /**
   * Makes the next requests fail, so many of them; called again, those after them.
   * @example
   * board.failNext('answer lost')
   * await expect(boardwalk.jobs.create(job)).rejects.toThrow(ConnectionError)
   * await expect(boardwalk.jobs.create(job)).rejects.toThrow(ConflictError)
   * board.failNext({ status: 429, headers: { 'retry-after': '2' } }, 3)
   */
  failNext(failure: TestFailure, times?: number): void
}

const ORIGIN = 'https://boardwalk.test'

const applicant: Application = {
  firstName: 'Salma',
  lastName: 'Bennani',
  email: 'salma.bennani@example.com',
  phone: '',
  cv: '',
  linkedinUrl: '',
  message: '',
}

/**
 * A Boardwalk in memory, for tests without a server: its `fetch` answers every operation as the server does, with the
 * same statuses, bodies and words. It is simpler in this: HTML is kept as sent, not sanitised; an error does not guess
 * what was meant; the words of a job's address are only like the server's; an applicant's details, and the address of
 * a CV, are taken as given. Nothing outlives it.
 * @example
 * const board = createTestBoard()
 * const boardwalk = new Boardwalk({ apiKey: board.apiKey, baseUrl: board.url, fetch: board.fetch })
 * await boardwalk.jobs.create({ id: 'A-1', title: 'Comptable' })
 * board.apply('A-1', { firstName: 'Salma' })
 * const { candidates } = await boardwalk.candidates.list('A-1')
 */
export function createTestBoard({ scopes = ['read', 'write'], now = Date.now }: TestBoardOptions = {}): TestBoard {
  const apiKey = `bwk_${'test'.repeat(8)}`
  const id = 'cmp_testtesttesttesttest'
  const jobs = new StoredJobs(id, `${ORIGIN}/fr/companies/test-company`, now)
  const company: Company = { id, jobs, applications: new Applications(now) }
  const failures: { failure: TestFailure; times: number }[] = []
  let requests = 0

  function requireKey(header: string | null, scope: 'read' | 'write'): void {
    const key = header?.trim() ?? ''
    if (key === '') throw new Refusal('api_key_missing', 'Please provide an API key')
    if (key !== apiKey) throw new Refusal('api_key_invalid', 'Invalid API key')
    if (!scopes.includes(scope)) throw new Refusal('scope_missing', 'Insufficient permissions')
  }

  async function answer(request: Request, failure: TestFailure | undefined): Promise<Response> {
    const requestId = `test-${++requests}`
    const respond = (status: number, body: object, headers: Record<string, string> = {}) =>
      Response.json(body, { status, headers: { 'x-request-id': requestId, ...headers } })
    let nullMember: string | undefined
    const refuse = (status: number, error: object, headers?: Record<string, string>) =>
      respond(
        status,
        { ...(nullMember !== undefined && { [nullMember]: null }), error: { ...error, requestId } },
        headers,
      )
    try {
      const { name, part } = routeOf(request)
      const rules = operations[name]
      nullMember = rules.nullMember
      if (typeof failure === 'object') {
        const { status, message = `Failed with ${status}, as the test asked`, code, headers } = failure
        return refuse(status, { message, code }, headers)
      }
      requireKey(request.headers.get('x-api-key'), rules.scope)
      const { data, status = 200, headers } = handlers[name](company, await inputOf(rules, part, request))
      return respond(status, { ...data, error: null }, headers)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      return refuse(refusal.status, refusal.error)
    }
  }

  return {
    apiKey,
    url: `${ORIGIN}/api`,
    async fetch(input, init) {
      const request = new Request(input, init)
      request.signal.throwIfAborted()
      const [next] = failures
      if (next !== undefined && --next.times <= 0) failures.shift()
      if (next?.failure === 'no answer') await abortOf(request.signal)
      if (next?.failure === 'request lost') throw lost()
      const response = await answer(request, next?.failure)
      if (next?.failure === 'answer lost') throw lost()
      return response
    },
    apply(name, application) {
      const job = typeof name === 'number' ? jobs.findById(name) : jobs.find(name)
      if (job === undefined) throw new Error(`The board has no job ${name}`)
      if (job.status !== 'PUBLISHED') throw new Error(`Nobody can apply to job ${name}: it is not published`)
      const accepted = company.applications.accept(job.jobId, { ...applicant, ...application })
      return candidateOf(company, accepted)
    },
    addJob: (job) => jobs.add(null, job),
    failNext: (failure, times = 1) => {
      if (times > 0) failures.push({ failure, times })
    },
  }
}

const lost = () => new TypeError('fetch failed', { cause: new Error('the connection was lost, as the test asked') })

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
