import type { Db } from 'mongodb'
import { type Company, createCompany } from './company.ts'
import { type Crowd, makeCrowd } from './crowd.ts'
import { copyJob } from './jobs.ts'
import type { ServiceName } from './name.ts'
import { type Service, type ServiceDatabase, startService } from './service.ts'
import { makeStock, type Stock } from './stock.ts'

/** A running service with a company, its jobs and its applications. */
export interface Contender {
  service: Service
  database: ServiceDatabase
  db: Db
  company: Company
  /** A key of both scopes. */
  key: string
  stock: Stock
  /** Other companies, for the operations that many companies call. */
  crowd: Crowd
  /** Stores new published jobs without the API, and answers their external ids. */
  storePublishedJobs(run: string, count: number): Promise<string[]>
  /** Stores new jobs without an external id and without the API, and answers their job ids. */
  storeUnlinkedJobs(count: number): Promise<number[]>
}

/** How much a service has stored. */
export interface Sizes {
  /** The applications of the popular job. */
  popularApplications: number
  /** The companies of the crowd. */
  companies: number
}

export async function startContender(
  name: ServiceName,
  { database, db }: { database: ServiceDatabase; db: Db },
  folder: string,
  { popularApplications, companies }: Sizes,
): Promise<Contender> {
  const service = await startService(name, database, folder)
  try {
    const company = await createCompany(name, database, db, { name: 'Bench Employeur', slug: 'bench' })
    const key = await company.createKey(['read', 'write'])
    const stock = await makeStock(service.url, key, company, db, popularApplications)
    const { templateId } = stock
    const crowd = await makeCrowd(db, company, templateId, companies)
    return {
      service,
      database,
      db,
      company,
      key,
      stock,
      crowd,
      async storePublishedJobs(run, count) {
        const externalId = (index: number) => `${run} ${index}`
        await copyJob(db, templateId, count, externalId)
        return Array.from({ length: count }, (_, index) => externalId(index))
      },
      storeUnlinkedJobs: (count) => copyJob(db, templateId, count, () => undefined),
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}
