import type { Causally } from '../db/causal.ts'
import type { Connection } from '../db/connection.ts'
import { batch } from '../db/once.ts'
import { toError } from '../db/refusal.ts'
import { createOnce } from '../db/row.ts'
import { AppError } from '../error.ts'
import {
  type Application,
  fromDocument,
  type NewApplication,
  POSITIONS_AHEAD_MS_MAX,
  toDocument,
} from './application.ts'
import { type MailboxDocument, openMailboxes } from './schema.ts'

/** A company's mailbox, as the rules see it. schema.ts says what each member is. */
export type MailboxContent = Omit<Required<MailboxDocument>, '_id' | 'inbox' | 'firstPosition'> & {
  inbox: Application[]
}

/** What a process knows when it pushes applications. */
export interface Push {
  now: Date
  /** No application may get a date after this instant. */
  lastDateMax: Date
  /** That of the mailbox that was read. */
  fencingToken: number
}

/** The company whose watermark moves to an instant, if it is behind. */
interface Raise {
  companyId: string
  watermark: Date
}

const toContent = ({
  watermark,
  lastDate,
  lastPosition,
  inbox,
  fencingToken,
  wallTime,
}: MailboxDocument): MailboxContent => ({
  watermark,
  lastDate,
  inbox: inbox.map(fromDocument),
  fencingToken,
  wallTime,
  lastPosition: lastPosition ?? new Date(0),
})

/** Makes an expression for the database: the mailbox's watermark, and this number of milliseconds later. */
// secantus: its Rust server adds numbers only, and no number to a date.
const afterWatermark = (ms: number) => ({ $toDate: { $add: [{ $toLong: '$watermark' }, ms] } })

/** Lists the positions of the last reservation. */
function listPositions({
  firstPosition,
  lastPosition,
}: Pick<MailboxDocument, 'firstPosition' | 'lastPosition'>): Date[] {
  const firstMs = firstPosition?.getTime() ?? 0
  const count = (lastPosition?.getTime() ?? 0) - firstMs + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => new Date(firstMs + index))
}

/** The last position of a reservation, as an expression for the database. It is at or before the watermark if there is no room. */
// secantus: as above, it adds to numbers only.
const findLastReserved = (wanted: number, now: Date) => ({
  $toDate: {
    $min: [
      { $add: [{ $toLong: { $max: [now, afterWatermark(1)] } }, wanted - 1] },
      { $add: [{ $toLong: { $max: ['$wallTime', now] } }, POSITIONS_AHEAD_MS_MAX] },
    ],
  },
})

/** Moves the watermark to an instant. */
const raiseTo = (watermark: Date) => ({ watermark, wallTime: watermark })

