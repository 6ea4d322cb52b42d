import type { Closers } from '../closers.ts'
import type { Load } from '../load/plan.ts'
import { computeFigures, type Figures, median, round } from '../result.ts'
import { type Service, type ServiceDatabase, startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { createEmployer } from './employer.ts'
import { createSince, type History, jobsInHistory, storeHistory, timePoll } from './history.ts'

const FEW = 1_000
const CONNECTIONS = 10
const ROUNDS = 3
const SECONDS = 2
/** How many polls follow the first one of a process. */
const POLLS = 20

/** Compares the polls of a company with few applications with those of a company with many. */
export async function measureFlat(stage: Stage, closers: Closers, { applications }: { applications: number }) {
  const place = stage.newDatabase('flat')
  const service = await startService('boardwalk', place.database, stage.folder)
  const few = await storeHistory(service.url, place.db, await createEmployer(place, 'few'), FEW)
  const many = await storeHistory(service.url, place.db, await createEmployer(place, 'many'), applications)
  await service.stop()
  const firstPages = []
  for (const [name, find] of Object.entries(firstPageKinds))
    firstPages.push(await compareFirstPages(stage, place.database, name, [few, many], find))
  const warm = await startService('boardwalk', place.database, stage.folder)
  closers.add(() => warm.stop())
  const asked = []
  for (const [name, find] of Object.entries(pollKinds)) asked.push(await compare(stage, warm, name, few, many, find))
  return { applications: [FEW, applications], connections: CONNECTIONS, firstPages, asked }
}

/** By name, the address of the n-th poll. */
const firstPageKinds: Record<string, (history: History, number: number) => string> = {
  'first page of one job': (history, number) => `${history.jobs[number % 2]}?${createSince(history, number)}`,
  'first page of all jobs': (history, number) => `/api/candidates?${createSince(history, number)}`,
}

/** By name, the addresses that are polled in turn. */
const pollKinds: Record<string, (history: History) => string[]> = {
  'poll, nothing new': (history) => pollsSince(history, 0),
  'poll, the newest 50': (history) => pollsSince(history, 50 * jobsInHistory),
  'poll of all jobs, the newest 50': ({ dateAt, applications }) => [
    `/api/candidates?since=${dateAt(applications - 51).toISOString()}`,
  ],
}

const pollsSince = ({ jobs, dateAt, applications }: History, newest: number): string[] =>
  jobs.map((address) => `${address}?since=${dateAt(applications - 1 - newest).toISOString()}`)

/**
 * Times first pages, one after the other, each with another `since`. Nobody has counted the applications before the first poll of all.
 * The other first polls are those of processes that have just started.
 */
async function compareFirstPages(
  stage: Stage,
  database: ServiceDatabase,
  name: string,
  histories: [few: History, many: History],
  find: (history: History, number: number) => string,
) {
  const [few, many] = [await timeFirstPages(histories[0]), await timeFirstPages(histories[1])]
  return {
    name,
    // The time with many applications, divided by the time with few.
    coldRatio: round(many.coldMs / few.coldMs),
    ratio: round(many.medianMs / few.medianMs),
    few,
    many,
  }

  async function timeFirstPages(history: History) {
    const coldMs: number[] = []
    const laterMs: number[] = []
    let neverCountedMs: number | undefined
    let number = 0
    const poll = (url: string) => timePoll(url, history.key, find(history, number++))
    for (let process = 0; process <= ROUNDS; process++) {
      const service = await startService('boardwalk', database, stage.folder)
      // The connections and the key, and nothing of this company's applications.
      await timePoll(service.url, history.key, '/api/jobs?pageSize=1')
      const firstMs = await poll(service.url)
      if (neverCountedMs === undefined) neverCountedMs = firstMs
      else coldMs.push(firstMs)
      for (let more = 0; more < POLLS; more++) laterMs.push(await poll(service.url))
      await service.stop()
    }
    return {
      neverCountedMs: round(neverCountedMs ?? Number.NaN),
      coldMs: round(median(coldMs)),
      medianMs: round(median(laterMs)),
      maxMs: round(Math.max(...laterMs)),
    }
  }
}

async function compare(
  { generator, database }: Stage,
  service: Service,
  name: string,
  few: History,
  many: History,
  find: (history: History) => string[],
) {
  const loads = new Map<History, Load[]>([
    [few, []],
    [many, []],
  ])
  const pids = database.pid === undefined ? [service.pid] : [service.pid, database.pid]
  for (let round = 0; round < ROUNDS; round++)
    for (const [history, of] of loads) {
      const work = { kind: 'get' as const, paths: find(history), contains: '"total":' }
      const pace = { connections: CONNECTIONS, seconds: SECONDS, warmUpSeconds: 0.5 }
      of.push(await generator.run({ url: service.url, keys: [history.key], work, pids, ...pace }))
    }
  const [ofFew, ofMany]: Figures[] = [...loads.values()].map(computeFigures)
  // The time with many applications, divided by the time with few.
  const costRatio = round((ofFew?.perSecond ?? 0) / (ofMany?.perSecond ?? 0))
  return { name, costRatio, few: ofFew, many: ofMany }
}
