import { type Clock, calculatePauseMs, readRetryAfterMs } from './clock.ts'
import { ServerError } from './error.ts'
import { isRetryable } from './http.ts'
import { type Schema, toText } from './operation.ts'
import { memoryState, type StateStore } from './state-store.ts'

export interface FollowOptions {
  /**
   * Follows only the candidates of the job with this external id. Default: the candidates of all jobs.
   * @example externalJobId: 'A-1'
   */
  externalJobId?: string | undefined
  /**
   * Gives only applications after this date, a Date or ISO 8601. Ignored if the state already has a cursor. Default: all
   * applications.
   * @example since: '2026-03-01'
   */
  since?: string | Date | undefined
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
interface Poll {
  candidates: Schema['Candidate'][]
  total: number
  /** If the page holds the whole list, it has every application accepted up to this date. */
  syncedThrough: string | undefined
  /** How many candidates of the job are older than the cursor, because the job got its external id after that date. */
  earlierCandidates: number
}

const growth = { firstMs: 1_000, maxMs: 60_000 }

/** The names of the options, to refuse others. */
export const followOptionNames = ['externalJobId', 'since', 'state', 'intervalMs', 'signal', 'once', 'onPoll']

/** What `follow` asks of a board. */
export interface Followed {
  poll: (since: string | undefined) => Promise<Poll>
  /** Answers the id of the company that the key belongs to. Not asked without a `state`. */
  findCompanyId: () => Promise<string>
  clock: Clock
}

/**
 * Polls until it is aborted. Yields whole pages if `isPaged` is true, else one candidate at a time. The cursor moves past
 * what was yielded only when the consumer asks for more.
 */
export async function* follow(
  followed: Followed,
  options: FollowOptions,
  isPaged: boolean,
): AsyncGenerator<Schema['Candidate'][], void, undefined> {
  const cursor = await loadCursor(followed, options)
  if (cursor === undefined) return
  for await (const candidates of pollPages(followed, options, cursor)) {
    for (const group of isPaged ? [candidates] : candidates.map((candidate) => [candidate])) {
      if (options.signal?.aborted) return
      yield group
      await cursor.move(group.at(-1)?.date)
    }
  }
}

/** Yields each page that is not empty. The cursor must be moved past a page before the next one is asked for. */
async function* pollPages(
  { poll, clock }: Followed,
  options: FollowOptions,
  cursor: Cursor,
): AsyncGenerator<Schema['Candidate'][], void, undefined> {
  const { intervalMs = 60_000, signal, once = false } = options
  let isStartingOver = false
  while (!signal?.aborted) {
    const polled = await pollUntilAnswered(() => poll(cursor.date), options, clock)
    if (polled === undefined) return
    const { candidates, total, syncedThrough, earlierCandidates } = polled.answer
    if (earlierCandidates > 0 && !isStartingOver) {
      // The external id now belongs to another job: start over with the first candidate of that job.
      isStartingOver = true
      cursor.date = undefined
      continue
    }
    if (candidates.length > 0) yield candidates
    // The page does not hold all candidates. The others lie between its last date and x-synced-through.
    if (candidates.length < total) continue
    isStartingOver = false
    await cursor.move(syncedThrough)
    if (once) return
    // If the clock was set back, the wait must still not be longer than the interval.
    const passedMs = Math.max(0, clock.now() - polled.startedMs)
    await clock.sleep(Math.max(0, intervalMs - passedMs), signal)
  }
}

/** How far a follow came. */
interface Cursor {
  /** The date of the last candidate that was taken, or undefined to begin with the first one. */
  date: string | undefined
  /** Moves the cursor and saves it. Does nothing if the date is undefined or the same. */
  move: (date: string | undefined) => Promise<void>
}

/** Loads the cursor of the key's company. Returns undefined if the signal is aborted first. */
async function loadCursor({ findCompanyId, clock }: Followed, options: FollowOptions): Promise<Cursor | undefined> {
  const { externalJobId, since, state = memoryState() } = options
  // A state that somebody passes may serve several companies. A cursor of one would skip people of another.
  const found = options.state ? await pollUntilAnswered(findCompanyId, options, clock) : { answer: 'me' }
  if (found === undefined) return undefined
  const job = externalJobId === undefined ? '' : `/${encodeURIComponent(externalJobId)}`
  const key = `${found.answer}/candidates${job}`
  const cursor: Cursor = {
    date: (await state.load(key)) ?? (since && toText(since)),
    move: async (date) => {
      if (date === undefined || date === cursor.date) return
      cursor.date = date
      await state.save(key, date)
    },
  }
  return cursor
}

/** Retries a poll until it is answered. Returns undefined if the signal is aborted first. */
async function pollUntilAnswered<Answer>(
  poll: () => Promise<Answer>,
  { signal, once = false, onPoll }: FollowOptions,
  clock: Clock,
): Promise<{ answer: Answer; startedMs: number } | undefined> {
  for (let failures = 0; !signal?.aborted; ) {
    try {
      const startedMs = clock.now()
      const answer = await poll()
      onPoll?.({ error: undefined, pauseMs: 0 })
      return { answer, startedMs }
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
  return Math.max(readRetryAfterMs(error, clock) ?? 0, calculatePauseMs(failures, growth, clock))
}
