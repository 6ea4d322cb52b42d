import { mongo } from 'mongoose'

/** A row of a list that shows the newest first. */
interface Row {
  _id: mongo.ObjectId
  at: Date
}

/** Of a time up to the year 5138. */
// secantus: it refuses a date beyond the year 9999.
const CURSOR_FORM = /^(\d{1,14})-([0-9a-f]{24})$/

/** Where the page after this row begins. */
export const cursorAfter = ({ at, _id }: Row): string => `${at.getTime()}-${_id.toHexString()}`

/** The filter of the rows after a cursor; nothing is after one that is malformed. Many rows may share a time. */
export function rowsAfter(cursor: string | null | undefined) {
  if (cursor === undefined || cursor === null) return {}
  const [, atMs, id] = CURSOR_FORM.exec(cursor) ?? [undefined, '0', '0'.repeat(24)]
  const at = new Date(Number(atMs))
  return { at: { $lte: at }, $or: [{ at: { $lt: at } }, { _id: { $lt: new mongo.ObjectId(id) } }] }
}
