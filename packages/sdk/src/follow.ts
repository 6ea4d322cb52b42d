import { choosePauseMs } from './clock.ts'
import { APIError, BoardwalkError } from './error.ts'
import { type Http, isRetryable } from './http.ts'
import { type CallOptions, describeValue, type Settings } from './options.ts'

/**
 * Stores the cursors of `follow`. One store can serve several companies, because each key begins with the company's id.
 * @example
 * const state: StateStore = {
 *   load: async (key) => (await cursors.findOne({ key }))?.cursor,
 *   save: async (key, cursor) => void (await cursors.updateOne({ key }, { $set: { cursor } }, { upsert: true })),
 * }
 */
export interface StateStore {
  /**
   * Returns the cursor that was last saved under this key, or undefined. Return no other date: `follow` tells the board that the
   * cursor came from it, and then misses candidates.
   */
  load(key: string): string | undefined | Promise<string | undefined>
  /** Saves a cursor. It must not return, and a promise not resolve, before the cursor is stored safely. */
  save(key: string, cursor: string): unknown
}

/**
 * A store in memory. Its cursors end with the process, and the next process begins at `since` again.
 * @example
 * boardwalk.candidates.follow({ state: memoryState() })
 */
export const memoryState = () => toStore(new Map<string, string>())

/** Makes a store of a Map. */
const toStore = (cursors: Map<string, string>) => ({
  load: async (key: string) => cursors.get(key),
  save: async (key: string, cursor: string) => void cursors.set(key, cursor),
})

/** Reads the option `state`. Throws a BoardwalkError if it is no store. */
function readState(state: PollOptions['state']): StateStore | undefined {
  if (state instanceof Map) return toStore(state)
  if (state !== undefined && (typeof state?.load !== 'function' || typeof state.save !== 'function'))
    throw new BoardwalkError(`state is a Map, or has load and save, unlike ${describeValue(state)}`)
  return state
}

/** How a list is followed: the options that all followers have. */
export interface PollOptions {
  /**
   * Stores the cursor: a store, or a Map. Default: in memory, so that a restart begins again.
   * @example state: fileState('boardwalk-state.json')
   */
  state?: StateStore | Map<string, string> | undefined
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
   * Ends the iteration when nothing more is new, instead of waiting: for a program that is started every few minutes. A
   * failed poll is then retried as often as any other call, and then its error is thrown. Default: false.
   */
  once?: boolean | undefined
  /** Called after each poll, for example to report when an outage begins and ends. */
  onPoll?: ((outcome: PollOutcome) => void) | undefined
}

export const pollDefaults = {
  state: undefined,
  signal: undefined,
  onPoll: undefined,
  intervalMs: undefined,
  once: false,
}

/** The outcome of one poll. */
export interface PollOutcome {
  /** The error of a failed poll, or undefined if the poll succeeded. */
  error: unknown
  /** The pause before a failed poll is retried, in milliseconds; 0 if the poll succeeded. */
  pauseMs: number
}

/** An item of a list. */
interface Entry<Item> {
  item: Item
  /** The cursor after this item. Undefined if the cursor moves only after the whole list. */
  cursor: string | undefined
}

/** The answer to one poll: the first items after the cursor. */
interface Poll<Item> {
  entries: Entry<Item>[]
  /** Whether the list has more items after these. */
  hasMore: boolean
  /** The cursor after all entries of this page. Undefined if it does not move, also because a proxy dropped its header. */
  end: string | undefined
  /** Whether the board was asked to wait for something new, and did so, however long. */
  hasWaited: boolean
}

/** Where a list goes on, as the query says it. */
export interface Position {
  /** Undefined to begin with the first item. */
  since: string | undefined
  /** The board gave this `since`. */
  synced?: true
}

/** A list that can be followed. */
export interface FollowSource<Item> {
  /** The name of its cursor in the state. */
  name: string
  /** The cursor to begin with if the state has none. */
  start: string | undefined
  poll: (position: Position, call: CallOptions) => PromiseLike<Poll<Item>>
}

type PollSettings = Settings<PollOptions, typeof pollDefaults>

const backoff = { firstMs: 1_000, maxMs: 60_000 }

/**
 * Polls until it is aborted. Yields up to `groupSize` items of a page at a time. The cursor moves past what was yielded
 * only when the consumer asks for more.
 */
