import { type Clock, pauseMsAfter, retryAfterMsOf } from './clock.ts'
import { APIError } from './error.ts'
import { isPassing } from './http.ts'
import type { Schema } from './operation.ts'
import { memoryState, type StateStore } from './state-store.ts'

export interface FollowOptions {
  /** The candidates of this job alone; without it, those of all jobs. */
  externalJobId?: string | undefined
  /** Only applications after this instant (ISO 8601), where the state has no cursor yet; without it, all. */
  since?: string | undefined
  /** Where the cursor is kept; in memory unless told, so that a restart begins at `since` again. */
  state?: StateStore | undefined
  /** From the start of a poll to the start of the next when there is nothing new: 60,000 unless told. */
  intervalMs?: number | undefined
  /** Ends the iteration at once, without an error. */
  signal?: AbortSignal | undefined
}

/** The first candidates after the cursor, in the order of their dates. */
export interface Poll {
  candidates: Schema['Candidate'][]
  total: number
  /** Everything accepted up to this instant is in the list, if the list is whole. */
  syncedThrough: string | undefined
}

const growth = { firstMs: 1_000, mostMs: 60_000 }

/** Polls for ever. The cursor moves past a candidate only when the consumer asks for the next one. */
export async function* follow(
  poll: (since: string | undefined) => Promise<Poll>,
  { externalJobId, since, state = memoryState(), intervalMs = 60_000, signal }: FollowOptions,
  clock: Clock,
): AsyncGenerator<Schema['Candidate'], void, undefined> {
  const key = externalJobId === undefined ? 'candidates' : `candidates/${encodeURIComponent(externalJobId)}`
  let cursor = (await state.load(key)) ?? since
  while (!signal?.aborted) {
    const found = await pollUntilAnswered(() => poll(cursor), clock, signal)
    for (const candidate of found?.candidates ?? []) {
      if (signal?.aborted) return
      yield candidate
      cursor = candidate.date
      await state.save(key, cursor)
    }
    // Of more candidates than one page holds, the others lie between the last date and x-synced-through.
    if (found === undefined || found.candidates.length < found.total) continue
    if (found.syncedThrough !== undefined && found.syncedThrough !== cursor) {
      cursor = found.syncedThrough
      await state.save(key, cursor)
    }
    // A clock that was set back must not make the wait longer than the interval.
    const passedMs = Math.max(0, clock.now() - found.startedMs)
    await clock.sleep(Math.max(0, intervalMs - passedMs), signal)
  }
}

/** The first answer, with when it was asked for; undefined where the signal was aborted before there was one. */
async function pollUntilAnswered(
  poll: () => Promise<Poll>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<(Poll & { startedMs: number }) | undefined> {
  for (let failures = 0; !signal?.aborted; ) {
    try {
      const startedMs = clock.now()
      return { ...(await poll()), startedMs }
    } catch (error) {
      if (signal?.aborted) return undefined
      if (!isPassing(error)) throw error
      await clock.sleep(pauseMsOf(error, ++failures, clock), signal)
    }
  }
  return undefined
}

function pauseMsOf(error: unknown, failures: number, clock: Clock): number {
  const askedMs = error instanceof APIError ? retryAfterMsOf(error.headers, clock) : undefined
  return Math.max(askedMs ?? 0, pauseMsAfter(failures, growth, clock))
}
