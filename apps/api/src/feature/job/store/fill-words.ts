import { PublicationStatus } from '@boardwalk/schema/job'
import type * as mongo from 'mongodb'
import type { JobDocument } from '../schema.ts'
import { listKeys } from '../search/words.ts'
import type { JobCollection } from './document.ts'

/** Changes the rows of earlier versions. */
export interface JobUpgrades {
  /**
   * Gives words to each row that an earlier version wrote without them, so that searches find it. Costs one look at an index
   * if there is no such row. Several processes may do it at the same time.
   */
  fillWords(): Promise<void>
}

const BATCH = 100

export const createJobUpgrades = (jobs: JobCollection): JobUpgrades => ({
  async fillWords() {
    const lacking: mongo.Filter<JobDocument> = {
      // Every status, so that the index is used.
      status: { $in: PublicationStatus.options },
      words: { $exists: false },
    }
    const projection = { companyId: 1, revision: 1, fields: 1 }
    for (;;) {
      const rows = await jobs.find(lacking, { projection, limit: BATCH }).toArray()
      if (rows.length === 0) return
      const writes = rows.map(({ _id, companyId, revision, fields }) => ({
        updateOne: { filter: { _id, companyId, revision }, update: { $set: { words: listKeys(fields) } } },
      }))
      await jobs.bulkWrite(writes, { ordered: false })
    }
  },
})
