import { toStorableDate } from '@boardwalk/schema/iso-date'
import type { Paging } from '@boardwalk/schema/page'
import type * as mongo from 'mongodb'
import type { Causally } from '../db/causal.ts'
import { LATEST } from '../db/change-each.ts'
import { type Connection, isDuplicateKey } from '../db/connection.ts'
import { batch } from '../db/once.ts'
import { beginningWith, escapePattern } from '../db/word-pattern.ts'
import {
  type Application,
  type ApplicationFilter,
  type ChangeFilter,
  type DateRange,
  erasedFields,
  fromDocument,
  toDocument,
} from './application.ts'
import { createChangeQueries } from './change-store.ts'
import { createListQueries } from './list-store.ts'
import { type ApplicationDocument, openApplications } from './schema.ts'

/** Who applied to which job, and when. */
export type EarlierApplication = Pick<Application, 'id' | 'jobId' | 'email' | 'date' | 'confirmationRefusedAt'>

const BY_DATE = { date: 1 } as const

/** The first page of the applications that a filter selects. */
interface FirstPage {
  filter: ApplicationFilter
  pageSize: number
}

const matchFilter = ({ companyId, jobId, afterMs, throughMs }: ApplicationFilter) => ({
  companyId,
  ...(jobId !== undefined && { jobId }),
  date: { $gt: toStorableDate(afterMs), $lte: toStorableDate(throughMs) },
})

function isMatch(row: ApplicationDocument, { companyId, jobId, afterMs, throughMs }: ApplicationFilter): boolean {
  if (row.companyId !== companyId || (jobId !== undefined && row.jobId !== jobId)) return false
  const ms = row.date.getTime()
  return ms > afterMs && ms <= throughMs
}

/**
 * Stores the applications of all companies. Every call shares `causally` with the mailboxes, so no read is older than a
 * mailbox that was read before.
 */
