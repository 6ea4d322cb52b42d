import * as mongo from 'mongodb'

/** A row of a list that is sorted by time, newest first. */
interface Row {
  _id: mongo.ObjectId
  at: Date
}

/** The form of a cursor: a time up to the year 5138, and an id. */
const CURSOR_FORM = /^(\d{1,14})-([0-9a-f]{24})$/

/** Makes the cursor of the page that begins after a row. */
export const createCursor = ({ at, _id }: Row): string => `${at.getTime()}-${_id.toHexString()}`

/** Makes the filter for the rows after a cursor. It finds none after a malformed one. Several rows may have the same time. */
export function matchAfterCursor(cursor: string | null | undefined) {
  if (cursor === undefined || cursor === null) return {}
  const [, atMs, id] = CURSOR_FORM.exec(cursor) ?? [undefined, '0', '0'.repeat(24)]
  const at = new Date(Number(atMs))
  return { at: { $lte: at }, $or: [{ at: { $lt: at } }, { _id: { $lt: new mongo.ObjectId(id) } }] }
}
