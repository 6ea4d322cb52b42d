import { type Clock, calculatePauseMs, parseRetryAfterMs } from './clock.ts'
import { APIError, ServerError } from './error.ts'
import { isRetryable } from './http.ts'
import type { Schema } from './operation.ts'
import { memoryState, type StateStore } from './state-store.ts'

export interface FollowOptions {
  /**
   * Follows only the candidates of the job with this external id. Default: the candidates of all jobs.
   * @example externalJobId: 'A-1'
   */
  externalJobId?: string | undefined
  /**
   * Gives only applications after this date (ISO 8601). Ignored if the state already has a cursor. Default: all
   * applications.
   * @example since: '2026-03-01'
   */
  since?: string | undefined
  /**
   * Stores the cursor. Default: in memory, so that a restart begins at `since` again.
   * @example state: fileState('boardwalk-state.json')
   */
  state?: StateStore | undefined
  /**
   * The time from the start of one poll to the start of the next when nothing is new, in milliseconds. Default: 60,000.
   * @example intervalMs: 30_000
   */
  intervalMs?: number | undefined
  /**
   * Aborts the iteration. It then ends at once, without an error.
   * @example signal: stop.signal
   */
  signal?: AbortSignal | undefined
  /**
   * Ends the iteration when there are no more candidates, instead of waiting for new ones: for a program that is started
   * every few minutes. A failed poll is then retried as often as any other call, and then its error is thrown. Default:
   * false.
   */
  once?: boolean | undefined
  /** Called after each poll, for example to report when an outage begins and ends. */
  onPoll?: ((outcome: PollOutcome) => void) | undefined
}

/** The outcome of one poll. */
export interface PollOutcome {
  /** The error of a failed poll, or undefined if the poll succeeded. */
  error: unknown
  /** The pause before a failed poll is retried, in milliseconds; 0 if the poll succeeded. */
  pauseMs: number
}

/** The answer to one poll: the first candidates after the cursor, in the order of their dates. */
export interface Poll {
  candidates: Schema['Candidate'][]
  total: number
  /** If the page holds the whole list, it has every application accepted up to this date. */
  syncedThrough: string | undefined
  /** How many candidates of the job are older than the cursor, because the job got its external id after that date. */
  earlierCandidates: number
}

const growth = { firstMs: 1_000, maxMs: 60_000 }

/** Polls until it is aborted. The cursor moves past a candidate only when the consumer asks for the next one. */
export async function* follow(
  poll: (since: string | undefined) => Promise<Poll>,
  options: FollowOptions,
  clock: Clock,
): AsyncGenerator<Schema['Candidate'], void, undefined> {
  const { externalJobId, since, state = memoryState(), intervalMs = 60_000, signal, once = false } = options
  const key = buildStateKey(externalJobId)
  let cursor = (await state.load(key)) ?? since
  const moveCursor = async (date: string | undefined) => {
    if (date === undefined || date === cursor) return
    cursor = date
    await state.save(key, date)
  }
  let isStartingOver = false
  const mustStartOver = ({ earlierCandidates }: Poll) => earlierCandidates > 0 && !isStartingOver
  while (!signal?.aborted) {
    const found = await pollUntilAnswered(() => poll(cursor), options, clock)
    if (found === undefined) return
    if (mustStartOver(found)) {
      // The external id now belongs to another job: start over with the first candidate of that job.
      isStartingOver = true
      cursor = undefined
      continue
    }
    for (const candidate of found.candidates) {
      if (signal?.aborted) return
      yield candidate
      await moveCursor(candidate.date)
    }
    // The page does not hold all candidates. The others lie between its last date and x-synced-through.
    if (found.candidates.length < found.total) continue
    isStartingOver = false
    await moveCursor(found.syncedThrough)
    if (once) return
    // If the clock was set back, the wait must still not be longer than the interval.
    const passedMs = Math.max(0, clock.now() - found.startedMs)
    await clock.sleep(Math.max(0, intervalMs - passedMs), signal)
  }
}

/** Builds the key under which the state stores the cursor. */
const buildStateKey = (externalJobId: string | undefined) =>
  externalJobId === undefined ? 'candidates' : `candidates/${encodeURIComponent(externalJobId)}`

/** Retries a poll until it is answered. Returns undefined if the signal is aborted first. */
async function pollUntilAnswered(
  poll: () => Promise<Poll>,
  { signal, once = false, onPoll }: FollowOptions,
  clock: Clock,
): Promise<(Poll & { startedMs: number }) | undefined> {
  for (let failures = 0; !signal?.aborted; ) {
    try {
      const startedMs = clock.now()
      const answer = await poll()
      onPoll?.({ error: undefined, pauseMs: 0 })
      return { ...answer, startedMs }
    } catch (error) {
      if (signal?.aborted) return undefined
      if (once || !isPollRetryable(error)) throw error
      const pauseMs = choosePauseMs(error, ++failures, clock)
      onPoll?.({ error, pauseMs })
      await clock.sleep(pauseMs, signal)
    }
  }
  return undefined
}

/** Retries every 5xx, because proxies have statuses of their own for a server that is down, such as 520 to 530. */
const isPollRetryable = (error: unknown) => isRetryable(error) || error instanceof ServerError

function choosePauseMs(error: unknown, failures: number, clock: Clock): number {
  const askedMs = error instanceof APIError ? parseRetryAfterMs(error.headers, clock) : undefined
  return Math.max(askedMs ?? 0, calculatePauseMs(failures, growth, clock))
}
