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

/** A running service with a company, its jobs and its applications, which came one a minute. */
export interface Contender {
  service: Service
  /** A key of both scopes. */
  key: string
  /** A short published job, to copy. */
  templateId: number
  /** Jobs that are polled in turn. */
  polled: { externalId: string; pagePath: string; lastDate: Date }[]
  /** External ids of jobs that are updated in turn. */
  updated: string[]
  /** The date of the company's newest application. */
  lastDate: Date
  crowd: Crowd
}

/**
 * Many companies of a service, alike but for their names: each has a key, a job and five applications. A request to any of them
 * has the same address, so only the keys tell them apart.
 */
interface Crowd {
  keys: string[]
  externalId: string
  lastDate: Date
}

/** Starts a service, creates a company with jobs through the API, and copies and applications in the database. */
export async function startContender(name: ServiceName, stage: Stage, companies: number): Promise<Contender> {
  const service = await startService(name, stage, stage.newPlace(name))
  const { url, place } = service
  const company = await createCompany(service, 'bench')
  const key = await company.createKey()
  const { jobId: templateId } = await createJob(url, key, { id: 'template', title: 'Comptable' })
  const total = POLLED_JOBS * APPLICATIONS_OF_EACH
  const lastMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const dateAt = (index: number) => new Date(lastMs - (total - 1 - index) * MINUTE_MS)
  const polled: (Contender['polled'][number] & { jobId: number })[] = []
  for (let number = 0; number < POLLED_JOBS; number++) {
    const externalId = `polled ${number}`
    const { jobId, jobUrl } = await createJob(url, key, { id: externalId, ...makeJob(2_000, number) })
    const lastDate = dateAt(total - POLLED_JOBS + number)
    polled.push({ jobId, externalId, pagePath: new URL(jobUrl).pathname, lastDate })
  }
  const updated = Array.from({ length: UPDATED_JOBS }, (_, index) => `updated ${index}`)
  await copyJob(place.db, polled[0]?.jobId ?? 0, UPDATED_JOBS, (index) => `updated ${index}`)
  const applications = Array.from({ length: total }, (_, index) =>
    makeApplication(company.id, polled[index % POLLED_JOBS]?.jobId ?? 0, index, dateAt(index)),
  )
  await storeApplications(place.db, company.id, applications)
  const crowd = await makeCrowd(service, company, templateId, companies)
  return { service, key, templateId, polled, updated, lastDate: dateAt(total - 1), crowd }
}

interface Row {
  _id: string | number
}

/** Copies a company, its key and a job in the database, and gives each copy applications. */
async function makeCrowd(
  { place: { db } }: Service,
  company: Company,
  templateId: number,
  count: number,
): Promise<Crowd> {
  const read = (collection: string, filter: object) => db.collection<Row>(collection).findOne(filter)
  const insert = (collection: string, rows: Row[]) =>
    db.collection<Row>(collection).insertMany(rows, { ordered: false })
  const employer = await read('companies', { _id: company.id })
  const apiKey = await read('apiKeys', { companyId: company.id })
  const job = await read('jobs', { _id: templateId })
  const lastMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const dates = [4, 3, 2, 1, 0].map((minutes) => new Date(lastMs - minutes * MINUTE_MS))
  const keys = Array.from({ length: count }, makeKey)
  for (let first = 0; first < count; first += BATCH) {
    const rows = keys.slice(first, first + BATCH).map((key, index) => {
      const [companyId, companySlug] = [`${company.id}-${first + index}`, `bench-${first + index}`]
      const jobId = FIRST_CROWD_JOB + first + index
      return {
        company: { ...employer, _id: companyId, slug: companySlug },
        apiKey: { ...apiKey, _id: hashKey(key), keyId: `key_${companySlug}`, companyId, companySlug },
        job: { ...job, _id: jobId, companyId, externalKey: 'polled', slug: `comptable-${jobId}` },
        applications: dates.map((date, number) => makeApplication(companyId, jobId, number, date)),
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
      rows.map((row) => row.job),
    )
    await Promise.all(rows.map((row) => storeApplications(db, row.company._id, row.applications)))
  }
  return { keys, externalId: 'polled', lastDate: new Date(lastMs) }
}
