import type { Closers } from '../closers.ts'
import { median, round, runLoad } from '../load.ts'
import { makeApplication, storeApplications } from '../service/applications.ts'
import { createCompany } from '../service/company.ts'
import { createJob } from '../service/jobs.ts'
import { type Service, startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { writeTable } from '../table.ts'

const FEW = 1_000
const JOBS = 10
const STEP_MS = 10_000
const CONNECTIONS = 10
const ROUNDS = 3
const SECONDS = 2

/** A company whose applications came every 10 seconds, to each of its jobs in turn. */
interface History {
  key: string
  jobs: string[]
  /** The date of the n-th application from the end. */
  dateFromEnd(number: number): string
}

/** By name, the addresses that are polled in turn. */
const polls: Record<string, (history: History) => string[]> = {
  'poll, nothing new': ({ jobs, dateFromEnd }) => jobs.map((job) => `${job}?since=${dateFromEnd(1)}`),
  'poll, the newest 50': ({ jobs, dateFromEnd }) => jobs.map((job) => `${job}?since=${dateFromEnd(50 * JOBS + 1)}`),
  'poll of all jobs, the newest 50': ({ dateFromEnd }) => [`/api/candidates?since=${dateFromEnd(51)}`],
}

/** Compares the polls of a company with few applications with those of a company with many. */
export async function measureFlat(stage: Stage, closers: Closers, { applications }: { applications: number }) {
  const service = await startService('boardwalk', stage, stage.newPlace('flat'), closers)
  const few = await storeHistory(service, 'few', FEW)
  const many = await storeHistory(service, 'many', applications)
  const rows: (string | number)[][] = []
  for (const [name, find] of Object.entries(polls)) {
    const rates = new Map<History, number[]>([
      [few, []],
      [many, []],
    ])
    for (let round = 0; round < ROUNDS; round++)
      for (const [history, all] of rates) all.push((await poll(service, history, find(history))).perSecond)
    const [ofFew = 0, ofMany = 0] = [...rates.values()].map(median)
    // The time with many applications, divided by the time with few.
    rows.push([name, round(ofFew), round(ofMany), (ofFew / ofMany).toFixed(2)])
  }
  return writeTable(
    [`polls a second, ${CONNECTIONS} connections`, `${FEW} applications`, `${applications}`, 'cost'],
    rows,
  )
}

const poll = (service: Service, { key }: History, paths: string[]) =>
  runLoad(
    service.url,
    { request: (number) => ({ path: paths[number % paths.length] ?? '', key }) },
    { connections: CONNECTIONS, seconds: SECONDS },
  )

async function storeHistory(service: Service, slug: string, applications: number): Promise<History> {
  const company = await createCompany(service, slug)
  const key = await company.createKey()
  const jobIds: number[] = []
  for (let number = 0; number < JOBS; number++)
    jobIds.push((await createJob(service.url, key, { id: `job-${number}`, title: 'Comptable' })).jobId)
  const lastMs = Date.now() - STEP_MS
  const dateAt = (index: number) => new Date(lastMs - (applications - 1 - index) * STEP_MS)
  function* all() {
    for (let index = 0; index < applications; index++)
      yield makeApplication(company.id, jobIds[index % JOBS] ?? 0, index, dateAt(index))
  }
  await storeApplications(service.place.db, company.id, all())
  const jobs = jobIds.map((_, number) => `/api/job/job-${number}/candidates`)
  return { key, jobs, dateFromEnd: (number) => dateAt(applications - number).toISOString() }
}
