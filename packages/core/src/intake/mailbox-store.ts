import type { Causally } from '../db/causal.ts'
import type { Connection } from '../db/connection.ts'
import { batch } from '../db/once.ts'
import { toError } from '../db/refusal.ts'
import { createOnce } from '../db/row.ts'
import { AppError } from '../error.ts'
import { type Application, type NewApplication, PLACES_AHEAD_MS_MAX } from './application.ts'
import { type MailboxDocument, openMailboxes } from './schema.ts'
import { fromDocument, toDocument } from './store.ts'

/** A company's mailbox, as the rules see it. schema.ts says what each member is. */
export type MailboxContent = Omit<Required<MailboxDocument>, '_id' | 'inbox' | 'firstPlaced'> & { inbox: Application[] }

/** What a process knows when it pushes applications. */
export interface Push {
  now: Date
  /** No application may get a date after this instant. */
  lastDateMax: Date
  /** As in the mailbox that was read. */
  shutOuts: number
}

/** The company whose clock moves to an instant, if it is behind. */
interface Raise {
  companyId: string
  clock: Date
}

const toContent = ({ clock, lastDate, lastPlaced, inbox, shutOuts, toldTime }: MailboxDocument): MailboxContent => ({
  clock,
  lastDate,
  inbox: inbox.map(fromDocument),
  shutOuts,
  toldTime,
  lastPlaced: lastPlaced ?? new Date(0),
})

/** Makes an expression for the database: the mailbox's clock, and this number of milliseconds later. */
// secantus: its Rust server adds numbers only, and no number to a date.
const afterClock = (ms: number) => ({ $toDate: { $add: [{ $toLong: '$clock' }, ms] } })

/** Lists the places of the last reservation. */
function listPlaces({ firstPlaced, lastPlaced }: Pick<MailboxDocument, 'firstPlaced' | 'lastPlaced'>): Date[] {
  const firstMs = firstPlaced?.getTime() ?? 0
  const count = (lastPlaced?.getTime() ?? 0) - firstMs + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => new Date(firstMs + index))
}

/** The last place of a reservation, as an expression for the database. It is at or before the clock if there is no room. */
// secantus: as above, it adds to numbers only.
const findLastPlace = (wanted: number, now: Date) => ({
  $toDate: {
    $min: [
      { $add: [{ $toLong: { $max: [now, afterClock(1)] } }, wanted - 1] },
      { $add: [{ $toLong: { $max: ['$toldTime', now] } }, PLACES_AHEAD_MS_MAX] },
    ],
  },
})

/** Moves the clock to an instant. */
const raiseTo = (clock: Date) => ({ clock, toldTime: clock })

/**
 * Each function is one atomic operation on one document. Only `raiseClock` may read the mailbox a moment after it has raised
 * the clock. The mailbox's promises depend on that; mailbox-model.promise.test.ts proves them for both. Applications are read
 * through the same `causally`, so no read of them is older than a mailbox that was read before.
 */
