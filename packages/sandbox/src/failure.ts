import type { SeenOperation, SeenRequest } from './seen-request.ts'

/* The failures that a test asks for, and the requests that they are for. */

/**
 * How a request ends instead of with the board's own answer:
 * - `{ status }`: an error of this status, with the members that the board would send
 * - `{ status, html }`: a page of HTML with this status, as from a proxy or a sign-in page in between
 * - `{ delayMs }`: the board carries out the request at once, and its answer comes that many milliseconds later
 * - `request lost`: the connection breaks, and the board never gets the request
 * - `answer lost`: the board carries out the request, and the connection breaks before the answer
 * - `truncated`: the board carries out the request, and the connection breaks in the middle of the answer's body
 * - `unknown values`: the board's answer with a header, members and enumerated values that a newer board may send
 * - `no answer`: no answer ever comes, so the client reaches its time limit
 */
export type Failure =
  | { status: number; message?: string; code?: string; headers?: Record<string, string> }
  | { status: number; html: string; headers?: Record<string, string> }
  | { delayMs: number }
  | 'request lost'
  | 'answer lost'
  | 'truncated'
  | 'unknown values'
  | 'no answer'

/** Which requests a failure is for: those that fit every member. Without any, it is for the next request. */
export interface FailureAim {
  /** How many requests fail. Default: 1. `Number.POSITIVE_INFINITY`: each one that fits. */
  times?: number | undefined
  /** @example operation: 'upsertJobs' */
  operation?: SeenOperation | undefined
  /**
   * The encoded path of the request, without its query.
   * @example path: '/api/job/A-1'
   */
  path?: string | undefined
  /** @example when: ({ body }) => JSON.stringify(body).includes('A-150') */
  when?: ((request: SeenRequest) => boolean) | undefined
}

/** The failures that a test has asked for and that have not come yet. */
export class FailureQueue {
  readonly #queue: { failure: Failure; aim: FailureAim; times: number }[] = []

  add(failure: Failure, aim: FailureAim): void {
    const { times = 1 } = aim
    if (times > 0) this.#queue.push({ failure, aim, times })
  }

  /** Takes the first failure that is for a request. Undefined if none is. */
  take(request: SeenRequest): Failure | undefined {
    const index = this.#queue.findIndex(({ aim }) => isFor(aim, request))
    const found = this.#queue[index]
    if (found !== undefined && --found.times <= 0) this.#queue.splice(index, 1)
    return found?.failure
  }
}

function isFor({ operation, path, when }: FailureAim, request: SeenRequest): boolean {
  if (operation !== undefined && operation !== request.operation) return false
  if (path !== undefined && path !== request.path.split('?')[0]) return false
  return when === undefined || when(request)
}
