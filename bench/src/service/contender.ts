import type { Db } from 'mongodb'
import { type Company, createCompany } from './company.ts'
import { copyJob } from './jobs.ts'
import type { ServiceName } from './name.ts'
import { type Service, type ServiceDatabase, startService } from './service.ts'
import { makeStock, type Stock } from './stock.ts'

/** A service that runs, with a company whose jobs and applications are there. */
export interface Contender {
  service: Service
  database: ServiceDatabase
  db: Db
  company: Company
  /** Of both scopes. */
  key: string
  stock: Stock
  /** External ids of new published jobs, stored past the API. */
  publishedJobs(run: string, count: number): Promise<string[]>
  /** Job ids of new jobs without an external id, stored past the API. */
  unlinkedJobs(count: number): Promise<number[]>
}

export async function startContender(
  name: ServiceName,
  { database, db }: { database: ServiceDatabase; db: Db },
  folder: string,
  popularApplications: number,
): Promise<Contender> {
  const service = await startService(name, database, folder)
  try {
    const company = await createCompany(name, database, db, { name: 'Bench Employeur', slug: 'bench' })
    const key = await company.createKey(['read', 'write'])
    const stock = await makeStock(service.url, key, company, db, popularApplications)
    const { templateId } = stock
    return {
      service,
      database,
      db,
      company,
      key,
      stock,
      async publishedJobs(run, count) {
        const externalId = (index: number) => `${run} ${index}`
        await copyJob(db, templateId, count, externalId)
        return Array.from({ length: count }, (_, index) => externalId(index))
      },
      unlinkedJobs: (count) => copyJob(db, templateId, count, () => undefined),
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}
