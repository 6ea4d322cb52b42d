import * as mongo from 'mongodb'
import { defineCollection } from '../../db/collection.ts'
import type { Connection } from '../../db/connection.ts'
import { createOnce } from '../../db/row.ts'

/** What was ended for good, and a restored backup would bring back. */
type JournalKind = 'application_erased' | 'key_revoked' | 'key_ending' | 'user_removed' | 'company_removed'

/** One line of the journal. It holds ids and a date, and nothing of a person. */
export interface JournalEntry {
  kind: JournalKind
  companyId: string
  /** The id of the application, the key, the user or the company. */
  targetId: string
  /** When it ended. For `key_ending`: from when on the key is refused. */
  at: Date
}

/** An entry that was read. */
export interface RecordedEntry extends JournalEntry {
  id: string
  /** When it was appended, to the second. */
  recordedAt: Date
}

type EntryDocument = JournalEntry & { _id: mongo.ObjectId }

const openEntries = defineCollection<EntryDocument>('entries', {
  noCompany: 'ids only; a company that was removed must be removed again after a restore',
})

/** The journal has a database of its own, and its entries are never changed (docs/adr/0010-journal.md). */
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
