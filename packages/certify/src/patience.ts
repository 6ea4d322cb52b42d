import type { SeenRequest } from '@boardwalk/sandbox'
import { readAddress } from './poll.ts'

/** A program may wait for an answer that never comes for this many times as long as --timeout says. */
export const NO_ANSWER_TIMES = 4
/** As long as the program gets on, one thing may take this many times as long as --timeout says. */
const TIMES_MAX = 10
/** A program that pushes all jobs in turn begins again after a change, so it sends a request twice before it comes to the change. */
const SAME_MAX = 2

/** A program that needs long to start, on a busy machine, has this many times as long for each thing. */
const STARTS = 4
/** The clock of a wait counts in steps of this length. */
const STEP_MS = 50

/**
 * How long a scenario goes on waiting for one thing. The time of --timeout begins again whenever the board takes a request that the
 * program had not sent twice, because a slow program, or one on a busy machine, then still gets on. A program that asks for the same,
 * and gets the same, does not get on. While this process gets no turn, because the machine is busy, no time passes: the board, which is
 * in this process, answers nothing then.
 */
export class Patience {
  readonly #timeoutMs: number
  readonly #times: number
  #nowMs = 0
  #renewedMs = 0
  readonly #timer = setInterval(() => {
    this.#nowMs += STEP_MS
  }, STEP_MS)
  readonly #counted = new Set<SeenRequest>()
  readonly #sent = new Map<string, number>()

  /** The program may do nothing new for this many `times` as long as --timeout says. */
  constructor(timeoutMs: number, times: number) {
    this.#timeoutMs = timeoutMs
    this.#times = times
  }

  /** Looks at the program's requests since the wait began. */
  look(requests: readonly SeenRequest[]): void {
    for (const request of requests) {
      if (request.status === undefined || this.#counted.has(request)) continue
      this.#counted.add(request)
      const what = describeExchange(request)
      const times = (this.#sent.get(what) ?? 0) + 1
      this.#sent.set(what, times)
      if (isLate(request) || (request.status < 300 && times <= SAME_MAX)) this.#renewedMs = this.#nowMs
    }
  }

  /** Says which time is over; undefined if none is. `startMs` is how long the program takes until its first request. */
  findEnd(startMs: number): string | undefined {
    const flag = `--timeout ${this.#timeoutMs / 1000}`
    const limitMs = this.#times * Math.max(this.#timeoutMs, STARTS * startMs)
    const longer =
      STARTS * startMs > this.#timeoutMs ? `, and more, because it takes ${showSeconds(startMs)} to start` : ''
    if (this.#nowMs - this.#renewedMs > limitMs) {
      const what = this.#times === 1 ? `the time of ${flag}` : `${this.#times} times ${flag}`
      return `The program did nothing new for ${showSeconds(limitMs)}, ${what}${longer}`
    }
    if (this.#nowMs > TIMES_MAX * limitMs)
      return `It took more than ${showSeconds(TIMES_MAX * limitMs)}, ${TIMES_MAX} times ${flag}${longer}`
    return undefined
  }

  end(): void {
    clearInterval(this.#timer)
  }
}

const showSeconds = (ms: number) => `${Math.round(ms / 1000)} s`

/** Measures how long a process of the program takes until its first request. */
export class StartTime {
  #startedMs: number | undefined
  #requestsBefore = 0
  slowestMs = 0

  /** A process starts. `requests` is the number of requests so far. */
  begin(requests: number): void {
    this.#startedMs = performance.now()
    this.#requestsBefore = requests
  }

  look(requests: number): void {
    if (this.#startedMs === undefined || requests === this.#requestsBefore) return
    this.slowestMs = Math.max(this.slowestMs, performance.now() - this.#startedMs)
    this.#startedMs = undefined
  }
}

/** Tells whether the board itself was too slow for a request, which happens on a busy machine only. */
const isLate = ({ answer }: SeenRequest): boolean => Object(Object(answer).error).code === 'deadline_passed'

/** A text that is the same for requests that ask for the same and are answered the same. Cursors are no difference. */
const describeExchange = (request: SeenRequest): string =>
  JSON.stringify([request.method, readAddress(request).pathname, request.body, request.answer])
