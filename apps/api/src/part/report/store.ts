import type { Connection } from '@boardwalk/core/db/connection'
import { createOnce } from '@boardwalk/core/db/row'
import { escapePattern } from '@boardwalk/core/db/word-pattern'
import type * as mongo from 'mongodb'
import { openJobReports, type ReportDocument } from './schema.ts'

/** What a visitor of the public site finds wrong with a job. */
export type JobReport = Omit<ReportDocument, '_id'> & { id: string }

/** A job of a company. */
export type ReportedJob = Pick<JobReport, 'companyId' | 'jobId'>

/** A job with reports that no mail has told of, and the date of the first of them. */
export type UntoldJob = Pick<JobReport, 'companyId' | 'jobId' | 'at'>

const isOpen = { closedAt: { $exists: false } }

const fromDocument = ({ _id, ...report }: ReportDocument): JobReport => ({ id: _id, ...report })

export function createReportStore(connection: Connection) {
  const reports = openJobReports(connection)

  async function close(filter: mongo.Filter<ReportDocument>, closedAt: Date): Promise<number> {
    return (await reports.updateMany({ ...filter, ...isOpen }, { $set: { closedAt } })).matchedCount
  }

  return {
    /** Stores a report. One with the same id that is already stored stays. */
    async insert({ id, ...report }: Omit<JobReport, 'toldAt' | 'closedAt'>): Promise<void> {
      await createOnce(reports, { _id: id, ...report })
    },
    /** Lists reports of all companies, newest first: the open ones, or the closed ones too. */
    async list({ withClosed }: { withClosed: boolean }, reportsMax: number): Promise<JobReport[]> {
      const found = reports.find(withClosed ? {} : isOpen, { sort: { at: -1 }, limit: reportsMax })
      return (await found.toArray()).map(fromDocument)
    },
    /** Counts the open reports of all companies. */
    countOpen: (): Promise<number> => reports.countDocuments(isOpen),
    /** Lists the open reports of a job, newest first. */
    async listOpenOf({ companyId, jobId }: ReportedJob): Promise<JobReport[]> {
      return (await reports.find({ companyId, jobId, ...isOpen }, { sort: { at: -1 } }).toArray()).map(fromDocument)
    },
    /**
     * Lists the jobs, of all companies, that have an open report that no mail has told of: those that most addresses have reported
     * first, and of these the oldest report first.
     */
    async listUntoldJobs(): Promise<UntoldJob[]> {
      const found = reports.aggregate<{ _id: ReportedJob; at: Date }>([
        { $match: { ...isOpen, toldAt: { $exists: false } } },
        {
          $group: {
            _id: { companyId: '$companyId', jobId: '$jobId' },
            at: { $min: '$at' },
            addresses: { $sum: { $cond: ['$isRepeat', 0, 1] } },
          },
        },
        // In the same order for each process, so that together they queue no more mails than one.
        { $sort: { addresses: -1, at: 1, _id: 1 } },
      ])
      return (await found.toArray()).map(({ _id, at }) => ({ ..._id, at }))
    },
    /** Notes that a mail has told of these reports of a company. */
    async noteTold(companyId: string, ids: string[], toldAt: Date): Promise<void> {
      await reports.updateMany({ companyId, _id: { $in: ids } }, { $set: { toldAt } })
    },
    /** Closes an open report, of any company. Returns how many were open: one or none. */
    close: (id: string, closedAt: Date): Promise<number> => close({ _id: id }, closedAt),
    /** Closes the open reports of a job, whose number no other job of the board has. Returns how many they were. */
    closeAllOf: (jobId: number, closedAt: Date): Promise<number> => close({ jobId }, closedAt),
    /** Finds the ids of the reports with a visitor's address, of one company or of the whole board. The case of letters does not matter. */
    async findIdsByEmail(email: string, companyId?: string): Promise<string[]> {
      const filter = { email: { $regex: `^${escapePattern(email)}$`, $options: 'i' } }
      const found = reports.find(
        { ...filter, ...(companyId !== undefined && { companyId }) },
        { projection: { _id: 1 } },
      )
      return (await found.toArray()).map(({ _id }) => _id)
    },
    /** Erases what a visitor wrote in a report, and the address. The reason stays. */
    async erase(id: string): Promise<void> {
      await reports.updateOne({ _id: id }, { $set: { email: null, text: '' } })
    },
  }
}