export async function* follow<Item>(
  http: Http,
  source: FollowSource<Item>,
  settings: PollSettings,
  groupSize: number,
): AsyncGenerator<Item[], void, undefined> {
  const { intervalMs, signal, once } = settings
  const { clock } = http
  const cursor = createCursor(source, readState(settings.state))
  const pollUntilAnswered = createPoller(http, source, settings, cursor)
  while (!signal?.aborted) {
    const page = await pollUntilAnswered()
    if (!page) return
    const { entries, hasMore, end, startedMs } = page
    for (let at = 0; at < entries.length; at += groupSize) {
      if (signal?.aborted) return
      const group = entries.slice(at, at + groupSize)
      yield group.map(({ item }) => item)
      await cursor.move(group.at(-1)?.cursor)
    }
    await cursor.move(end)
    if (hasMore) continue
    if (once) return
    // If the clock was set back, the pause must still not be longer than the interval.
    const passedMs = Math.max(0, clock.now() - startedMs)
    await clock.sleep(Math.max(0, chooseIntervalMs(page, intervalMs) - passedMs), signal)
  }
}

/** Chooses the time from the start of a poll to the start of the next. */
function chooseIntervalMs({ entries, hasWaited }: Poll<unknown>, intervalMs = 60_000): number {
  if (!hasWaited) return intervalMs
  // A board that stops, or has too many polls that wait, answers before the time is over.
  return entries.length > 0 ? 0 : 1_000
}

/** Where a follower is in its list. */
interface Cursor {
  at: Position
  /** Takes the cursor from the state, if the state has one. Does nothing if it was called before. */
  load: (findCompanyId: () => Promise<string>) => Promise<void>
  /** Moves to a cursor of the board and saves it. Does nothing if the cursor is undefined or the same. */
  move: (cursor: string | undefined) => Promise<void>
}

function createCursor(
  { name, start }: Pick<FollowSource<unknown>, 'name' | 'start'>,
  state: StateStore | undefined,
): Cursor {
  let key = ''
  const cursor: Cursor = {
    at: { since: start },
    load: async (findCompanyId) => {
      if (!state || key) return
      // One state may serve several companies. A cursor of one would skip people of another.
      key = `${await findCompanyId()}/${name}`
      const saved = await state.load(key)
      if (saved) cursor.at = { since: saved, synced: true }
    },
    move: async (moved) => {
      if (!moved || moved === cursor.at.since) return
      cursor.at = { since: moved, synced: true }
      await state?.save(key, moved)
    },
  }
  return cursor
}

/**
 * Creates a function that repeats a poll until the board answers it, and returns undefined if the signal is aborted first.
 */
function createPoller<Item>(
  http: Http,
  source: FollowSource<Item>,
  { signal, once, onPoll }: PollSettings,
  cursor: Cursor,
): () => Promise<(Poll<Item> & { startedMs: number }) | undefined> {
  const { clock } = http
  // It retries by itself, with longer pauses. Retries of the single call would multiply with these.
  const call = { signal, retriesMax: once ? undefined : 0 }
  const findCompanyId = async () => (await http.send<'getMe'>('GET', '/me', {}, call)).key.company.id
  return async () => {
    for (let failures = 0; !signal?.aborted; ) {
      try {
        await cursor.load(findCompanyId)
        const startedMs = clock.now()
        const page = await source.poll(cursor.at, call)
        onPoll?.({ error: undefined, pauseMs: 0 })
        return { ...page, startedMs }
      } catch (error) {
        if (signal?.aborted) return undefined
        if (once || !canEnd(error, http.hasAnswered)) throw error
        const pauseMs = choosePauseMs(error, ++failures, backoff, clock)
        onPoll?.({ error, pauseMs })
        await clock.sleep(pauseMs, signal)
      }
    }
    return undefined
  }
}

/** Tells whether a failure may end by itself. */
function canEnd(error: unknown, hasAnswered: boolean): boolean {
  if (!(error instanceof APIError)) return isRetryable(error)
  const { status, code } = error
  // Every 5xx is retried, because proxies have statuses of their own for a server that is down.
  if (status >= 500 || isRetryable(error)) return true
  // A board that has answered has the address, so it is another server that does not know it, whatever code its error has.
  if (hasAnswered && [404, 405, 410].includes(status)) return true
  // An error without a code is the page of a proxy or a firewall. A 404 before the first answer means that the address is wrong.
  return code === undefined && status !== 404
}
