/**
 * How a request ends instead of with the board's own answer:
 * - `{ status }`: an error of this status, with the members that the board would send
 * - `{ status, html }`: a page of HTML with this status, as from a proxy or a sign-in page in between
 * - `request lost`: the connection breaks, and the board never gets the request
 * - `answer lost`: the board carries out the request, and the connection breaks before the answer
 * - `truncated`: the board carries out the request, and the second half of the answer's body is missing
 * - `no answer`: no answer ever comes, so the client reaches its time limit
 */
export type Failure =
  | { status: number; message?: string; code?: string; headers?: Record<string, string> }
  | { status: number; html: string; headers?: Record<string, string> }
  | 'request lost'
  | 'answer lost'
  | 'truncated'
  | 'no answer'

/** The queue of failures that a test has asked for. */
export class Failures {
  readonly #waiting: { failure: Failure; times: number }[] = []

  add(failure: Failure, times: number): void {
    if (times > 0) this.#waiting.push({ failure, times })
  }

  /** Takes the failure of the next request, or undefined if that request should succeed. */
  take(): Failure | undefined {
    const [next] = this.#waiting
    if (next !== undefined && --next.times <= 0) this.#waiting.shift()
    return next?.failure
  }
}
