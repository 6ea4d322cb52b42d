import { noteAudit, type UserActor } from '@boardwalk/core/activity/audit'
import { AppError } from '@boardwalk/core/error'
import { requireApplication } from '@boardwalk/core/intake/read'
import type { Deps } from '../../deps.ts'
import type { Note } from './note-store.ts'

/*
 * Notes that the users of a company write for each other about an application. No API answers them. An erasure of the application
 * deletes them, and the export of a person has them.
 */

/** A note that was not kept after this time belongs to a process that died. */
const UNKEPT_MS_MAX = 60_000

/** Lists the notes about an application, oldest first. Throws `application_not_found`. */
export async function listNotes(
  deps: Deps,
  { companyId, email }: UserActor,
  { id }: { id: string },
): Promise<{ notes: (Omit<Note, 'at'> & { at: string; isOwn: boolean })[] }> {
  const { erasedAt } = await requireApplication(deps, companyId, id)
  const notes = erasedAt === undefined ? await deps.notes.listOf(companyId, [id]) : []
  return {
    notes: notes.map(({ applicationId: _, ...note }) => ({
      ...note,
      at: note.at.toISOString(),
      isOwn: note.by === email,
    })),
  }
}

/** Adds a note. `noteId` is of the form, so that a second click adds no second note. Throws `application_not_found` and `application_erased`. */
export async function addNote(
  deps: Deps,
  actor: UserActor,
  { id: applicationId, noteId, text }: { id: string; noteId: string; text: string },
): Promise<void> {
  const { companyId, email: by } = actor
  await requireUnerased(deps, companyId, applicationId)
  const nowMs = deps.now()
  const id = `${companyId}-${noteId}`
  await deps.notes.insert(
    companyId,
    { id, applicationId, at: new Date(nowMs), by, text },
    new Date(nowMs + UNKEPT_MS_MAX),
  )
  // An erasure deletes the notes after the row is erased. If it was deleting while this note came, the row shows it now. If this
  // process dies before the note is kept, the database deletes it.
  try {
    await requireUnerased(deps, companyId, applicationId)
  } catch (error) {
    await deps.notes.remove(companyId, { id, by })
    throw error
  }
  await deps.notes.keep(companyId, id)
  await noteAudit(deps, actor, 'note_added', applicationId)
}

async function requireUnerased(deps: Deps, companyId: string, id: string): Promise<void> {
  const { erasedAt } = await requireApplication(deps, companyId, id)
  if (erasedAt !== undefined) throw new AppError('application_erased')
}

/** Deletes a note of the user. Throws `note_not_found` if there is none, or if another user wrote it. */
export async function deleteNote(deps: Deps, actor: UserActor, { noteId }: { noteId: string }): Promise<void> {
  const applicationId = await deps.notes.remove(actor.companyId, { id: noteId, by: actor.email })
  if (applicationId === undefined) throw new AppError('note_not_found')
  await noteAudit(deps, actor, 'note_deleted', applicationId)
}
