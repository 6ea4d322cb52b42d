import type { AuditAction, AuditDetail } from '@boardwalk/schema/audit'
import { type Connection, Schema, type Types } from 'mongoose'
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
    async insert(companyId: string, event: AuditEvent): Promise<void> {
      await events.create({ companyId, ...event })
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
