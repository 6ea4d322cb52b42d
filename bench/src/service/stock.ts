import type { Closers } from '../closers.ts'
import { makeJob } from '../job-body.ts'
import type { Stage } from '../stage.ts'
import { makeApplication, storeApplications } from './applications.ts'
import { type Company, createCompany, hashKey, makeKey } from './company.ts'
import { copyJob, createJob } from './jobs.ts'
import { type Service, type ServiceName, startService } from './service.ts'

const POLLED_JOBS = 50
const APPLICATIONS_OF_EACH = 20
const UPDATED_JOBS = 1_000
const MINUTE_MS = 60_000
const BATCH = 500
/** Larger than any id that a service gives, and smaller than those of other copies. */
const FIRST_CROWD_JOB = 500_000_000

/** A job, with a key of its company that has both scopes. */
export interface KnownJob {
  key: string
  externalId: string
}

export interface PolledJob extends KnownJob {
  /** The date of the job's newest application. */
  lastDate: Date
  /** The date of the newest application of its company, which is to another job. */
  lastDateOfCompany: Date
}

/** A running service with a company, its jobs and its applications, which came one a minute. */
export interface Contender {
  service: Service
  /** A key of both scopes. */
  key: string
  /** A short published job, to copy. */
  templateId: number
  /** Jobs of the company that are polled in turn. */
  polled: (PolledJob & { pagePath: string })[]
  /** Jobs of the company that are updated in turn. */
  updated: KnownJob[]
  /** A job of each of many other companies. */
  crowd: PolledJob[]
}

/** Starts a service, creates a company with jobs through the API, and copies and applications in the database. */
export async function startContender(
  name: ServiceName,
  stage: Stage,
  companies: number,
  closers: Closers,
): Promise<Contender> {
  const service = await startService(name, stage, stage.newPlace(name), closers)
  const { url, place } = service
  const company = await createCompany(service, 'bench')
  const key = await company.createKey()
  const { jobId: templateId } = await createJob(url, key, { id: 'template', title: 'Comptable' })
  const total = POLLED_JOBS * APPLICATIONS_OF_EACH
  const lastMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const dateAt = (index: number) => new Date(lastMs - (total - 1 - index) * MINUTE_MS)
  const lastDateOfCompany = dateAt(total - 1)
  const polled: (Contender['polled'][number] & { jobId: number })[] = []
  for (let number = 0; number < POLLED_JOBS; number++) {
    const externalId = `polled ${number}`
    const { jobId, jobUrl } = await createJob(url, key, { id: externalId, ...makeJob(2_000, number) })
    const lastDate = dateAt(total - POLLED_JOBS + number)
    polled.push({ jobId, key, externalId, pagePath: new URL(jobUrl).pathname, lastDate, lastDateOfCompany })
  }
  const updated = Array.from({ length: UPDATED_JOBS }, (_, index) => ({ key, externalId: `updated ${index}` }))
  await copyJob(place.db, polled[0]?.jobId ?? 0, UPDATED_JOBS, (index) => `updated ${index}`)
  const applications = Array.from({ length: total }, (_, index) =>
    makeApplication(company.id, polled[index % POLLED_JOBS]?.jobId ?? 0, index, dateAt(index)),
  )
  await storeApplications(place.db, company.id, applications)
  const crowd = await makeCrowd(service, company, templateId, companies)
  return { service, key, templateId, polled, updated, crowd }
}

interface Row {
  _id: string | number
}

/**
 * Copies a company, its key and two jobs in the database, and gives each copy applications: one a minute to the job that is
 * polled, and then one to the other job. Requests to all of them have the same address, so only the keys tell them apart.
 */
async function makeCrowd(
  { place: { db } }: Service,
  company: Company,
  templateId: number,
  count: number,
): Promise<PolledJob[]> {
  const read = (collection: string, filter: object) => db.collection<Row>(collection).findOne(filter)
  const insert = (collection: string, rows: Row[]) =>
    db.collection<Row>(collection).insertMany(rows, { ordered: false })
  const employer = await read('companies', { _id: company.id })
  const apiKey = await read('apiKeys', { companyId: company.id })
  const job = await read('jobs', { _id: templateId })
  const lastMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const dates = [5, 4, 3, 2, 1, 0].map((minutes) => new Date(lastMs - minutes * MINUTE_MS))
  const [lastDate = new Date(), lastDateOfCompany = new Date()] = dates.slice(-2)
  const polled = Array.from({ length: count }, () => ({
    key: makeKey(),
    externalId: 'polled',
    lastDate,
    lastDateOfCompany,
  }))
  for (let first = 0; first < count; first += BATCH) {
    const rows = polled.slice(first, first + BATCH).map(({ key, externalId }, index) => {
      const [companyId, companySlug] = [`${company.id}-${first + index}`, `bench-${first + index}`]
      const jobId = FIRST_CROWD_JOB + 2 * (first + index)
      const copy = (_id: number, externalKey: string) => ({
        ...job,
        _id,
        companyId,
        externalKey,
        slug: `comptable-${_id}`,
      })
      return {
        company: { ...employer, _id: companyId, slug: companySlug },
        apiKey: { ...apiKey, _id: hashKey(key), keyId: `key_${companySlug}`, companyId, companySlug },
        jobs: [copy(jobId, externalId), copy(jobId + 1, 'other')],
        applications: dates.map((date, number) =>
          makeApplication(companyId, date === lastDateOfCompany ? jobId + 1 : jobId, number, date),
        ),
      }
    })
    await insert(
      'companies',
      rows.map((row) => row.company),
    )
    await insert(
      'apiKeys',
      rows.map((row) => row.apiKey),
    )
    await insert(
      'jobs',
      rows.flatMap((row) => row.jobs),
    )
    await Promise.all(rows.map((row) => storeApplications(db, row.company._id, row.applications)))
  }
  return polled
}
