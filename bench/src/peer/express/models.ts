import type { JobFields } from '@boardwalk/schema/job'
import { model, Schema } from 'mongoose'

export const Company = model(
  'Company',
  new Schema(
    {
      _id: { type: String, required: true },
      slug: { type: String, required: true, unique: true },
      name: { type: String, required: true },
    },
    { versionKey: false },
  ),
  'companies',
)

export const ApiKey = model(
  'ApiKey',
  new Schema(
    {
      /** SHA-256 of the key. */
      _id: { type: String, required: true },
      companyId: { type: String, required: true },
      companySlug: { type: String, required: true },
      scopes: { type: [String], required: true },
      revokedAt: { type: Date, default: null },
    },
    { versionKey: false },
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
    _id: { type: Number, required: true },
    companyId: { type: String, required: true },
    externalKey: { type: Schema.Types.Mixed, required: true },
    slug: { type: String, required: true },
    status: { type: String, required: true },
    // zod has checked them.
    fields: { type: Schema.Types.Mixed, required: true },
    extra: { type: String, required: true },
    revision: { type: Number, default: 0 },
  },
  { versionKey: false, timestamps: true },
)
jobSchema.index({ companyId: 1, externalKey: 1 }, { unique: true })
jobSchema.index({ companyId: 1, slug: 1 })

export const Job = model('Job', jobSchema, 'jobs')

export const Counter = model(
  'Counter',
  new Schema(
    {
      _id: { type: String, required: true },
      last: { type: Number, required: true },
    },
    { versionKey: false },
  ),
  'counters',
)

const applicationSchema = new Schema(
  {
    _id: { type: String, required: true },
    companyId: { type: String, required: true },
    jobId: { type: Number, required: true },
    status: { type: String, required: true },
    firstName: { type: String, required: true },
    lastName: { type: String, required: true },
    email: { type: String, required: true },
    phone: { type: String, default: '' },
    linkedinUrl: { type: String, default: '' },
    message: { type: String, default: '' },
    cvId: { type: String, default: null },
    date: { type: Date, required: true },
  },
  { versionKey: false },
)
applicationSchema.index({ companyId: 1, jobId: 1, date: 1 })

export const Application = model('Application', applicationSchema, 'applications')
