import { newApplication } from './mailbox-actors.ts'
import type { Rows } from './memory-stores.ts'

/** The time at which a model starts, in milliseconds. */
export const START_MS = 1_000
/** The last date that was given before. */
export const SEEDED_MS = 500
/** A poll raises the watermark this far past the present (intake/mailbox.ts), and positions may be further ahead (intake/application.ts). */
const LEAD_MS = 400
const POSITIONS_AHEAD_MS = 300

/** Stores applications that are delivered and not changed. Their mailbox has room for all changes, or only for some. */
export function seedRows(
  { mailboxes, applications }: Rows,
  { companyId, ids, roomForChanges }: { companyId: string; ids: string[]; roomForChanges: number | undefined },
): void {
  if (ids.length === 0) return
  for (const [index, id] of ids.entries())
    applications.set(id, { ...newApplication(companyId, id), date: new Date(SEEDED_MS - index) })
  const [lastDate, lastPosition] = [new Date(SEEDED_MS), new Date(0)]
  const fullMs = START_MS + LEAD_MS + POSITIONS_AHEAD_MS
  const watermark = roomForChanges === undefined ? lastDate : new Date(fullMs - roomForChanges)
  const wallTime = roomForChanges === undefined ? lastDate : new Date(START_MS + LEAD_MS)
  mailboxes.set(companyId, { watermark, lastDate, lastPosition, wallTime, inbox: [], fencingToken: 0 })
}
