import type { Connection } from 'mongoose'
import { batch } from '../../db/batch.ts'
import type { Causally } from '../../db/causal.ts'
import { defineCollection } from '../../db/collection.ts'
import { isDuplicateKey } from '../../db/connection.ts'
import type { Application } from './application.ts'
import { type ApplicationDocument, fromDocument, toDocument } from './store.ts'

/** A company's mailbox: the one document through which all its applications come in. */
export interface MailboxContent {
  /** No application will ever get a date at or before this instant. */
  clock: Date
  /** The date of the last application that was accepted. */
  lastDate: Date
  /** Accepted applications that may not be delivered yet. */
  inbox: Application[]
  /** Counts the calls of `shutOut`. */
  shutOuts: number
}

interface MailboxDocument {
  _id: string
  clock: Date
  lastDate: Date
  inbox: ApplicationDocument[]
  shutOuts: number
}

const openMailboxes = defineCollection<MailboxDocument>('mailboxes', { companyIn: '_id' }, [
  // The applications that wait on the whole board. A mailbox in which none waits has no entry.
  { key: { 'inbox.date': 1 }, sparse: true },
])

const toContent = ({ clock, lastDate, inbox, shutOuts }: MailboxDocument): MailboxContent => ({
  clock,
  lastDate,
  inbox: inbox.map(fromDocument),
  shutOuts,
})

/**
 * Each function is one atomic operation on one document, but for `raiseClock`, which may read the mailbox a moment after it
 * has raised the clock. The mailbox's promises depend on that, and mailbox-model.test.ts proves them for both. Applications
 * are read through the same `causally`, so no read of them is older than what a mailbox said before.
 */
export function createMailboxStore(connection: Connection, causally: Causally) {
  const mailboxes = openMailboxes(connection)

  // secantus: two racing upserts may both report that they inserted. On MongoDB one upsert would be enough.
  const create = async (companyId: string) => {
    await mailboxes
      .insertOne({ _id: companyId, clock: new Date(0), lastDate: new Date(0), inbox: [], shutOuts: 0 })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
  }

  const raise = async (companyId: string, instants: { clock: Date; lastDate?: Date }): Promise<MailboxContent> => {
    for (;;) {
      const found = await causally((session) =>
        mailboxes.findOneAndUpdate({ _id: companyId }, { $max: instants }, { returnDocument: 'after', session }),
      )
      if (found !== null) return toContent(found)
      await create(companyId)
    }
  }

  const findOrCreate = async (companyId: string): Promise<MailboxContent> => {
    for (;;) {
      const found = await causally((session) => mailboxes.findOne({ _id: companyId }, { session }))
      if (found !== null) return toContent(found)
      await create(companyId)
    }
  }

  /** Reads the mailboxes of several companies. Undefined for a company that has none yet. */
  const findAll = async (companyIds: string[]): Promise<(MailboxContent | undefined)[]> => {
    const found = await causally((session) => mailboxes.find({ _id: { $in: companyIds } }, { session }).toArray())
    const byCompany = new Map(found.map((row) => [row._id, toContent(row)]))
    return companyIds.map((companyId) => byCompany.get(companyId))
  }

  const read = batch(async (companyIds: readonly string[]): Promise<MailboxContent[]> => {
    const found = companyIds.length === 1 ? [undefined] : await findAll([...companyIds])
    return Promise.all(companyIds.map((companyId, index) => found[index] ?? findOrCreate(companyId)))
  })

  /**
   * Raises the clocks of several companies with one command, all to the latest instant that is asked for, and reads the
   * mailboxes with the next one. What was accepted in between is in the mailbox that is read, as after one command for both.
   */
  const raiseClock = batch(async (raises: readonly { companyId: string; clock: Date }[]): Promise<MailboxContent[]> => {
    const companyIds = raises.map(({ companyId }) => companyId)
    const clock = new Date(Math.max(...raises.map((each) => each.clock.getTime())))
    const raiseAll = async () => {
      await causally((session) => mailboxes.updateMany({ _id: { $in: companyIds } }, { $max: { clock } }, { session }))
      return findAll(companyIds)
    }
    const found = raises.length === 1 ? [undefined] : await raiseAll()
    return Promise.all(companyIds.map((companyId, index) => found[index] ?? raise(companyId, { clock })))
  })

  return {
    /** Reads the mailbox, and creates it on first use. Callers at the same moment share a command, whatever their companies. */
    read,
    /**
     * Accepts applications with rising dates, and moves the clock to the last date. Does nothing and returns false if a date
     * is not after the clock, if one of them is in the inbox, or if `shutOut` was called since the mailbox was read.
     */
    async push(companyId: string, applications: Application[], shutOuts: number): Promise<boolean> {
      const [first] = applications
      const last = applications.at(-1)
      if (first === undefined || last === undefined) return true
      const ids = applications.map(({ id }) => id)
      const { matchedCount } = await causally((session) =>
        mailboxes.updateOne(
          { _id: companyId, clock: { $lt: first.date }, 'inbox._id': { $nin: ids }, shutOuts },
          {
            $set: { clock: last.date, lastDate: last.date },
            $push: { inbox: { $each: applications.map(toDocument) } },
          },
          { session },
        ),
      )
      return matchedCount === 1
    },
    /**
     * Moves the clock to this instant or a later one if it is behind, and returns the mailbox. Callers at the same moment
     * share their commands, whatever their companies.
     */
    raiseClock: (companyId: string, clock: Date): Promise<MailboxContent> => raiseClock({ companyId, clock }),
    /** Moves the clock and the last date to these instants if they are behind, and returns the mailbox. */
    advance: (companyId: string, instants: { clock: Date; lastDate: Date }): Promise<MailboxContent> =>
      raise(companyId, instants),
    /** Removes delivered applications from the inbox. */
    async pull(companyId: string, applicationIds: string[]): Promise<void> {
      await causally((session) =>
        mailboxes.updateOne({ _id: companyId }, { $pull: { inbox: { _id: { $in: applicationIds } } } }, { session }),
      )
    },
    /** The dates of all applications that wait, of all companies. */
    async listWaitingDates(): Promise<Date[]> {
      const found = mailboxes
        .find({ 'inbox.date': { $gt: new Date(0) } })
        .project<{ inbox: { date: Date }[] }>({ 'inbox.date': 1 })
      return (await found.toArray()).flatMap(({ inbox }) => inbox.map(({ date }) => date))
    },
    /**
     * Removes stored applications from the inbox. A process that read the mailbox before this can then no longer push.
     */
    async shutOut(companyId: string, applicationIds: string[]): Promise<void> {
      await causally((session) =>
        mailboxes.updateOne(
          { _id: companyId },
          { $pull: { inbox: { _id: { $in: applicationIds } } }, $inc: { shutOuts: 1 } },
          { session },
        ),
      )
    },
  }
}
export type MailboxStore = ReturnType<typeof createMailboxStore>
