import type { Db } from 'mongodb'
import { jobOf } from '../load/job-body.ts'
import { mark, numbered } from '../load/marked-body.ts'
import type { ApplicationDocument } from '../peer/application.ts'
import { applicationOf, storeApplications } from './applications.ts'
import type { Company } from './company.ts'
import { copyJob, createJobAt } from './jobs.ts'

const POLLED_JOBS = 200
const APPLICATIONS_OF_EACH = 100
const UPDATED_JOBS = 2_000
const MINUTE_MS = 60_000
const BODY_BYTES = 2_000

/** What one company of a service has on the board before anything is measured. */
export interface Stock {
  /** A published job of few words, to make copies from. */
  templateId: number
  /** Jobs that are polled in turn. */
  polled: { externalId: string; pagePath: string; lastDate: Date }[]
  /** The job with many applications. */
  popular: { externalId: string; firstDate: Date }
  /** External ids of jobs that are updated in turn. */
  updated: string[]
  /** Of the company's newest application. */
  lastDate: Date
}

/** Jobs through the API, applications and copies past it: one a minute, first those of the popular job. */
export async function makeStock(
  url: string,
  key: string,
  company: Company,
  db: Db,
  popularApplications: number,
): Promise<Stock> {
  const create = (id: string, number: number) => {
    const job = JSON.parse(JSON.stringify(jobOf(BODY_BYTES)).replaceAll(mark, numbered(number)))
    return createJobAt(url, key, { id, ...job })
  }
  const { jobId: templateId } = await createJobAt(url, key, { id: 'template', title: 'Comptable' })
  const popularId = 'popular'
  const popularJob = await create(popularId, 0)
  const polled: (Stock['polled'][number] & { jobId: number })[] = []
  const total = popularApplications + POLLED_JOBS * APPLICATIONS_OF_EACH
  const lastMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const dateOf = (index: number) => new Date(lastMs - (total - 1 - index) * MINUTE_MS)
  for (let number = 0; number < POLLED_JOBS; number++) {
    const externalId = `polled ${number}`
    const { jobId, jobUrl } = await create(externalId, number)
    const lastDate = dateOf(total - POLLED_JOBS + number)
    polled.push({ jobId, externalId, pagePath: new URL(jobUrl).pathname, lastDate })
  }
  const updated = (index: number) => `updated ${index}`
  await copyJob(db, popularJob.jobId, UPDATED_JOBS, updated)
  function* applications(): Generator<ApplicationDocument> {
    for (let index = 0; index < total; index++) {
      const number = index - popularApplications
      const jobId = number < 0 ? popularJob.jobId : (polled[number % POLLED_JOBS]?.jobId ?? 0)
      yield applicationOf(company.id, jobId, index, dateOf(index))
    }
  }
  await storeApplications(db, company.id, applications())
  return {
    templateId,
    polled: polled.map(({ jobId: _, ...job }) => job),
    popular: { externalId: popularId, firstDate: dateOf(0) },
    updated: Array.from({ length: UPDATED_JOBS }, (_, index) => updated(index)),
    lastDate: dateOf(total - 1),
  }
}
