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

/** How much a service has stored. */
export interface Sizes {
  /** The applications of the popular job. */
  applications: number
  /** The companies of the crowd. */
  companies: number
}

/** A running service with a company, its jobs and its applications, which came one a minute. */
export interface Contender {
  service: Service
  /** A key of both scopes. */
  key: string
  /** A short published job, to copy. */
  templateId: number
  /** Jobs that are polled in turn. */
  polled: { externalId: string; pagePath: string; lastDate: Date }[]
  /** The job with many applications. */
  popular: { externalId: string; firstDate: Date }
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
export async function startContender(name: ServiceName, stage: Stage, sizes: Sizes): Promise<Contender> {
  const service = await startService(name, stage, stage.newPlace(name))
  const { url, place } = service
  const company = await createCompany(service, 'bench')
  const key = await company.createKey()
  const { jobId: templateId } = await createJob(url, key, { id: 'template', title: 'Comptable' })
  const popular = await createJob(url, key, { id: 'popular', ...makeJob(2_000, 0) })
  const total = sizes.applications + POLLED_JOBS * APPLICATIONS_OF_EACH
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
  await copyJob(place.db, popular.jobId, UPDATED_JOBS, (index) => `updated ${index}`)
  const applications = Array.from({ length: total }, (_, index) => {
    const number = index - sizes.applications
    const jobId = number < 0 ? popular.jobId : (polled[number % POLLED_JOBS]?.jobId ?? 0)
    return makeApplication(company.id, jobId, index, dateAt(index))
  })
  await storeApplications(place.db, company.id, applications)
  return {
    ...{ service, key, templateId, polled, updated, lastDate: dateAt(total - 1) },
    popular: { externalId: 'popular', firstDate: dateAt(0) },
    crowd: await makeCrowd(service, company, templateId, sizes.companies),
  }
}

/** Copies a company, its key and a job in the database, and gives each copy applications. */
async function makeCrowd(
  { place: { db } }: Service,
  company: Company,
  templateId: number,
  count: number,
): Promise<Crowd> {
  const read = async <Id>(collection: string, filter: object) =>
    (await db.collection<{ _id: Id & (string | number) }>(collection).findOne(filter)) ?? {}
  const employer = await read<string>('companies', { _id: company.id })
  const apiKey = await read<string>('apiKeys', { companyId: company.id })
  const job = await read<number>('jobs', { _id: templateId })
  const lastMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const keys = Array.from({ length: count }, makeKey)
  const insert = (collection: string, rows: { _id: string | number }[]) =>
    db.collection<{ _id: string | number }>(collection).insertMany(rows, { ordered: false })
  for (let first = 0; first < count; first += BATCH) {
    const members = keys.slice(first, first + BATCH).map((key, index) => {
      const number = first + index
      return { key, id: `${company.id}-${number}`, slug: `bench-${number}`, jobId: FIRST_CROWD_JOB + number }
    })
    await insert(
      'companies',
      members.map(({ id, slug }) => ({ ...employer, _id: id, slug })),
    )
    await insert(
      'apiKeys',
      members.map(({ key, id, slug }) => ({
        ...apiKey,
        ...{ _id: hashKey(key), keyId: `key_${slug}`, companyId: id, companySlug: slug },
      })),
    )
    await insert(
      'jobs',
      members.map(({ id, jobId }) => ({
        ...job,
        ...{ _id: jobId, companyId: id, externalKey: 'polled', slug: `comptable-${jobId}` },
      })),
    )
    await Promise.all(
      members.map(({ id, jobId }) => {
        const dates = [4, 3, 2, 1, 0].map((minutes) => new Date(lastMs - minutes * MINUTE_MS))
        return storeApplications(
          db,
          id,
          dates.map((date, index) => makeApplication(id, jobId, index, date)),
        )
      }),
    )
  }
  return { keys, externalId: 'polled', lastDate: new Date(lastMs) }
}
