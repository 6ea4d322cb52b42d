import * as mongo from 'mongodb'
import type { Connection } from '../db/connection.ts'
import { createOnce } from '../db/row.ts'
import { type EntryDocument, openEntries } from './schema.ts'

/** One line of the journal. */
export type JournalEntry = Omit<EntryDocument, '_id'>

/** An entry that was read. */
export interface RecordedEntry extends JournalEntry {
  id: string
  /** When it was appended, to the second. */
  recordedAt: Date
}

/** The journal is only appended to. Its database is another one than the board's (docs/adr/0010-journal.md). */
export function createJournalStore(connection: Connection) {
  const entries = openEntries(connection)
  return {
    /** An id that no entry has had. */
    newId: (): string => new mongo.ObjectId().toHexString(),
    /** Appends an entry. The same entry a second time changes nothing. */
    async append(id: string, entry: JournalEntry): Promise<void> {
      await createOnce(entries, { _id: new mongo.ObjectId(id), ...entry })
    },
    /** The next entries after an id, in the order of their ids. */
    async listAfter(id: string | undefined, entriesMax: number): Promise<RecordedEntry[]> {
      const filter = id === undefined ? {} : { _id: { $gt: new mongo.ObjectId(id) } }
      const found = await entries.find(filter).sort({ _id: 1 }).limit(entriesMax).toArray()
      return found.map(({ _id, ...entry }) => ({ id: _id.toHexString(), recordedAt: _id.getTimestamp(), ...entry }))
    },
  }
}

export type JournalStore = ReturnType<typeof createJournalStore>