/**
 * Each function is one atomic operation on one document. Only `raiseWatermark` may read the mailbox a moment after it has raised
 * the watermark. The mailbox's promises depend on that; mailbox-model.promise.test.ts proves them for both. Applications are read
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
      watermark: new Date(0),
      lastDate: new Date(0),
      inbox: [],
      fencingToken: 0,
      wallTime: new Date(0),
    })
  }

  const raise = async (
    companyId: string,
    { watermark, ...last }: { watermark: Date; lastDate?: Date; lastPosition?: Date },
  ): Promise<MailboxContent> => {
    const $max = { ...raiseTo(watermark), ...last }
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
   * Raises the watermarks of several companies with one command, all to the latest of the instants, and reads the mailboxes with the next
   * command. The mailbox that is read has also what was accepted in between. A sharded cluster may skip a mailbox in an update of several
   * while it moves (docs/adr/0025-databases.md), so one that is read with an earlier watermark is raised alone.
   */
  const raiseWatermark = batch(async (raises: readonly Raise[]): Promise<(MailboxContent | Error)[]> => {
    const companyIds = raises.map(({ companyId }) => companyId)
    const latest = new Date(Math.max(...raises.map(({ watermark }) => watermark.getTime())))
    const raiseAll = async () => {
      await causally((session) =>
        mailboxes.updateMany({ _id: { $in: companyIds } }, { $max: raiseTo(latest) }, { session }),
      )
      return findAll(companyIds)
    }
    const found = raises.length === 1 ? [undefined] : await raiseAll()
    return Promise.all(
      raises.map(({ companyId, watermark }, index) => {
        const content = found[index]
        const isRaised = content !== undefined && content.watermark >= watermark
        return isRaised ? content : raise(companyId, { watermark }).catch(toError)
      }),
    )
  })

  return {
    /** Reads the mailbox, and creates it on first use. Calls at the same moment share a command, also for different companies. */
    read,
    /**
     * Accepts applications. Their dates rise by a millisecond, from the later of `now` and the millisecond
     * after the watermark, which moves to the last one. Returns them. Does nothing and returns undefined if a date would be after
     * `lastDateMax`, if one of the applications is in the inbox, or if `fence` was called since the mailbox was read.
     */
    async push(
      companyId: string,
      applications: NewApplication[],
      { now, lastDateMax, fencingToken }: Push,
    ): Promise<Application[] | undefined> {
      if (applications.length === 0) return []
      const ids = applications.map(({ id }) => id)
      // The database chooses the dates, because another process may have moved the watermark since it was read.
      const first = { $max: [now, afterWatermark(1)] }
      const dated = applications.map((application, index) => ({
        $mergeObjects: [{ $literal: toDocument({ ...application, date: now }) }, { date: afterWatermark(index) }],
      }))
      const last = afterWatermark(applications.length - 1)
      const pushed = await causally((session) =>
        mailboxes.findOneAndUpdate(
          {
            _id: companyId,
            watermark: { $lte: new Date(lastDateMax.getTime() - applications.length) },
            'inbox._id': { $nin: ids },
            fencingToken,
          },
          [
            { $set: { watermark: first, wallTime: { $max: ['$wallTime', now] } } },
            { $set: { inbox: { $concatArrays: ['$inbox', dated] }, watermark: last, lastDate: last } },
          ],
          { returnDocument: 'after', projection: { watermark: 1 }, session },
        ),
      )
      if (pushed === null) return undefined
      const firstMs = pushed.watermark.getTime() - applications.length + 1
      return applications.map((application, index) => ({ ...application, date: new Date(firstMs + index) }))
    },
    /**
     * Moves the watermark to this instant or a later one if it is behind, and returns the mailbox. Calls at the same moment share
     * their commands, also for different companies.
     */
    raiseWatermark: (companyId: string, watermark: Date): Promise<MailboxContent> =>
      raiseWatermark({ companyId, watermark }),
    /** Moves the watermark and the last dates to these instants if they are behind, and returns the mailbox. */
    advance: (
      companyId: string,
      instants: Pick<MailboxContent, 'watermark' | 'lastDate' | 'lastPosition'>,
    ): Promise<MailboxContent> => raise(companyId, instants),
    /**
     * Reserves the next dates as positions of changes, and moves the watermark to the last one. It reserves fewer than are wanted
     * if there is no room, so that applications keep theirs.
     */
    async reservePositions(companyId: string, wanted: number, now: Date): Promise<Date[]> {
      const last = findLastReserved(wanted, now)
      const reservation = [
        {
          $set: {
            firstPosition: { $max: [now, afterWatermark(1)] },
            watermark: { $max: ['$watermark', last] },
            lastPosition: { $max: ['$lastPosition', last] },
            wallTime: { $max: ['$wallTime', now] },
          },
        },
      ]
      const projection = { firstPosition: 1, lastPosition: 1 }
      for (;;) {
        const reserved = await causally((session) =>
          mailboxes.findOneAndUpdate({ _id: companyId }, reservation, { returnDocument: 'after', projection, session }),
        )
        if (reserved !== null) return listPositions(reserved)
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
    async listLastDates(companyIds: string[]): Promise<{ companyId: string; lastDate: Date; lastPosition: Date }[]> {
      const found = await causally((session) =>
        mailboxes
          .find({ _id: { $in: companyIds } }, { projection: { lastDate: 1, lastPosition: 1 }, session })
          .batchSize(companyIds.length + 1)
          .toArray(),
      )
      return found.map(({ _id, lastDate, lastPosition = new Date(0) }) => ({ companyId: _id, lastDate, lastPosition }))
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
    async fence(companyId: string, applicationIds: string[]): Promise<void> {
      await causally((session) =>
        mailboxes.updateOne(
          { _id: companyId },
          { $pull: { inbox: { _id: { $in: applicationIds } } }, $inc: { fencingToken: 1 } },
          { session },
        ),
      )
    },
  }
}
export type MailboxStore = ReturnType<typeof createMailboxStore>
