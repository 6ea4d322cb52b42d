import { stringifyExtra } from '@boardwalk/schema/extra-fields'
import type { JobFields, PublicationStatus } from '@boardwalk/schema/job'
import type { mongo } from 'mongoose'
import type { Revised } from '../../../db/change-each.ts'
import { defineCollection } from '../../../db/collection.ts'
import type { StoredJob } from '../job.ts'
import { filterText, searchText } from '../search.ts'

export interface JobDocument extends Revised {
  /** The external id or, while a job has none, its job id: one plain unique index serves both. */
  externalKey: string | number
  slug: string
  status: PublicationStatus
  fields: JobFields
  /** What the company's page searches, made from the fields. */
  search: string
  /** What the company's page counts and offers as filters, made from the fields. */
  filterText: string
  /** The extra fields as JSON text, for names and values that BSON would change (`a.b`, `$c`, half characters). */
  extra: string
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  /** `IdHolder.linkedAt`; absent for null. */
  linkedAt?: Date
}

export type JobCollection = mongo.Collection<JobDocument>

export const openJobs = defineCollection<JobDocument>('jobs', [
  // Every operation finds its job by external id; two jobs of a company never share one.
  { key: { companyId: 1, externalKey: 1 }, unique: true },
  // The job page.
  { key: { companyId: 1, slug: 1 } },
  // The list of a company's jobs, ascending by job id; its feed.
  { key: { companyId: 1, status: 1, _id: 1 } },
  // The company's page, sorted by publication, newest first; its filters are counted from the index alone.
  { key: { companyId: 1, status: 1, publishedAt: -1, _id: -1, filterText: 1 } },
  // The sitemap and the feed of the whole board, over all companies.
  { key: { status: 1, _id: 1 } },
])

/** The texts that the company's page searches and filters by. They are written with the fields. */
export const searchTexts = (fields: JobFields) => ({ search: searchText(fields), filterText: filterText(fields) })

export const toDocument = ({ id, externalId, extra, ...rest }: StoredJob): JobDocument => ({
  _id: id,
  externalKey: externalId ?? id,
  ...searchTexts(rest.fields),
  extra: stringifyExtra(extra),
  ...rest,
})

export const fromDocument = (found: JobDocument): StoredJob => ({
  id: found._id,
  companyId: found.companyId,
  externalId: readExternalId(found),
  slug: found.slug,
  status: found.status,
  fields: found.fields,
  extra: new Map(Object.entries(JSON.parse(found.extra))),
  revision: found.revision,
  createdAt: found.createdAt,
  updatedAt: found.updatedAt,
  publishedAt: found.publishedAt,
})

export const readExternalId = ({ externalKey }: Pick<JobDocument, 'externalKey'>): string | null =>
  typeof externalKey === 'string' ? externalKey : null
