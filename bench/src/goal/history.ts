import type { Db } from 'mongodb'
import type { ApplicationDocument } from '../peer/application.ts'
import { makeApplication, storeApplications } from '../service/applications.ts'
import { createJobAt } from '../service/jobs.ts'
import type { Employer } from './employer.ts'

const JOBS = 10
const STEP_MS = 10_000
/** This number and the number of a company's applications have no common divisor, so that each begins somewhere else. */
const PRIME = 15_485_863

/** The addresses of a company's jobs, and the dates of its applications: one every 10 seconds, to each job in turn. */
export interface History {
  applications: number
  key: string
  jobs: string[]
  dateAt(index: number): Date
}

export async function storeHistory(
  url: string,
  db: Db,
  { company, key }: Employer,
  applications: number,
): Promise<History> {
  const jobs: { externalId: string; jobId: number }[] = []
  for (let number = 0; number < JOBS; number++) {
    const externalId = `job ${number}`
    jobs.push({ externalId, ...(await createJobAt(url, key, { id: externalId, title: 'Comptable' })) })
  }
  const lastMs = Date.now() - STEP_MS
  const dateAt = (index: number) => new Date(lastMs - (applications - 1 - index) * STEP_MS)
  function* all(): Generator<ApplicationDocument> {
    for (let index = 0; index < applications; index++)
      yield makeApplication(company.id, jobs[index % JOBS]?.jobId ?? 0, index, dateAt(index))
  }
  await storeApplications(db, company.id, all())
  const addressOf = (externalId: string) => `/api/job/${encodeURIComponent(externalId)}/candidates`
  return { applications, key, jobs: jobs.map(({ externalId }) => addressOf(externalId)), dateAt }
}

/** The numbers of jobs of a history, so that a range of this many applications to a job is this many times as long. */
export const jobsInHistory = JOBS

/** Makes the query of the n-th poll of a caller that begins somewhere else each time, anywhere in the first half of a history. */
export function createSince({ applications, dateAt }: History, number: number): string {
  const index = ((number + 1) * PRIME) % Math.ceil(applications / 2)
  // Another millisecond each time, so that no two polls have the same range.
  return `since=${new Date(dateAt(index).getTime() - 1 - (number % STEP_MS)).toISOString()}`
}

/** Polls once, and returns how many milliseconds the whole answer took. */
export async function timePoll(url: string, key: string, path: string): Promise<number> {
  const startedMs = performance.now()
  const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': key } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${text}`)
  return performance.now() - startedMs
}
