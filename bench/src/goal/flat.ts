import type { Db } from 'mongodb'
import type { Closers } from '../closers.ts'
import type { Load } from '../load/plan.ts'
import type { ApplicationDocument } from '../peer/application.ts'
import { computeFigures, type Figures, round } from '../result.ts'
import { makeApplication, storeApplications } from '../service/applications.ts'
import { createJobAt } from '../service/jobs.ts'
import { type Service, startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { createEmployer, type Employer } from './employer.ts'

const FEW = 1_000
const JOBS = 10
const STEP_MS = 10_000
const CONNECTIONS = 10
const ROUNDS = 3
const SECONDS = 2
const SINCES = 1_000

interface Sized {
  applications: number
  key: string
  /** The addresses of each poll, by name. */
  paths: Record<string, string[]>
}

/** Compares the polls of a company with few applications with those of a company with many. */
export async function measureFlat(stage: Stage, closers: Closers, { applications }: { applications: number }) {
  const place = stage.newDatabase('flat')
  const service = await startService('boardwalk', place.database, stage.folder)
  closers.add(() => service.stop())
  const few = await storeHistory(service, place.db, await createEmployer(place, 'few'), FEW)
  const many = await storeHistory(service, place.db, await createEmployer(place, 'many'), applications)
  const asked = []
  for (const name of Object.keys(few.paths)) asked.push(await compare(stage, service, name, few, many))
  return { applications: [FEW, applications], connections: CONNECTIONS, asked }
}

async function storeHistory(
  { url }: Service,
  db: Db,
  { company, key }: Employer,
  applications: number,
): Promise<Sized> {
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
  const polls = (since: Date) =>
    jobs.map(({ externalId }) => `/api/job/${encodeURIComponent(externalId)}/candidates?since=${since.toISOString()}`)
  return {
    applications,
    key,
    paths: {
      'poll, nothing new': polls(dateAt(applications - 1)),
      'poll, the newest 50': polls(dateAt(applications - 1 - 50 * JOBS)),
      // Another `since` in each request, so that no total is found in a cache.
      'poll, the first 50 of all': Array.from({ length: SINCES }, (_, n) =>
        polls(new Date(dateAt(0).getTime() - 1 - n)),
      ).flat(),
      'poll of all jobs, the newest 50': [`/api/candidates?since=${dateAt(applications - 51).toISOString()}`],
    },
  }
}

async function compare({ generator, database }: Stage, service: Service, name: string, few: Sized, many: Sized) {
  const loads = new Map<Sized, Load[]>([
    [few, []],
    [many, []],
  ])
  const pids = database.pid === undefined ? [service.pid] : [service.pid, database.pid]
  for (let round = 0; round < ROUNDS; round++)
    for (const [sized, of] of loads) {
      const work = { kind: 'get' as const, paths: sized.paths[name] ?? [], contains: '"total":' }
      const pace = { connections: CONNECTIONS, seconds: SECONDS, warmUpSeconds: 0.5 }
      of.push(await generator.run({ url: service.url, keys: [sized.key], work, pids, ...pace }))
    }
  const [ofFew, ofMany]: Figures[] = [...loads.values()].map(computeFigures)
  // The time with many applications, divided by the time with few.
  const costRatio = round((ofFew?.perSecond ?? 0) / (ofMany?.perSecond ?? 0))
  return { name, costRatio, few: ofFew, many: ofMany }
}
