import type { AuditAction, AuditDetail } from '@boardwalk/schema/audit'
import mongoose, { type Connection, Schema, type Types } from 'mongoose'
import { createOnce } from '../../db/create-once.ts'
import { cursorAfter, rowsAfter } from '../../db/cursor.ts'

/** One act: who did what, to what, and when. Never an applicant's data. */
export interface AuditEvent {
  at: Date
  /** The e-mail address of the administrator, or `operator`. */
  by: string
  action: AuditAction
  /** What was acted on, as people name it: a key's name, an address, a job's or an application's id. */
  target: string
  details: Partial<Record<AuditDetail, string>>
}

type AuditDocument = AuditEvent & { _id: Types.ObjectId; companyId: string }

const schema = new Schema<AuditDocument>(
  {
    companyId: { type: String, required: true },
    at: { type: Date, required: true },
    by: { type: String, required: true },
    action: { type: String, required: true },
    target: { type: String, required: true },
    details: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, collection: 'auditEvents', minimize: false },
)
// The trail of a company, newest first.
schema.index({ companyId: 1, at: -1, _id: -1 })

const plain = ({ at, by, action, target, details }: AuditDocument): AuditEvent => ({ at, by, action, target, details })

export function auditStore(connection: Connection) {
  const events = connection.model('AuditEvent', schema)
  return {
    /** An id that no event has had; ids of one process grow. */
    newId: (): string => new mongoose.Types.ObjectId().toHexString(),
    /** Stores an event; the same one again changes nothing. */
    async insert(companyId: string, id: string, event: AuditEvent): Promise<void> {
      await createOnce(events, { _id: new mongoose.Types.ObjectId(id), companyId, ...event })
    },
    /** The newest so many after the cursor, and the cursor of the next ones. */
    async list(
      companyId: string,
      cursor: string | null | undefined,
      eventsMax: number,
    ): Promise<{ events: AuditEvent[]; next: string | null }> {
      const found = await events
        .find({ companyId, ...rowsAfter(cursor) })
        .sort({ at: -1, _id: -1 })
        .limit(eventsMax + 1)
        .lean()
      const page = found.slice(0, eventsMax)
      const last = page.at(-1)
      return {
        events: page.map(plain),
        next: found.length > eventsMax && last !== undefined ? cursorAfter(last) : null,
      }
    },
  }
}
export type AuditStore = ReturnType<typeof auditStore>
