import type * as mongo from 'mongodb'
import type { Connection } from '../db/connection.ts'
import { createCursor, type Listed, matchAfterCursor } from '../db/page.ts'
import { type FieldChange, type KeyChange, openKeyChanges } from './schema.ts'

/** What a key changed in one job. */
export interface JobKeyChange extends Pick<KeyChange, 'at' | 'keyId'> {
  jobId: number
  changes: FieldChange[]
}

export function createKeyChangeStore(connection: Connection) {
  const keyChanges = openKeyChanges(connection)

  /** Finds rows, newest first. Each gives what was changed in each of its jobs, with the same cursor. */
  async function find(filter: mongo.Filter<KeyChange>, rowsMax: number): Promise<Listed<JobKeyChange>[]> {
    const found = await keyChanges.find(filter, { sort: { at: -1, _id: -1 }, limit: rowsMax }).toArray()
    return found.flatMap((row) => {
      const { at, keyId } = row
      const cursor = createCursor(row)
      return listJobs(row).map(({ jobId, changes }) => ({ jobId, at, keyId, changes, cursor }))
    })
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
    /**
     * Reads the newest changes of a company's jobs after the cursor, from at most `rowsMax` rows. The links of one request are one row, so
     * they have the same cursor.
     */
    list: (companyId: string, cursor: string | null | undefined, rowsMax: number): Promise<Listed<JobKeyChange>[]> =>
      find({ companyId, ...matchAfterCursor(cursor) }, rowsMax),
    /** Reads the newest changes of one job after the cursor. */
    async listOfJob(
      companyId: string,
      jobId: number,
      cursor: string | null | undefined,
      changesMax: number,
    ): Promise<Listed<JobKeyChange>[]> {
      const found = await find({ companyId, jobIds: jobId, ...matchAfterCursor(cursor) }, changesMax)
      return found.filter((change) => change.jobId === jobId)
    },
  }
}

/** Lists the jobs of a row, and what was changed in each. A link gives an external id to a job that has none. */
const listJobs = ({ jobIds, changes = [], externalIds }: KeyChange): Pick<JobKeyChange, 'jobId' | 'changes'>[] =>
  jobIds.map((jobId, index) => ({
    jobId,
    changes:
      externalIds === undefined ? changes : [{ field: 'externalId', before: '', after: externalIds[index] ?? '' }],
  }))
