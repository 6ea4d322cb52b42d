import type { JobFields, PublicationStatus } from '@boardwalk/schema/job'
import { type Collection, MongoClient } from 'mongodb'
import type { ApplicationDocument } from '../application.ts'

export type Scope = 'read' | 'write'

interface CompanyDocument {
  _id: string
  slug: string
  name: string
}

export interface ApiKeyDocument {
  /** SHA-256 of the key. */
  _id: string
  companyId: string
  companySlug: string
  scopes: Scope[]
  revokedAt: Date | null
}

export interface JobDocument {
  _id: number
  companyId: string
  /** The external id, or the job id of a job that has none: one unique index serves both. */
  externalKey: string | number
  slug: string
  status: PublicationStatus
  fields: JobFields
  /** The extra fields as JSON: BSON would change some names and values. */
  extra: string
  revision: number
  createdAt: Date
  updatedAt: Date
}

export interface Collections {
  companies: Collection<CompanyDocument>
  apiKeys: Collection<ApiKeyDocument>
  jobs: Collection<JobDocument>
  counters: Collection<{ _id: string; last: number }>
  applications: Collection<ApplicationDocument>
}

/** Connects, and creates the indexes that are missing. */
export async function openDatabase(
  uri: string,
  name: string,
): Promise<{ collections: Collections; close: () => Promise<void> }> {
  const client = await MongoClient.connect(uri, { writeConcern: { w: 'majority', journal: true } })
  const database = client.db(name)
  const collections: Collections = {
    companies: database.collection('companies'),
    apiKeys: database.collection('apiKeys'),
    jobs: database.collection('jobs'),
    counters: database.collection('counters'),
    applications: database.collection('applications'),
  }
  await Promise.all([
    collections.companies.createIndex({ slug: 1 }, { unique: true }),
    collections.jobs.createIndex({ companyId: 1, externalKey: 1 }, { unique: true }),
    collections.applications.createIndex({ companyId: 1, jobId: 1, date: 1 }),
  ])
  return { collections, close: () => client.close() }
}
