import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import type { JournalEntry, RecordedEntry } from './store.ts'

export type { JournalEntry }

const READ_AT_ONCE = 1000
/** The end of a key or a user waits this long for the journal. Then it takes effect, recorded or not. */
const URGENT_WAIT_MS = 1_000

/**
 * Records in the journal what is about to be ended. The journal is not restored with the database. Call this before the
 * change, so that a crash in between loses nothing: a replay finishes what was asked for. If it throws `unavailable`,
 * change nothing.
 */
export async function record(deps: Deps, entries: JournalEntry[]): Promise<void> {
  try {
    for (const entry of entries) await deps.journal.append(deps.journal.newId(), entry)
  } catch (cause) {
    throw new AppError('unavailable', { reason: 'journal_away' }, { cause })
  }
}

/**
 * Records what must end now, such as a leaked key, and ends it even if the journal cannot be written. Then it throws
 * `not_in_journal`, so that the caller repeats the call. `end` must be safe to repeat.
 */
export async function recordUrgently(deps: Deps, entry: JournalEntry, end: () => Promise<unknown>): Promise<void> {
  const recording = deps.journal.append(deps.journal.newId(), entry).catch((cause: unknown) => {
    return new AppError('not_in_journal', undefined, { cause })
  })
  await Promise.race([recording, pause(URGENT_WAIT_MS, undefined, { ref: false })])
  await end()
  const failure = await recording
  if (failure !== undefined) throw failure
}

/** Reads all entries in the order of ids. */
export async function* readJournal(deps: Deps): AsyncGenerator<RecordedEntry> {
  for (let after: string | undefined; ; ) {
    const entries = await deps.journal.listAfter(after, READ_AT_ONCE)
    yield* entries
    const last = entries.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
