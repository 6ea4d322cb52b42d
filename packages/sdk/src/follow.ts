import { choosePauseMs } from './clock.ts'
import { APIError, PageNotFoundError, ServerError } from './error.ts'
import { type Http, isRetryable } from './http.ts'
import type { CallOptions, Settings } from './options.ts'

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

/** How a list is followed: the options that all followers have. */
export interface PollOptions {
  /**
   * Stores the cursor. Default: in memory, so that a restart begins again.
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

/** A list that can be followed. */
export interface FollowSource<Item> {
  /** The name of its cursor in the state. */
  name: string
  /** The cursor to begin with if the state has none. */
  start: string | undefined
  poll: (cursor: string | undefined, call: CallOptions) => PromiseLike<Poll<Item>>
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
  const cursor = createCursor(source, settings.state)
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
  /** Undefined to begin with the first item. */
  value: string | undefined
  /** Takes the value from the state, if the state has one. Does nothing if it was called before. */
  load: (findCompanyId: () => Promise<string>) => Promise<void>
  /** Moves the cursor and saves it. Does nothing if the value is undefined or the same. */
  move: (value: string | undefined) => Promise<void>
}

function createCursor(
  { name, start }: Pick<FollowSource<unknown>, 'name' | 'start'>,
  state: StateStore | undefined,
): Cursor {
  let key = ''
  const cursor: Cursor = {
    value: start,
    load: async (findCompanyId) => {
      if (state === undefined || key !== '') return
      // One state may serve several companies. A cursor of one would skip people of another.
      key = `${await findCompanyId()}/${name}`
      cursor.value = (await state.load(key)) ?? cursor.value
    },
    move: async (value) => {
      if (value === undefined || value === cursor.value) return
      cursor.value = value
      await state?.save(key, value)
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
  let hasAnswered = false
  const findCompanyId = async () => {
    const { key } = await http.send<'getMe'>('GET', '/me', {}, call)
    hasAnswered = true
    return key.company.id
  }
  return async () => {
    for (let failures = 0; !signal?.aborted; ) {
      try {
        await cursor.load(findCompanyId)
        const startedMs = clock.now()
        const page = await source.poll(cursor.value, call)
        hasAnswered = true
        onPoll?.({ error: undefined, pauseMs: 0 })
        return { ...page, startedMs }
      } catch (error) {
        if (signal?.aborted) return undefined
        if (once || !canEnd(error, hasAnswered)) throw error
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
  // Every 5xx is retried, because proxies have statuses of their own for a server that is down.
  if (isRetryable(error) || error instanceof ServerError) return true
  // An error without a code is the page of a proxy or a firewall. A 404 before the first answer of the board means that
  // the address is wrong.
  return error instanceof APIError && error.code === undefined && (hasAnswered || !(error instanceof PageNotFoundError))
}
