import type { Paging } from '@boardwalk/schema/page'
import type * as mongo from 'mongodb'
import type { Connection } from '../db/connection.ts'
import { createOnce } from '../db/row.ts'
import { beginningWith, escapePattern } from '../db/word-pattern.ts'
import type { NewApplication } from './application.ts'
import { type HeldDocument, openHeld } from './schema.ts'

/** An application whose form had the trap field filled in. */
export type HeldApplication = NewApplication & Pick<HeldDocument, 'heldAt' | 'locale'>

type Decision = NonNullable<HeldDocument['decision']>

const fromDocument = ({ _id, decision: _, ...fields }: HeldDocument): HeldApplication => ({ id: _id, ...fields })

export function createHeldStore(connection: Connection) {
  const rows = openHeld(connection)

  async function find(companyId: string, id: string): Promise<HeldApplication | undefined> {
    const found = await rows.findOne({ _id: id, companyId })
    return found === null ? undefined : fromDocument(found)
  }

  const listWhere = async (filter: mongo.Filter<HeldDocument>, heldMax = 0) =>
    (await rows.find(filter, { sort: { heldAt: 1 }, limit: heldMax }).toArray()).map(fromDocument)

  return {
    /** Stores an application. One with the same id that is already stored stays. */
    async insert({ id, ...fields }: HeldApplication): Promise<void> {
      await createOnce(rows, { _id: id, ...fields })
    },
    find,
    /** Finds an application that no user has discarded. A crash may leave the row of a discarded one, whose CV may be gone. */
    async findNotDiscarded(companyId: string, id: string): Promise<HeldApplication | undefined> {
      const found = await rows.findOne({ _id: id, companyId, decision: { $ne: 'discarded' } })
      return found === null ? undefined : fromDocument(found)
    },
    /** Reads one page, newest first. `total` counts those of all pages. */
    async list(companyId: string, { page, pageSize }: Paging): Promise<{ held: HeldApplication[]; total: number }> {
      const total = await rows.countDocuments({ companyId })
      const skip = (page - 1) * pageSize
      const sort = { heldAt: -1, _id: 1 } as const
      const found = await rows.find({ companyId }, { sort, skip, limit: pageSize }).toArray()
      return { held: found.map(fromDocument), total }
    },
    /** Reads the applications that follow one of them in the order of the list, or the first ones: newest first. */
    async listAfter(
      companyId: string,
      after: Pick<HeldApplication, 'id' | 'heldAt'> | undefined,
      heldMax: number,
    ): Promise<HeldApplication[]> {
      const later = after && {
        $or: [{ heldAt: { $lt: after.heldAt } }, { heldAt: after.heldAt, _id: { $gt: after.id } }],
      }
      const sort = { heldAt: -1, _id: 1 } as const
      return (await rows.find({ companyId, ...later }, { sort, limit: heldMax }).toArray()).map(fromDocument)
    },
    count: (companyId: string): Promise<number> => rows.countDocuments({ companyId }),
    /** Lists applications of all companies that were held back at `until` or before it, oldest first. */
    listOverdue: (until: Date, heldMax: number): Promise<HeldApplication[]> =>
      listWhere({ heldAt: { $lte: until } }, heldMax),
    findByIds: (companyId: string, ids: string[]): Promise<HeldApplication[]> =>
      listWhere({ companyId, _id: { $in: ids } }),
    /** Lists the applications whose ids begin with a reference. */
    listByReference: (companyId: string, reference: string): Promise<HeldApplication[]> =>
      listWhere({ companyId, _id: beginningWith(reference) }),
    /** Lists applications that were held back from `since` to `until`, oldest first. */
    listBetween: (companyId: string, since: Date, until: Date, heldMax: number): Promise<HeldApplication[]> =>
      listWhere({ companyId, heldAt: { $gte: since, $lte: until } }, heldMax),
    /** Lists applications with an e-mail address, oldest first. The case of letters does not matter. */
    listByEmail: (companyId: string, email: string): Promise<HeldApplication[]> =>
      listWhere({ companyId, email: { $regex: `^${escapePattern(email)}$`, $options: 'i' } }),
    /** Counts the applications that have one of these e-mail addresses, in exactly this spelling, up to a maximum. */
    countByExactEmails: (companyId: string, emails: string[], limit: number): Promise<number> =>
      rows.countDocuments({ companyId, email: { $in: emails } }, { limit }),
    /** Lists the e-mail addresses of a company's held applications that match a pattern. The case of letters does not matter. */
    listEmails: (companyId: string, pattern: string): Promise<string[]> =>
      rows.distinct('email', { companyId, email: { $regex: pattern, $options: 'i' } }),
    /** Decides on an application, and returns it. Undefined if there is none, or if the opposite was decided before. */
    async decide(companyId: string, id: string, decision: Decision): Promise<HeldApplication | undefined> {
      const undecided = { $or: [{ decision: { $exists: false } }, { decision }] }
      const found = await rows.findOneAndUpdate({ _id: id, companyId, ...undecided }, { $set: { decision } })
      return found === null ? undefined : fromDocument(found)
    },
    async remove(companyId: string, ids: string[]): Promise<void> {
      await rows.deleteMany({ companyId, _id: { $in: ids } })
    },
  }
}
export type HeldStore = ReturnType<typeof createHeldStore>
