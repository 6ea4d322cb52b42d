import type { Connection } from '@boardwalk/core/db/connection'
import { createOnce } from '@boardwalk/core/db/row'
import { type NoteDocument, openNotes } from '@boardwalk/core/intake/schema'

/** A note about an application: its text, and who wrote it when. */
export type Note = Pick<NoteDocument, 'at' | 'by' | 'text'> & { id: string }

const KEPT = { until: { $exists: false } }

const fromDocument = ({ _id, at, by, text }: NoteDocument): Note => ({ id: _id, at, by, text })

/** Stores the notes that users write about applications. */
export function createNoteStore(connection: Connection) {
  const notes = openNotes(connection)

  async function listOf(companyId: string, applicationIds: string[]): Promise<(Note & { applicationId: string })[]> {
    const filter = { companyId, applicationId: { $in: applicationIds }, ...KEPT }
    const found = await notes.find(filter, { sort: { at: 1, _id: 1 } }).toArray()
    return found.map((row) => ({ ...fromDocument(row), applicationId: row.applicationId }))
  }

  return {
    /** Stores a note until an instant. After that the database deletes it, unless it was kept. */
    async insert(companyId: string, { id, ...note }: Note & Pick<NoteDocument, 'applicationId'>, until: Date) {
      await createOnce(notes, { _id: id, companyId, ...note, until })
    },
    /** Keeps a note that was inserted, unless it was removed meanwhile. */
    async keep(companyId: string, id: string): Promise<void> {
      await notes.updateOne({ _id: id, companyId }, { $unset: { until: '' } })
    },
    /** Lists the notes about applications, oldest first. */
    listOf,
    /** Removes a note if this user wrote it. Returns the id of the note's application, or undefined if there is no such note. */
    async remove(companyId: string, { id, by }: Pick<Note, 'id' | 'by'>): Promise<string | undefined> {
      const removed = await notes.findOneAndDelete({ _id: id, companyId, by }, { projection: { applicationId: 1 } })
      return removed?.applicationId
    },
    async removeAllOf(companyId: string, applicationIds: string[]): Promise<void> {
      await notes.deleteMany({ companyId, applicationId: { $in: applicationIds } })
    },
  }
}
