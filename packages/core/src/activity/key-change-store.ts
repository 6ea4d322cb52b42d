import type * as mongo from 'mongodb'
import type { Connection } from '../db/connection.ts'
import { createCursor, type Listed, matchAfterCursor } from '../db/page.ts'
import { type KeyChange, openKeyChanges } from './schema.ts'

export function createKeyChangeStore(connection: Connection) {
  const keyChanges = openKeyChanges(connection)

  async function find(filter: mongo.Filter<KeyChange>, changesMax: number): Promise<Listed<KeyChange>[]> {
    const found = await keyChanges.find(filter, { sort: { at: -1, _id: -1 }, limit: changesMax }).toArray()
    return found.map(({ _id, ...change }) => ({ ...change, cursor: createCursor({ _id, at: change.at }) }))
  }

  return {
    async insertMany(changes: KeyChange[]): Promise<void> {
      // One server's acknowledgement is enough, because Boardwalk does not promise that every change is recorded.
      const writeConcern = { w: 1, journal: false }
      await keyChanges.insertMany(
        changes.map((change) => ({ ...change })),
        { ordered: false, writeConcern },
      )
    },
    /** Reads the newest changes of a company's jobs after the cursor. */
    list: (companyId: string, cursor: string | null | undefined, changesMax: number): Promise<Listed<KeyChange>[]> =>
      find({ companyId, ...matchAfterCursor(cursor) }, changesMax),
    /** Reads the newest changes of one job after the cursor. */
    listOfJob: (
      companyId: string,
      jobId: number,
      cursor: string | null | undefined,
      changesMax: number,
    ): Promise<Listed<KeyChange>[]> => find({ companyId, jobId, ...matchAfterCursor(cursor) }, changesMax),
  }
}
