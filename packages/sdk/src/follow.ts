import { type Clock, choosePauseMs } from './clock.ts'
import { ServerError } from './error.ts'
import { isRetryable } from './http.ts'
import { type Schema, toText } from './operation.ts'
import type { Settings } from './options.ts'

/**
 * Stores the cursors of `follow`. One store can serve several companies, because each key begins with the company's id.
 * @example
 * const state: StateStore = {
 *   load: async (key) => (await cursors.findOne({ key }))?.cursor,
 *   save: async (key, cursor) => void (await cursors.updateOne({ key }, { $set: { cursor } }, { upsert: true })),
 * }
 */
export interface StateStore {
  /** Returns the cursor that was last saved under this key, or undefined. */
  load(key: string): Promise<string | undefined>
  /** Saves a cursor. Its promise must not resolve before the cursor is stored safely. */
  save(key: string, cursor: string): Promise<void>
}

/**
 * A store in memory. Its cursors end with the process, and the next process begins at `since` again.
 * @example
 * boardwalk.candidates.follow({ state: memoryState() })
 */
export function memoryState(): StateStore {
  const cursors = new Map<string, string>()
  return {
    load: async (key) => cursors.get(key),
    save: async (key, cursor) => void cursors.set(key, cursor),
  }
}

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

export const followDefaults = {
  ...{ externalJobId: undefined, since: undefined, state: undefined, signal: undefined, onPoll: undefined },
  ...{ intervalMs: 60_000, once: false },
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
  /**
   * Names the link between the external id and its job, if candidates of the job are older than the cursor because the job got
   * its external id after that date.
   */
  linkId: string | undefined
}

const backoff = { firstMs: 1_000, maxMs: 60_000 }

/** The list that `follow` polls. */
export interface FollowSource {
  poll: (since: string | undefined) => PromiseLike<Poll>
  /** Returns the id of the company that the key belongs to. Not asked without a `state`. */
  findCompanyId: () => Promise<string>
  clock: Clock
}

type FollowSettings = Settings<FollowOptions, typeof followDefaults>

/**
 * Polls until it is aborted. Yields up to `groupSize` candidates of a page at a time. The cursor moves past what was yielded
 * only when the consumer asks for more.
 */
export async function* follow(
  source: FollowSource,
  settings: FollowSettings,
  groupSize: number,
): AsyncGenerator<Schema['Candidate'][], void, undefined> {
  const { intervalMs, signal, once } = settings
  const { clock } = source
  const cursor = createCursor(source, settings)
  /** The link of the external id for which the list started over last. */
  let startedOverFor: string | undefined
  while (!signal?.aborted) {
    const page = await pollUntilAnswered(source, settings, cursor)
    if (!page) return
    const { candidates, total, syncedThrough, linkId, startedMs } = page
    if (linkId && linkId !== startedOverFor) {
      // The external id now belongs to another job: start over with the first candidate of that job. The pages that follow
      // say the same of their cursor, unless the id moves once more.
      startedOverFor = linkId
      cursor.date = undefined
      continue
    }
    for (let at = 0; at < candidates.length; at += groupSize) {
      if (signal?.aborted) return
      const group = candidates.slice(at, at + groupSize)
      yield group
      await cursor.move(group.at(-1)?.date)
    }
    // The page does not hold all candidates. The others lie between its last date and x-synced-through.
    if (candidates.length < total) continue
    await cursor.move(syncedThrough)
    if (once) return
    // If the clock was set back, the wait must still not be longer than the interval.
    const passedMs = Math.max(0, clock.now() - startedMs)
    await clock.sleep(Math.max(0, intervalMs - passedMs), signal)
  }
}

/** The date of the last candidate that was taken, or undefined to begin with the first one. */
interface Cursor {
  date: string | undefined
  /** Takes the date from the state, if the state has one. Does nothing if it was called before. */
  load: () => Promise<void>
  /** Moves the cursor and saves it. Does nothing if the date is undefined or the same. */
  move: (date: string | undefined) => Promise<void>
}

function createCursor({ findCompanyId }: FollowSource, { externalJobId, since, state }: FollowSettings): Cursor {
  let key = ''
  const cursor: Cursor = {
    date: since && toText(since),
    load: async () => {
      if (state === undefined || key !== '') return
      const job = externalJobId === undefined ? '' : `/${encodeURIComponent(externalJobId)}`
      // One state may serve several companies. A cursor of one would skip people of another.
      key = `${await findCompanyId()}/candidates${job}`
      cursor.date = (await state.load(key)) ?? cursor.date
    },
    move: async (date) => {
      if (date === undefined || date === cursor.date) return
      cursor.date = date
      await state?.save(key, date)
    },
  }
  return cursor
}

/** Repeats a poll until it is answered. Returns undefined if the signal is aborted first. */
async function pollUntilAnswered(
  { poll, clock }: FollowSource,
  { signal, once, onPoll }: FollowSettings,
  cursor: Cursor,
): Promise<(Poll & { startedMs: number }) | undefined> {
  for (let failures = 0; !signal?.aborted; ) {
    try {
      await cursor.load()
      const startedMs = clock.now()
      const page = await poll(cursor.date)
      onPoll?.({ error: undefined, pauseMs: 0 })
      return { ...page, startedMs }
    } catch (error) {
      if (signal?.aborted) return undefined
      // Every 5xx is retried, because proxies have statuses of their own for a server that is down, such as 520 to 530.
      if (once || !(isRetryable(error) || error instanceof ServerError)) throw error
      const pauseMs = choosePauseMs(error, ++failures, backoff, clock)
      onPoll?.({ error, pauseMs })
      await clock.sleep(pauseMs, signal)
    }
  }
  return undefined
}