export function createApplicationStore(connection: Connection, causally: Causally) {
  const rows = openApplications(connection)

  async function findByIds(companyId: string, ids: string[]): Promise<Application[]> {
    const found = await causally((session) => rows.find({ _id: { $in: ids }, companyId }, { session }).toArray())
    return found.map(fromDocument)
  }

  async function readPageAlone(filter: ApplicationFilter, { page, pageSize }: Paging): Promise<Application[]> {
    const skip = (page - 1) * pageSize
    const found = await causally((session) =>
      rows.find(matchFilter(filter), { sort: BY_DATE, skip, limit: pageSize, session }).toArray(),
    )
    return found.map(fromDocument)
  }

  /**
   * Reads several first pages with one query. Its limit is the rows of all pages together, so a page that may lack rows is
   * read again alone.
   */
  async function readFirstPages(pages: readonly FirstPage[]): Promise<Application[][]> {
    const readAlone = ({ filter, pageSize }: FirstPage) => readPageAlone(filter, { page: 1, pageSize })
    const distinct = [...new Map(pages.map((each) => [JSON.stringify(each), each])).values()]
    const [first, second] = distinct
    if (first !== undefined && second === undefined) {
      const page = await readAlone(first)
      return pages.map(() => page)
    }
    const limit = distinct.reduce((sum, { pageSize }) => sum + pageSize, 0)
    const $or = distinct.map(({ filter }) => matchFilter(filter))
    const found = await causally((session) => rows.find({ $or }, { sort: BY_DATE, limit, session }).toArray())
    return Promise.all(
      pages.map((each) => {
        const { filter, pageSize } = each
        const page = found.filter((row) => isMatch(row, filter)).slice(0, pageSize)
        const isWhole = page.length === pageSize || found.length < limit
        return isWhole ? page.map(fromDocument) : readAlone(each)
      }),
    )
  }
  const readFirstPage = batch(readFirstPages)

  /** Counts the matching applications, grouped by the value of an expression. */
  function countGroups<Value>(filter: mongo.Filter<ApplicationDocument>, by: unknown) {
    const stages = [{ $match: filter }, { $group: { _id: by, count: { $sum: 1 } } }]
    return causally((session) => rows.aggregate<{ _id: Value; count: number }>(stages, { session }).toArray())
  }

  return {
    /**
     * Stores the applications that are not stored yet, and changes no stored one. Returns those that were stored before with
     * another date, because two processes accepted the same form at the same time.
     */
    async insertNew(companyId: string, delivered: Application[]): Promise<Application[]> {
      try {
        await causally((session) => rows.insertMany(delivered.map(toDocument), { ordered: false, session }))
        return []
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // A duplicate may hide another failure, and the caller then removes these applications from the mailbox. So this
        // checks that all of them are stored.
        const ids = delivered.map(({ id }) => id)
        const stored = await findByIds(companyId, ids)
        if (stored.length < delivered.length) throw error
        const dates = new Map(delivered.map(({ id, date }) => [id, date.getTime()]))
        return stored.filter(({ id, date }) => dates.get(id) !== date.getTime())
      }
    },
    findByIds,
    /** Lists the ids that begin with a reference. */
    async findIdsByReference(companyId: string, reference: string): Promise<string[]> {
      const found = await causally((session) =>
        rows.find({ _id: beginningWith(reference), companyId }, { projection: { _id: 1 }, session }).toArray(),
      )
      return found.map(({ _id }) => _id)
    },
    /**
     * Reads one page of changed applications, ascending by date. A date never changes, so a change while a caller turns the
     * pages hides no application from it.
     */
    async listChanged(
      { companyId, changedSince, jobIds, afterMs, throughMs }: ChangeFilter,
      { page, pageSize }: Paging,
    ): Promise<{ applications: Application[]; total: number }> {
      const filter = {
        companyId,
        date: { $gt: new Date(afterMs), ...(throughMs !== undefined && { $lte: new Date(throughMs) }) },
        $or: [{ changedAt: { $gt: changedSince } }, { jobId: { $in: jobIds } }],
      }
      const total = await rows.countDocuments(filter, LATEST)
      const skip = (page - 1) * pageSize
      if (skip >= total) return { applications: [], total }
      const found = await rows.find(filter, { sort: BY_DATE, skip, limit: pageSize, ...LATEST }).toArray()
      return { applications: found.map(fromDocument), total }
    },
    /** Reads one page, ascending by date. A first page shares a query with other callers' first pages. */
    list: (filter: ApplicationFilter, paging: Paging): Promise<Application[]> =>
      paging.page === 1 ? readFirstPage({ filter, pageSize: paging.pageSize }) : readPageAlone(filter, paging),
    count: (filter: ApplicationFilter): Promise<number> =>
      causally((session) => rows.countDocuments(matchFilter(filter), { session })),
    /** Counts the matching applications whose data was erased. */
    countErased: (filter: ApplicationFilter): Promise<number> =>
      causally((session) =>
        rows.countDocuments({ ...matchFilter(filter), erasedAt: { $gt: new Date(0) } }, { session }),
      ),
    /** Finds the date of the company's newest application. Undefined if it has none. */
    async findNewestDate(companyId: string): Promise<Date | undefined> {
      const newest = await causally((session) =>
        rows.findOne({ companyId }, { projection: { date: 1 }, sort: { date: -1 }, session }),
      )
      return newest?.date
    },
    countAll: (companyId: string): Promise<number> =>
      causally((session) => rows.countDocuments({ companyId }, { session })),
    /** Counts the applications of each UTC day (`2026-03-31`) since an instant, of one job or of all. A day without any has no entry. */
    async countByDay(companyId: string, since: Date, jobId?: number): Promise<Map<string, number>> {
      const found = await countGroups<string>(
        { companyId, ...(jobId !== undefined && { jobId }), date: { $gte: since } },
        {
          $dateToString: { format: '%Y-%m-%d', date: '$date' },
        },
      )
      return new Map(found.map(({ _id, count }) => [_id, count]))
    },

    /** Counts the applications of each of these jobs, of all time or since an instant. A job without any has no entry. */
    async countByJob(companyId: string, jobIds: number[], since?: Date): Promise<Map<number, number>> {
      const filter = { companyId, jobId: { $in: jobIds }, ...(since !== undefined && { date: { $gte: since } }) }
      const found = await countGroups<number>(filter, '$jobId')
      return new Map(found.map(({ _id, count }) => [_id, count]))
    },

    /** Counts the applications of each job in a range of dates, without the erased ones. */
    async countNewByJob(
      companyId: string,
      { after, through }: { after: Date; through: Date },
    ): Promise<Map<number, number>> {
      const isNew = { companyId, date: { $gt: after, $lte: through }, erasedAt: { $exists: false } }
      const found = await countGroups<number>(isNew, '$jobId')
      return new Map(found.map(({ _id, count }) => [_id, count]))
    },

    /** Finds all applications with an e-mail address. The case of letters does not matter. */
    async listByEmail(companyId: string, email: string): Promise<Application[]> {
      const found = await causally((session) =>
        rows.find({ companyId, email: { $regex: `^${escapePattern(email)}$`, $options: 'i' } }, { session }).toArray(),
      )
      return found.map(fromDocument)
    },

    /** Lists the e-mail addresses of a company's applications that match a pattern. The case of letters does not matter. */
    listEmails: (companyId: string, pattern: string): Promise<string[]> =>
      causally((session) =>
        rows.distinct('email', { companyId, email: { $regex: pattern, $options: 'i' } }, { session }),
      ),

    /** Finds the applications that have one of these e-mail addresses, in exactly this spelling. */
    async listByExactEmails(companyId: string, emails: string[]): Promise<EarlierApplication[]> {
      const projection = { jobId: 1, email: 1, date: 1, confirmationRefusedAt: 1 }
      const found = await causally((session) =>
        rows.find({ companyId, email: { $in: emails } }, { projection, session }).toArray(),
      )
      return found.map(({ _id, ...row }) => ({ id: _id, ...row }))
    },
    /** Counts them, up to a maximum. */
    countByExactEmails: (companyId: string, emails: string[], limit: number): Promise<number> =>
      causally((session) => rows.countDocuments({ companyId, email: { $in: emails } }, { limit, session })),

    /** Lists the oldest applications in a range of dates, and when they were erased. */
    async listDates(
      companyId: string,
      { after, before }: DateRange,
      applicationsMax: number,
    ): Promise<Pick<Application, 'id' | 'date' | 'erasedAt'>[]> {
      const found = await causally((session) =>
        rows
          .find({ companyId, date: { $gt: after, $lt: before } }, { projection: { date: 1, erasedAt: 1 }, session })
          .sort(BY_DATE)
          .limit(applicationsMax)
          .toArray(),
      )
      return found.map(({ _id, date, erasedAt }) => ({ id: _id, date, ...(erasedAt !== undefined && { erasedAt }) }))
    },
    /**
     * Counts the applications in a range of dates that are not erased. It looks at the first `applicationsMax` only, and says
     * whether there are more.
     */
    async countKept(
      companyId: string,
      { after, before }: DateRange,
      applicationsMax: number,
    ): Promise<{ count: number; hasMore: boolean }> {
      const stages = [
        { $match: { companyId, date: { $gt: after, $lt: before } } },
        { $sort: BY_DATE },
        { $limit: applicationsMax + 1 },
        { $group: { _id: { $type: '$erasedAt' }, count: { $sum: 1 } } },
      ]
      const groups = await causally((session) =>
        rows.aggregate<{ _id: string; count: number }>(stages, { session }).toArray(),
      )
      const seen = groups.reduce((sum, { count }) => sum + count, 0)
      const kept = groups.find(({ _id }) => _id === 'missing')?.count ?? 0
      return { count: Math.min(kept, applicationsMax), hasMore: seen > applicationsMax }
    },

    /** Erases a person's data from a row. A second call changes nothing. */
    async erase(companyId: string, id: string, erasedAt: Date, token: string): Promise<void> {
      await causally((session) =>
        rows.updateOne(
          { _id: id, companyId, erasedAt: { $exists: false } },
          {
            $set: { ...erasedFields, erasedAt, unpositionedChange: token },
            $unset: { confirmationRefusedAt: true },
            $currentDate: { changedAt: true },
          },
          { session },
        ),
      )
    },

    /**
     * Notes that the confirmation of an application was refused, or that it was taken after all. False if that is noted, or if the
     * person's data was erased.
     */
    async noteConfirmation(
      companyId: string,
      id: string,
      refusedAt: Date | undefined,
      token: string,
    ): Promise<boolean> {
      const isNew = { erasedAt: { $exists: false }, confirmationRefusedAt: { $exists: refusedAt === undefined } }
      const change = refusedAt === undefined ? { $unset: { confirmationRefusedAt: true } as const } : undefined
      const { matchedCount } = await causally((session) =>
        rows.updateOne(
          { _id: id, companyId, ...isNew },
          {
            $set: { unpositionedChange: token, ...(refusedAt !== undefined && { confirmationRefusedAt: refusedAt }) },
            ...change,
            $currentDate: { changedAt: true },
          },
          { session },
        ),
      )
      return matchedCount === 1
    },

    ...createListQueries(rows, causally),
    ...createChangeQueries(rows, causally),
  }
}
export type ApplicationStore = ReturnType<typeof createApplicationStore>
