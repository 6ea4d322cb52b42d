import type { Db } from 'mongodb'
import { type Company, createCompany } from './company.ts'
import { copyJob } from './jobs.ts'
import type { ServiceName } from './name.ts'
import { type Service, type ServiceDatabase, startService } from './service.ts'
import { makeStock, type Stock } from './stock.ts'

/** As many as a run can use up, and some. */
const UNPUBLISHED_IN_A_RUN = 15_000
const LINKED_IN_A_RUN = 30_000

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
  publishedJobs(run: string): Promise<string[]>
  /** Job ids of new jobs without an external id, stored past the API. */
  unlinkedJobs(): Promise<number[]>
}

export async function startContender(
  name: ServiceName,
  database: ServiceDatabase,
  db: Db,
  folder: string,
): Promise<Contender> {
  const service = await startService(name, database, folder)
  try {
    const company = await createCompany(name, database, db, { name: 'Bench Employeur', slug: 'bench' })
    const key = await company.createKey(['read', 'write'])
    const stock = await makeStock(service.url, key, company, db)
    const { templateId } = stock
    return {
      service,
      database,
      db,
      company,
      key,
      stock,
      async publishedJobs(run) {
        const externalId = (index: number) => `${run} ${index}`
        await copyJob(db, templateId, UNPUBLISHED_IN_A_RUN, externalId)
        return Array.from({ length: UNPUBLISHED_IN_A_RUN }, (_, index) => externalId(index))
      },
      unlinkedJobs: () => copyJob(db, templateId, LINKED_IN_A_RUN, () => undefined),
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}
