import type { Closers } from '../closers.ts'
import { median, round } from '../result.ts'
import { startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { createEmployer } from './employer.ts'
import { createSince, type History, storeHistory, timePoll } from './history.ts'

const NEIGHBOURS = 10
const APPLICATIONS_OF_EACH = 100
const ROUNDS = 3
const SECONDS = 3
/** The requests a second of all neighbours: far from what the server can do, so that only the other caller makes them wait. */
const PER_SECOND = 40

/**
 * Measures the polls of ten companies, without and with a caller that asks for first pages of a large company's applications, one
 * after the other, each with another `since`.
 */
export async function measureNeighbours(stage: Stage, closers: Closers, { applications }: { applications: number }) {
  const place = stage.newDatabase('neighbours')
  const { database, folder, generator } = stage
  const service = await startService('boardwalk', place.database, folder)
  closers.add(() => service.stop())
  const { url } = service
  const large = await storeHistory(url, place.db, await createEmployer(place, 'large'), applications)
  const neighbours: History[] = []
  for (let number = 0; number < NEIGHBOURS; number++) {
    const employer = await createEmployer(place, `neighbour-${number}`)
    neighbours.push(await storeHistory(url, place.db, employer, APPLICATIONS_OF_EACH))
  }
  // The first poll counts all applications of the large company, so it is measured alone.
  const neverCountedMs = await timePoll(url, large.key, `/api/candidates?${createSince(large, 0)}`)
  const since = neighbours[0]?.dateAt(APPLICATIONS_OF_EACH - 11).toISOString()
  const pollNeighbours = () =>
    generator.run({
      url,
      keys: neighbours.map(({ key }) => key),
      work: { kind: 'get', paths: [`/api/candidates?since=${since}`], contains: '"total":' },
      pids: database.pid === undefined ? [service.pid] : [service.pid, database.pid],
      ...{ connections: NEIGHBOURS, perSecond: PER_SECOND, seconds: SECONDS, warmUpSeconds: 1 },
    })
  const alone: number[] = []
  const beside: number[] = []
  const callerMs: number[] = []
  for (let round = 0, number = 1; round < ROUNDS; round++) {
    alone.push((await pollNeighbours()).p99)
    let isOver = false
    const asking = (async () => {
      while (!isOver) callerMs.push(await timePoll(url, large.key, `/api/candidates?${createSince(large, number++)}`))
    })()
    beside.push((await pollNeighbours()).p99)
    isOver = true
    await asking
  }
  return {
    applications,
    neighbours: NEIGHBOURS,
    perSecond: PER_SECOND,
    neverCountedMs: round(neverCountedMs),
    p99Alone: round(median(alone)),
    p99Beside: round(median(beside)),
    p99Ratio: round(median(beside) / median(alone)),
    rounds: { alone: alone.map(round), beside: beside.map(round) },
    callerMedianMs: round(median(callerMs)),
    callerPolls: callerMs.length,
  }
}
