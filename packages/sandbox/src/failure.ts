/**
 * How a request ends instead of with the board's own answer:
 * - `{ status }`: an error of this status, with the members that the board would send
 * - `{ status, html }`: a page of HTML with this status, as from a proxy or a sign-in page in between
 * - `request lost`: the connection breaks, and the board never hears of the request
 * - `answer lost`: the board does what it is asked, and the connection breaks before the answer
 * - `truncated`: the board does what it is asked, and the second half of the answer's body is missing
 * - `no answer`: nothing ever comes, so the client's time limit passes
 */
export type Failure =
  | { status: number; message?: string; code?: string; headers?: Record<string, string> }
  | { status: number; html: string; headers?: Record<string, string> }
  | 'request lost'
  | 'answer lost'
  | 'truncated'
  | 'no answer'

/** The failures that a test has asked for, in their order. */
export class Failures {
  readonly #waiting: { failure: Failure; times: number }[] = []

  add(failure: Failure, times: number): void {
    if (times > 0) this.#waiting.push({ failure, times })
  }

  /** The failure of the next request, if it is to fail. */
  take(): Failure | undefined {
    const [next] = this.#waiting
    if (next !== undefined && --next.times <= 0) this.#waiting.shift()
    return next?.failure
  }
}
