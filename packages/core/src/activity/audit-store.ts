import type { AuditAction } from '@boardwalk/schema/audit'
import * as mongo from 'mongodb'
import { type Connection, isDuplicateKey } from '../db/connection.ts'
import { createCursor, type Listed, matchAfterCursor } from '../db/page.ts'
import { type AuditDocument, openEvents } from './schema.ts'

/** One change in the audit trail. */
export type AuditEvent = Omit<AuditDocument, '_id' | 'companyId'>

const fromDocument = ({ at, by, action, target, details, changes }: AuditDocument): AuditEvent => ({
  at,
  by,
  action,
  target,
  details,
  ...(changes !== undefined && { changes }),
})

export function createAuditStore(connection: Connection) {
  const events = openEvents(connection)
  return {
    /** Makes an id that no other event has. The ids of one process grow. */
    newId: (): string => new mongo.ObjectId().toHexString(),
    /** Stores events. Storing the same id a second time changes nothing. */
    async insert(companyId: string, added: (AuditEvent & { id: string })[]): Promise<void> {
      if (added.length === 0) return
      const rows = added.map(({ id, ...event }) => ({ _id: new mongo.ObjectId(id), companyId, ...event }))
      try {
        await events.insertMany(rows, { ordered: false })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // A duplicate may hide another failure.
        const ids = rows.map(({ _id }) => _id)
        if ((await events.countDocuments({ companyId, _id: { $in: ids } })) < rows.length) throw error
      }
    },
    /** Lists the events about these targets, oldest first. */
    async listOf(companyId: string, targets: string[]): Promise<AuditEvent[]> {
      const found = await events.find({ companyId, target: { $in: targets } }).toArray()
      return found.map(fromDocument).sort((one, other) => one.at.getTime() - other.at.getTime())
    },
    /** Reads the newest events with these actions about one job, after the cursor. */
    async listOfJob(
      companyId: string,
      jobId: number,
      { actions, cursor }: { actions: readonly AuditAction[]; cursor?: string | null | undefined },
      eventsMax: number,
    ): Promise<Listed<AuditEvent>[]> {
      const filter = { companyId, target: String(jobId), action: { $in: [...actions] }, ...matchAfterCursor(cursor) }
      const found = await events.find(filter, { sort: { at: -1, _id: -1 }, limit: eventsMax }).toArray()
      return found.map((row) => ({ ...fromDocument(row), cursor: createCursor(row) }))
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
