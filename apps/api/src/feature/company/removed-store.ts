import { defineCollection } from '../../db/collection.ts'
import type { Connection } from '../../db/connection.ts'
import { type Claimable, claimNext, createOnce } from '../../db/row.ts'

/**
 * A company that was removed. A process that was suspended in the middle of a request may still write rows of it, so rows
 * are deleted again later. `attempts` is the number of times.
 */
const openRemoved = defineCollection<Claimable>(
  'removedCompanies',
  { noCompany: 'ids only, for some days; rows that a late process writes for a company that was removed are deleted' },
  [
    // The next company whose rows are deleted again.
    { key: { dueAt: 1 } },
  ],
)

export function createRemovedCompanyStore(connection: Connection) {
  const removed = openRemoved(connection)
  return {
    /** Notes that a company was removed, and when to look for late rows of it. */
    async insert(companyId: string, dueAt: Date): Promise<void> {
      await createOnce(removed, { _id: companyId, dueAt, attempts: 0 })
    },
    async has(companyId: string): Promise<boolean> {
      return (await removed.findOne({ _id: companyId }, { projection: { _id: 1 } })) !== null
    },
    /** Takes the company that has been due the longest. No other process gets it before `until`. */
    async claim(now: Date, until: Date): Promise<{ companyId: string; attempts: number } | undefined> {
      const found = await claimNext(removed, now, until)
      return found === undefined ? undefined : { companyId: found._id, attempts: found.attempts }
    },
    async postpone(companyId: string, dueAt: Date): Promise<void> {
      await removed.updateOne({ _id: companyId }, { $set: { dueAt } })
    },
    async remove(companyId: string): Promise<void> {
      await removed.deleteOne({ _id: companyId })
    },
  }
}
