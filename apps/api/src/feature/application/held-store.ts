import type { Locale } from '@boardwalk/schema/company'
import type { Paging } from '@boardwalk/schema/page'
import type * as mongo from 'mongodb'
import { defineCollection } from '../../db/collection.ts'
import type { Connection } from '../../db/connection.ts'
import { createOnce } from '../../db/create-once.ts'
import { escapePattern } from '../../db/word-pattern.ts'
import type { NewApplication } from './application.ts'
import { HELD_MS } from './application.ts'

/** An application whose form had the trap field filled in. No ATS sees it until an administrator lets it in. */
export interface HeldApplication extends NewApplication {
  heldAt: Date
  /** The language of the page that the applicant saw. */
  locale: Locale
}

/** What an administrator decided. The decision comes first, so that nobody discards what another lets in. */
type Decision = 'let_in' | 'discarded'

type HeldDocument = Omit<HeldApplication, 'id'> & { _id: string; decision?: Decision }

const openHeld = defineCollection<HeldDocument>('heldApplications', { companyIn: 'companyId' }, [
  // The back office's list, newest first.
  { key: { companyId: 1, heldAt: -1, _id: 1 } },
  // All that is held back of one person.
  { key: { companyId: 1, email: 1 } },
  { key: { heldAt: 1 }, expireAfterSeconds: HELD_MS / 1000 },
])

const fromDocument = ({ _id, decision: _, ...fields }: HeldDocument): HeldApplication => ({ id: _id, ...fields })

/** Each call that takes `after` ignores what was held back before, because the database deletes it some time later. */
export function createHeldStore(connection: Connection) {
  const rows = openHeld(connection)

  async function find(companyId: string, id: string, after: Date): Promise<HeldApplication | undefined> {
    const found = await rows.findOne({ _id: id, companyId, heldAt: { $gt: after } })
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
    /** Reads one page, newest first. `total` counts those of all pages. */
    async list(
      companyId: string,
      after: Date,
      { page, pageSize }: Paging,
    ): Promise<{ held: HeldApplication[]; total: number }> {
      const filter = { companyId, heldAt: { $gt: after } }
      const total = await rows.countDocuments(filter)
      const skip = (page - 1) * pageSize
      const found = await rows.find(filter, { sort: { heldAt: -1, _id: 1 }, skip, limit: pageSize }).toArray()
      return { held: found.map(fromDocument), total }
    },
    findByIds: (companyId: string, ids: string[], after: Date): Promise<HeldApplication[]> =>
      listWhere({ companyId, _id: { $in: ids }, heldAt: { $gt: after } }),
    /** Lists the oldest of a time, oldest first. */
    listBetween(companyId: string, since: Date, until: Date, heldMax: number): Promise<HeldApplication[]> {
      // secantus: of an index that goes down, its Python server leaves out the rows at `$gte` itself.
      const afterMs = since.getTime() - 1
      return listWhere({ companyId, heldAt: { $gt: new Date(afterMs), $lte: until } }, heldMax)
    },
    /** Lists those of an e-mail address. The case of letters does not matter. */
    listByEmail: (companyId: string, email: string): Promise<HeldApplication[]> =>
      listWhere({ companyId, email: { $regex: `^${escapePattern(email)}$`, $options: 'i' } }),
    /** Decides on an application, and returns it. Undefined if it is not there, or if the other was decided. */
    async decide(
      companyId: string,
      id: string,
      decision: Decision,
      after = new Date(0),
    ): Promise<HeldApplication | undefined> {
      const filter = { _id: id, companyId, heldAt: { $gt: after } }
      const undecided = { $or: [{ decision: { $exists: false } }, { decision }] }
      const found = await rows.findOneAndUpdate({ ...filter, ...undecided }, { $set: { decision } })
      return found === null ? undefined : fromDocument(found)
    },
    async remove(companyId: string, ids: string[]): Promise<void> {
      await rows.deleteMany({ companyId, _id: { $in: ids } })
    },
  }
}
export type HeldStore = ReturnType<typeof createHeldStore>
/** Names the calls of the store that a function makes. */
export type Held<Call extends keyof HeldStore> = { heldApplications: Pick<HeldStore, Call> }
