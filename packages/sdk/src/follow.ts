import { type Clock, pauseMsAfter, retryAfterMsOf } from './clock.ts'
import { APIError, ServerError } from './error.ts'
import { isPassing } from './http.ts'
import type { Schema } from './operation.ts'
import { memoryState, type StateStore } from './state-store.ts'

export interface FollowOptions {
  /**
   * The candidates of this job alone; without it, those of all jobs.
   * @example externalJobId: 'A-1'
   */
  externalJobId?: string | undefined
  /**
   * Only applications after this instant (ISO 8601), where the state has no cursor yet; without it, all.
   * @example since: '2026-03-01'
   */
  since?: string | undefined
  /**
   * Where the cursor is kept; in memory unless told, so that a restart begins at `since` again.
   * @example state: fileState('boardwalk-state.json')
   */
  state?: StateStore | undefined
  /**
   * From the start of a poll to the start of the next when there is nothing new: 60,000 unless told.
   * @example intervalMs: 30_000
   */
  intervalMs?: number | undefined
  /**
   * Ends the iteration at once, without an error.
   * @example signal: stop.signal
   */
  signal?: AbortSignal | undefined
  /**
   * Ends when all that is there now is taken, instead of waiting for more: for a program that is started every few
   * minutes. A poll that fails is then made again as any other call is, and its error thrown.
   */
  once?: boolean | undefined
  /** Hears how each poll went, such as to tell of an outage and of its end. */
  onPoll?: ((outcome: PollOutcome) => void) | undefined
}

/** How a poll went. */
export interface PollOutcome {
  /** What failed, if it did; the poll is made again after `pauseMs`. */
  error: unknown
  pauseMs: number
}

/** The first candidates after the cursor, in the order of their dates. */
export interface Poll {
  candidates: Schema['Candidate'][]
  total: number
  /** Everything accepted up to this instant is in the list, if the list is whole. */
  syncedThrough: string | undefined
  /** How many candidates of the job the cursor skips, because the job got its external id only after it. */
  earlierCandidates: number
}

const growth = { firstMs: 1_000, mostMs: 60_000 }

/** Polls for ever. The cursor moves past a candidate only when the consumer asks for the next one. */
export async function* follow(
  poll: (since: string | undefined) => Promise<Poll>,
  options: FollowOptions,
  clock: Clock,
): AsyncGenerator<Schema['Candidate'], void, undefined> {
  const { externalJobId, since, state = memoryState(), intervalMs = 60_000, signal, once = false } = options
  const key = keyOf(externalJobId)
  let cursor = (await state.load(key)) ?? since
  const moveTo = async (date: string | undefined) => {
    if (date === undefined || date === cursor) return
    cursor = date
    await state.save(key, date)
  }
  let isStartingOver = false
  const skips = ({ earlierCandidates }: Poll) => earlierCandidates > 0 && !isStartingOver
  while (!signal?.aborted) {
    const found = await pollUntilAnswered(() => poll(cursor), options, clock)
    if (found === undefined) return
    if (skips(found)) {
      // The external id was given to another job: begin with that job's first candidate, and go on to its last.
      isStartingOver = true
      cursor = undefined
      continue
    }
    for (const candidate of found.candidates) {
      if (signal?.aborted) return
      yield candidate
      await moveTo(candidate.date)
    }
    // Of more candidates than one page holds, the others lie between the last date and x-synced-through.
    if (found.candidates.length < found.total) continue
    isStartingOver = false
    await moveTo(found.syncedThrough)
    if (once) return
    // A clock that was set back must not make the wait longer than the interval.
    const passedMs = Math.max(0, clock.now() - found.startedMs)
    await clock.sleep(Math.max(0, intervalMs - passedMs), signal)
  }
}

/** What the state keeps the cursor under. */
const keyOf = (externalJobId: string | undefined) =>
  externalJobId === undefined ? 'candidates' : `candidates/${encodeURIComponent(externalJobId)}`

/** The first answer, with when it was asked for; undefined where the signal was aborted before there was one. */
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
      if (once || !mayPass(error)) throw error
      const pauseMs = pauseMsOf(error, ++failures, clock)
      onPoll?.({ error, pauseMs })
      await clock.sleep(pauseMs, signal)
    }
  }
  return undefined
}

/** A proxy has statuses of its own for a board that is down, such as 520 to 530. */
const mayPass = (error: unknown) => isPassing(error) || error instanceof ServerError

function pauseMsOf(error: unknown, failures: number, clock: Clock): number {
  const askedMs = error instanceof APIError ? retryAfterMsOf(error.headers, clock) : undefined
  return Math.max(askedMs ?? 0, pauseMsAfter(failures, growth, clock))
}
