import type { Connection } from '../db/connection.ts'
import { claimNext, createOnce } from '../db/row.ts'
import { openRemoved } from './schema.ts'

export function createRemovedCompanyStore(connection: Connection) {
  const removed = openRemoved(connection)
  return {
    /** Notes that a company was removed, and when the first sweep for late rows is due. */
    async insert(companyId: string, dueAt: Date): Promise<void> {
      await createOnce(removed, { _id: companyId, dueAt, attempts: 0 })
    },
    /** Finds the ids of the companies that were removed in the last days. They are few. */
    async findIds(): Promise<string[]> {
      return (await removed.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)
    },
    async has(companyId: string): Promise<boolean> {
      return (await removed.findOne({ _id: companyId }, { projection: { _id: 1 } })) !== null
    },
    /** Claims the company that has been due the longest. No other process can claim it before `until`. */
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