export function createMailboxStore(
  connection: Connection,
  causally: Causally,
  isRemoved: (companyId: string) => Promise<boolean>,
) {
  const mailboxes = openMailboxes(connection)

  const create = async (companyId: string) => {
    // A slow process may come here after the company was removed. Then it must not tell the applicant of an acceptance.
    if (await isRemoved(companyId)) throw new AppError('job_unpublished')
    await createOnce(mailboxes, {
      _id: companyId,
      clock: new Date(0),
      lastDate: new Date(0),
      inbox: [],
      shutOuts: 0,
      toldTime: new Date(0),
    })
  }

  const raise = async (
    companyId: string,
    { clock, ...last }: { clock: Date; lastDate?: Date; lastPlaced?: Date },
  ): Promise<MailboxContent> => {
    const $max = { ...raiseTo(clock), ...last }
    for (;;) {
      const found = await causally((session) =>
        mailboxes.findOneAndUpdate({ _id: companyId }, { $max }, { returnDocument: 'after', session }),
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

  const read = batch(async (companyIds: readonly string[]): Promise<(MailboxContent | Error)[]> => {
    const found = companyIds.length === 1 ? [undefined] : await findAll([...companyIds])
    return Promise.all(companyIds.map((companyId, index) => found[index] ?? findOrCreate(companyId).catch(toError)))
  })

  /**
   * Raises the clocks of several companies with one command, all to the latest of the instants, and reads the mailboxes with
   * the next command. The mailbox that is read has also what was accepted in between.
   */
  const raiseClock = batch(async (raises: readonly Raise[]): Promise<(MailboxContent | Error)[]> => {
    const companyIds = raises.map(({ companyId }) => companyId)
    const clock = new Date(Math.max(...raises.map((each) => each.clock.getTime())))
    const raiseAll = async () => {
      await causally((session) =>
        mailboxes.updateMany({ _id: { $in: companyIds } }, { $max: raiseTo(clock) }, { session }),
      )
      return findAll(companyIds)
    }
    const found = raises.length === 1 ? [undefined] : await raiseAll()
    return Promise.all(companyIds.map((companyId, index) => found[index] ?? raise(companyId, { clock }).catch(toError)))
  })

  return {
    /** Reads the mailbox, and creates it on first use. Calls at the same moment share a command, also for different companies. */
    read,
    /**
     * Accepts applications. Their dates rise by a millisecond, from the later of `now` and the end of the clock,
     * and the clock moves to the last one. Returns them. Does nothing and returns undefined if a date would be after
     * `lastDateMax`, if one of the applications is in the inbox, or if `shutOut` was called since the mailbox was read.
     */
    async push(
      companyId: string,
      applications: NewApplication[],
      { now, lastDateMax, shutOuts }: Push,
    ): Promise<Application[] | undefined> {
      if (applications.length === 0) return []
      const ids = applications.map(({ id }) => id)
      // The database chooses the dates, because another process may have moved the clock since it was read.
      const first = { $max: [now, afterClock(1)] }
      const dated = applications.map((application, index) => ({
        $mergeObjects: [{ $literal: toDocument({ ...application, date: now }) }, { date: afterClock(index) }],
      }))
      const last = afterClock(applications.length - 1)
      const pushed = await causally((session) =>
        mailboxes.findOneAndUpdate(
          {
            _id: companyId,
            clock: { $lte: new Date(lastDateMax.getTime() - applications.length) },
            'inbox._id': { $nin: ids },
            shutOuts,
          },
          [
            { $set: { clock: first, toldTime: { $max: ['$toldTime', now] } } },
            { $set: { inbox: { $concatArrays: ['$inbox', dated] }, clock: last, lastDate: last } },
          ],
          { returnDocument: 'after', projection: { clock: 1 }, session },
        ),
      )
      if (pushed === null) return undefined
      const firstMs = pushed.clock.getTime() - applications.length + 1
      return applications.map((application, index) => ({ ...application, date: new Date(firstMs + index) }))
    },
    /**
     * Moves the clock to this instant or a later one if it is behind, and returns the mailbox. Calls at the same moment share
     * their commands, also for different companies.
     */
    raiseClock: (companyId: string, clock: Date): Promise<MailboxContent> => raiseClock({ companyId, clock }),
    /** Moves the clock and the last dates to these instants if they are behind, and returns the mailbox. */
    advance: (
      companyId: string,
      instants: Pick<MailboxContent, 'clock' | 'lastDate' | 'lastPlaced'>,
    ): Promise<MailboxContent> => raise(companyId, instants),
    /**
     * Reserves the next dates for changes, and moves the clock to the last one. It reserves fewer than are wanted if there is
     * no room, so that applications keep theirs.
     */
    async reservePlaces(companyId: string, wanted: number, now: Date): Promise<Date[]> {
      const place = findLastPlace(wanted, now)
      const reservation = [
        {
          $set: {
            firstPlaced: { $max: [now, afterClock(1)] },
            clock: { $max: ['$clock', place] },
            lastPlaced: { $max: ['$lastPlaced', place] },
            toldTime: { $max: ['$toldTime', now] },
          },
        },
      ]
      const projection = { firstPlaced: 1, lastPlaced: 1 }
      for (;;) {
        const reserved = await causally((session) =>
          mailboxes.findOneAndUpdate({ _id: companyId }, reservation, { returnDocument: 'after', projection, session }),
        )
        if (reserved !== null) return listPlaces(reserved)
        await create(companyId)
      }
    },
    /** Removes delivered applications from the inbox. */
    async pull(companyId: string, applicationIds: string[]): Promise<void> {
      await causally((session) =>
        mailboxes.updateOne({ _id: companyId }, { $pull: { inbox: { _id: { $in: applicationIds } } } }, { session }),
      )
    },
    /** The last dates of the mailboxes of several companies, with one command. A company that has none yet is left out. */
    async listLastDates(companyIds: string[]): Promise<{ companyId: string; lastDate: Date; lastPlaced: Date }[]> {
      const found = await causally((session) =>
        mailboxes
          .find({ _id: { $in: companyIds } }, { projection: { lastDate: 1, lastPlaced: 1 }, session })
          .batchSize(companyIds.length + 1)
          .toArray(),
      )
      return found.map(({ _id, lastDate, lastPlaced = new Date(0) }) => ({ companyId: _id, lastDate, lastPlaced }))
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
