import type { JobFields } from '@boardwalk/schema/job'
import { model, Schema } from 'mongoose'

const text = { type: String, required: true } as const
const number = { type: Number, required: true } as const
const optionalText = { type: String, default: '' } as const
// zod has checked what is in it.
const mixed = { type: Schema.Types.Mixed, required: true } as const
const options = { versionKey: false } as const

export const Company = model(
  'Company',
  new Schema({ _id: text, slug: { ...text, unique: true }, name: text }, options),
  'companies',
)

export const ApiKey = model(
  'ApiKey',
  new Schema(
    {
      _id: text,
      companyId: text,
      companySlug: text,
      scopes: {
        type: [String],
        required: true,
      },
      revokedAt: {
        type: Date,
        default: null,
      },
    },
    options,
  ),
  'apiKeys',
)

export interface StoredJob {
  _id: number
  companyId: string
  /** The external id, or the job id of a job that has none. */
  externalKey: string | number
  slug: string
  status: string
  fields: JobFields
  /** The extra fields as JSON. */
  extra: string
  revision: number
  createdAt: Date
  updatedAt: Date
}

const jobSchema = new Schema<StoredJob>(
  {
    _id: number,
    companyId: text,
    externalKey: mixed,
    slug: text,
    status: text,
    fields: mixed,
    extra: text,
    revision: {
      type: Number,
      default: 0,
    },
  },
  { ...options, timestamps: true },
)
jobSchema.index({ companyId: 1, externalKey: 1 }, { unique: true })
jobSchema.index({ companyId: 1, slug: 1 })
export const Job = model('Job', jobSchema, 'jobs')

export const Counter = model('Counter', new Schema({ _id: text, last: number }, options), 'counters')

const applicationSchema = new Schema(
  {
    _id: text,
    companyId: text,
    jobId: number,
    status: text,
    firstName: text,
    lastName: text,
    email: text,
    phone: optionalText,
    linkedinUrl: optionalText,
    message: optionalText,
    cvId: {
      type: String,
      default: null,
    },
    date: {
      type: Date,
      required: true,
    },
  },
  options,
)
applicationSchema.index({ companyId: 1, jobId: 1, date: 1 })
export const Application = model('Application', applicationSchema, 'applications')
