import type { Paging } from '@boardwalk/schema/page'
import { type Connection, Schema } from 'mongoose'
import { isDuplicateKey } from '../../db/connection.ts'

/** One person's application to one job, as stored. What the applicant left out is `""`. */
export interface Application {
  id: string
  companyId: string
  jobId: number
  status: string
  firstName: string
  lastName: string
  email: string
  phone: string
  linkedinUrl: string
  message: string
  /** The stored CV; null where none was sent. */
  cvId: string | null
  /** Unique in a company, and growing in the order of acceptance: the cursor of every caller. */
  date: Date
}

export type ApplicationDocument = Omit<Application, 'id'> & { _id: string }

/** Applications of a company, or of one job, in a range of dates. */
export interface ApplicationFilter {
  companyId: string
  jobId?: number
  date: { $gt: Date; $lte: Date }
}

const schema = new Schema<ApplicationDocument>(
  {
    _id: { type: String, required: true },
    companyId: { type: String, required: true },
    jobId: { type: Number, required: true },
    status: { type: String, required: true },
    firstName: { type: String, default: '' },
    lastName: { type: String, default: '' },
    email: { type: String, default: '' },
    phone: { type: String, default: '' },
    linkedinUrl: { type: String, default: '' },
    message: { type: String, default: '' },
    cvId: { type: String, default: null },
    date: { type: Date, required: true },
  },
  { versionKey: false, collection: 'applications' },
)
// All of a company's candidates by date; no two of a company share a date.
schema.index({ companyId: 1, date: 1 }, { unique: true })
// One job's candidates by date.
schema.index({ companyId: 1, jobId: 1, date: 1 })

export const toDocument = ({ id, ...fields }: Application): ApplicationDocument => ({ _id: id, ...fields })
export const fromDocument = ({ _id, ...fields }: ApplicationDocument): Application => ({ id: _id, ...fields })

export function applicationStore(connection: Connection) {
  const applications = connection.model('Application', schema)
  return {
    /** Stores those of a company's applications that are not stored yet; one that is stays as it is. */
    async insertNew(companyId: string, delivered: Application[]): Promise<void> {
      try {
        // Lean, for else an unordered insertMany of mongoose leaves out in silence what its schema refuses.
        await applications.insertMany(delivered.map(toDocument), { ordered: false, lean: true })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // Duplicates may hide another failure, and whoever delivers goes on to forget what is stored: so look.
        const stored = await applications.countDocuments({ companyId, _id: { $in: delivered.map(({ id }) => id) } })
        if (stored < delivered.length) throw error
      }
    },
    async findByIds(companyId: string, ids: string[]): Promise<Application[]> {
      const found = await applications.find({ companyId, _id: { $in: ids } }).lean()
      return found.map(fromDocument)
    },
    /** One page, ascending by date. */
    async list(filter: ApplicationFilter, { page, pageSize }: Paging): Promise<Application[]> {
      const found = await applications
        .find(filter)
        .sort({ date: 1 })
        .skip((page - 1) * pageSize)
        .limit(pageSize)
        .lean()
      return found.map(fromDocument)
    },
    count: (filter: ApplicationFilter): Promise<number> => applications.countDocuments(filter),
  }
}
export type ApplicationStore = ReturnType<typeof applicationStore>
