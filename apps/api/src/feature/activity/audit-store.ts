import type { AuditAction, AuditDetail } from '@boardwalk/schema/audit'
import * as mongo from 'mongodb'
import { defineCollection } from '../../db/collection.ts'
import type { Connection } from '../../db/connection.ts'
import { createCursor, matchAfterCursor } from '../../db/cursor.ts'
import { createOnce } from '../../db/row.ts'

/** One change in the audit trail: who changed what, and when. It holds no applicant's data. */
export interface AuditEvent {
  at: Date
  /** The e-mail address of the user, or `operator`, `retention` or `board`. */
  by: string
  action: AuditAction
  /**
   * What was changed: the name of a key, the address of a user, or the id of a job or an application. For
   * `applications_expired`: the instant before which applications were erased.
   */
  target: string
  details: Partial<Record<AuditDetail, string>>
}

type AuditDocument = AuditEvent & { _id: mongo.ObjectId; companyId: string }

const openEvents = defineCollection<AuditDocument>('auditEvents', { companyIn: 'companyId' }, [
  // The trail of a company, newest first.
  { key: { companyId: 1, at: -1, _id: -1 } },
  // The events about one target.
  { key: { companyId: 1, target: 1 } },
])

const fromDocument = ({ at, by, action, target, details }: AuditDocument): AuditEvent => ({
  at,
  by,
  action,
  target,
  details,
})

export function createAuditStore(connection: Connection) {
  const events = openEvents(connection)
  return {
    /** Makes an id that no other event has. The ids of one process grow. */
    newId: (): string => new mongo.ObjectId().toHexString(),
    /** Stores an event. Storing the same id a second time changes nothing. */
    async insert(companyId: string, id: string, event: AuditEvent): Promise<void> {
      await createOnce(events, { _id: new mongo.ObjectId(id), companyId, ...event })
    },
    /** Lists the events about these targets, oldest first. */
    async listOf(companyId: string, targets: string[]): Promise<AuditEvent[]> {
      const found = await events.find({ companyId, target: { $in: targets } }).toArray()
      return found.map(fromDocument).sort((one, other) => one.at.getTime() - other.at.getTime())
    },
    /** Reads the newest events after the cursor. `next` is the cursor of the next page, or null. */
    async list(
      companyId: string,
      cursor: string | null | undefined,
      eventsMax: number,
    ): Promise<{ events: AuditEvent[]; next: string | null }> {
      const found = await events
        .find({ companyId, ...matchAfterCursor(cursor) })
        .sort({ at: -1, _id: -1 })
        .limit(eventsMax + 1)
        .toArray()
      const page = found.slice(0, eventsMax)
      const last = page.at(-1)
      return {
        events: page.map(fromDocument),
        next: found.length > eventsMax && last !== undefined ? createCursor(last) : null,
      }
    },
  }
}
export type AuditStore = ReturnType<typeof createAuditStore>
