import { randomUUID } from 'node:crypto'
import type { Db } from 'mongodb'
import type { Board } from '../conformance/board.ts'
import { makeApplication, storeApplications } from './applications.ts'
import { createCompany } from './company.ts'
import { copyJob, createJobAt } from './jobs.ts'
import type { Service, ServiceDatabase } from './service.ts'

const APPLICATIONS = 120
const UNLINKED_JOBS = 120
const HOUR_MS = 60 * 60 * 1000

/** Gives a running service the data of the conformance checks: two companies, keys, board jobs and applications. */
export async function seedBoard(service: Service, database: ServiceDatabase, db: Db): Promise<Board> {
  const run = randomUUID().slice(0, 8)
  const create = (name: string, slug: string) =>
    createCompany(service.name, database, db, { name, slug: `${slug}-${run}` })
  const [company, other] = await Promise.all([create('Atlas Talents', 'atlas'), create('Rif Conseil', 'rif')])
  const [full, read, write, revoked, otherKey] = await Promise.all([
    company.createKey(['read', 'write']),
    company.createKey(['read']),
    company.createKey(['write']),
    company.createRevokedKey(),
    other.createKey(['read', 'write']),
  ])
  const title = 'Seeded'
  const post = (key: string, id: string) => createJobAt(service.url, key, { id, title })
  const externalId = `applied ${run}`
  const { jobId } = await post(full, externalId)
  const unlinkedJobIds = await copyJob(db, jobId, UNLINKED_JOBS, () => undefined)
  const foreign = await post(otherKey, 'foreign')
  const [foreignJobId = 0] = await copyJob(db, foreign.jobId, 1, () => undefined)
  const lastMs = Date.now() - HOUR_MS
  const applications = Array.from({ length: APPLICATIONS }, (_, index) =>
    makeApplication(company.id, jobId, index, new Date(lastMs - (APPLICATIONS - 1 - index) * HOUR_MS)),
  )
  await storeApplications(db, company.id, applications)
  let ids = 0
  return {
    url: service.url,
    company,
    keys: { full, read, write, revoked },
    unlinkedJobIds,
    foreignJobId,
    applied: { externalId, title, applications },
    newId: () => `${run} ${++ids}`,
  }
}
