import { randomUUID } from 'node:crypto'
import { type Answer, type Request, send } from './http.ts'

/** What a person gives to check a board. */
export interface Target {
  /** Where the paths of the API begin, such as `http://127.0.0.1:3000/api`. */
  url: string
  /** A key of both scopes. */
  key: string
  readKey?: string | undefined
  writeKey?: string | undefined
  revokedKey?: string | undefined
  /** A key of both scopes of another company. */
  otherKey?: string | undefined
  /** Job ids of board jobs of the company that have no external id. Each is used once. */
  boardJobs?: number[] | undefined
  /** The external id of a job that has candidates. Without it, people apply to a new job. */
  candidatesOf?: string | undefined
  /** Applies to a job. Without it, the form on the job's page is sent. */
  apply?: ((jobUrl: string, application: Application) => Promise<void>) | undefined
}

export interface Application {
  firstName: string
  lastName: string
  email: string
  cv?: Uint8Array<ArrayBuffer> | undefined
}

/** What some checks need beside an address and a key, in the words of the table. */
const needs = {
  readKey: 'a key that may only read: --read-key',
  writeKey: 'a key that may only write: --write-key',
  revokedKey: 'a revoked key: --revoked-key',
  otherKey: 'a key of another company: --other-key',
  boardJobs: 'more board jobs without an external id: --board-jobs',
  page: 'a public page at jobUrl',
  readBack: 'a public page at jobUrl, or GET /job/{id}',
  apply: 'a form on the public page that takes applications',
  getJob: 'not offered: GET /job/{id}',
  getJobs: 'not offered: GET /jobs',
  putJobs: 'not offered: PUT /jobs',
  getCandidates: 'not offered: GET /candidates',
  getMe: 'not offered: GET /me',
  changedSince: 'not offered: changedSince',
  syncedThrough: 'not offered: x-synced-through',
  warnings: 'not offered: warnings',
  questions: 'not offered: questions of a job',
  terms: 'not offered: boardwalk',
} as const

export type Need = keyof typeof needs

/** Ends a check that cannot be made. Its message says what is missing. */
export class Missing extends Error {}

/** The checks of one subject: by rule, such as `spec: Create Job`, and by a sentence about the board, such as `refuses …`. */
export type Rules = Record<string, Record<string, (board: Board) => Promise<unknown>>>

/** One sentence about a board, and how to find out whether it is true. */
export interface Check {
  /** `contract`: the five operations. `extensions`: what a board may offer beside them. */
  group: 'contract' | 'extensions'
  /** Where the rule comes from, such as `spec: Create Job` or `design 6: external id`. */
  rule: string
  /** A sentence about the board: `refuses …`, `answers …`. */
  does: string
  /** Throws `Missing` if the board or the person has not given what the check needs. */
  run(board: Board): Promise<unknown>
}

/** Finds the path of a job. */
export const jobPath = (externalId: string): string => `/job/${encodeURIComponent(externalId)}`

/** A board whose address and key are known, and functions that call it. */
export class Board {
  readonly target: Target
  /** What the board offers. */
  readonly offers = new Set<Need>()
  readonly #run = randomUUID().slice(0, 8)
  readonly #boardJobs: number[]
  #ids = 0

  constructor(target: Target) {
    this.target = { ...target, url: target.url.replace(/\/$/, '') }
    this.#boardJobs = [...(target.boardJobs ?? [])]
  }

  /** Makes an external id that no other job has. */
  newId = (): string => `contract ${this.#run} ${++this.#ids}`

  /** Ends the check unless the board offers something. */
  need(...all: Need[]): void {
    for (const need of all) if (!this.offers.has(need)) throw new Missing(needs[need])
  }

  /** Gives a key that a check needs. */
  keyOf(name: 'readKey' | 'writeKey' | 'revokedKey' | 'otherKey'): string {
    const key = this.target[name]
    if (key === undefined) throw new Missing(needs[name])
    return key
  }

  /** Takes a board job that has no external id yet. */
  takeBoardJob(): number {
    const jobId = this.#boardJobs.shift()
    if (jobId === undefined) throw new Missing(needs.boardJobs)
    return jobId
  }

  call = (
    method: string,
    path: string,
    request: Request & { key?: string | null | undefined } = {},
  ): Promise<Answer> => {
    const { key = this.target.key, body, headers } = request
    const own = {
      ...(key !== null && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return send(method, this.target.url + path, { body, headers: { ...own, ...headers } })
  }

  create = (job: unknown, key?: string): Promise<Answer> => this.call('POST', '/job', { body: { job }, key })
  put = (externalId: string, job: unknown, key?: string): Promise<Answer> =>
    this.call('PUT', jobPath(externalId), { body: { job }, key })
  unpublish = (externalId: string, key?: string): Promise<Answer> => this.call('DELETE', jobPath(externalId), { key })
  link = (links: unknown, key?: string): Promise<Answer> => this.call('POST', '/job/link', { body: { links }, key })
  candidates = (externalId: string, query = '', key?: string): Promise<Answer> =>
    this.call('GET', `${jobPath(externalId)}/candidates?${query}`, { key })
}
