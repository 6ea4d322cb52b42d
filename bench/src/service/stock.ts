import type { Db } from 'mongodb'
import { makeJob } from '../load/job-body.ts'
import { mark, writeNumber } from '../load/marked-body.ts'
import type { ApplicationDocument } from '../peer/application.ts'
import { makeApplication, storeApplications } from './applications.ts'
import type { Company } from './company.ts'
import { copyJob, createJobAt } from './jobs.ts'

const POLLED_JOBS = 200
const APPLICATIONS_OF_EACH = 100
const UPDATED_JOBS = 2_000
const MINUTE_MS = 60_000
const BODY_BYTES = 2_000

/** The jobs and applications that one company of a service has before anything is measured. */
export interface Stock {
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
}

/**
 * Creates jobs through the API, and copies and applications in the database. The applications come one a minute, those of
 * the popular job first.
 */
export async function makeStock(
  url: string,
  key: string,
  company: Company,
  db: Db,
  popularApplications: number,
): Promise<Stock> {
  const create = (id: string, number: number) => {
    const job = JSON.parse(JSON.stringify(makeJob(BODY_BYTES)).replaceAll(mark, writeNumber(number)))
    return createJobAt(url, key, { id, ...job })
  }
  const { jobId: templateId } = await createJobAt(url, key, { id: 'template', title: 'Comptable' })
  const popularId = 'popular'
  const popularJob = await create(popularId, 0)
  const polled: (Stock['polled'][number] & { jobId: number })[] = []
  const total = popularApplications + POLLED_JOBS * APPLICATIONS_OF_EACH
  const lastMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const dateAt = (index: number) => new Date(lastMs - (total - 1 - index) * MINUTE_MS)
  for (let number = 0; number < POLLED_JOBS; number++) {
    const externalId = `polled ${number}`
    const { jobId, jobUrl } = await create(externalId, number)
    const lastDate = dateAt(total - POLLED_JOBS + number)
    polled.push({ jobId, externalId, pagePath: new URL(jobUrl).pathname, lastDate })
  }
  const updated = (index: number) => `updated ${index}`
  await copyJob(db, popularJob.jobId, UPDATED_JOBS, updated)
  function* applications(): Generator<ApplicationDocument> {
    for (let index = 0; index < total; index++) {
      const number = index - popularApplications
      const jobId = number < 0 ? popularJob.jobId : (polled[number % POLLED_JOBS]?.jobId ?? 0)
      yield makeApplication(company.id, jobId, index, dateAt(index))
    }
  }
  await storeApplications(db, company.id, applications())
  return {
    templateId,
    polled: polled.map(({ jobId: _, ...job }) => job),
    popular: { externalId: popularId, firstDate: dateAt(0) },
    updated: Array.from({ length: UPDATED_JOBS }, (_, index) => updated(index)),
    lastDate: dateAt(total - 1),
  }
}
