import type { Closers } from '../closers.ts'
import { prepareRuns, type Run } from '../measure.ts'
import { listOperations, type Operation } from '../operation.ts'
import type { ServiceName } from '../service/service.ts'
import { type Contender, startContender } from '../service/stock.ts'
import type { Stage } from '../stage.ts'
import { startCommandCounter } from './command-counter.ts'
import type { Cost } from './cost.ts'

/** Each row has companies of its own, and a run calls none of them twice, so no request finds what another one has cached. */
const COMPANIES = 50
const polls = ['poll-nothing-new', 'poll-by-date', 'poll-1-new']
const changes = ['create-2k', 'update-2k']
const ofCompanies = (name: string) => `${name}-of-${COMPANIES}-companies`

/** Which operations are guarded with how many callers, and the requests of a run. */
const guarded = [
  { names: [...polls, ...changes].map(ofCompanies), callers: 10, requests: COMPANIES },
  { names: polls.map(ofCompanies), callers: 1, requests: 15 },
  { names: polls, callers: 10, requests: 100 },
  { names: [...changes, 'unpublish', 'get-job', 'list-jobs'], callers: 10, requests: 50 },
  { names: [...polls, ...changes, 'unpublish'], callers: 1, requests: 15 },
]

/** One caller polls few jobs of its company, so that how long a process remembers a job changes little. */
const JOBS_OF_ONE_CALLER = 3
const ROUNDS = 6
/**
 * About as many commands as a process sends by time, and not by request: for its caches, its clock and its records. They are not
 * counted, because a slow machine answers fewer requests in that time.
 */
const TIMED_COMMANDS_PER_SECOND = 12
/** Before the rounds, in runs. A process that has just started needs several times as much CPU. */
const WARM_UP = 3

interface Row {
  name: string
  /** Sends a run, or a share of one, to both services at the same time. */
  send(share?: number): Promise<Cost>
}

/** Measures what the requests of each row cost. Answers the costs of each round. */
export async function measureCosts(stage: Stage, closers: Closers): Promise<Record<string, Cost[]>> {
  const rows = await prepareRows(stage, closers)
  for (const { send } of rows) await send(WARM_UP)
  const costs: Record<string, Cost[]> = Object.fromEntries(rows.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) for (const { name, send } of rows) costs[name]?.push(await send())
  return costs
}

async function prepareRows(stage: Stage, closers: Closers): Promise<Row[]> {
  const operations = listOperations(COMPANIES)
  const all = [...operations, ...listExtensions(operations)]
  const planned = guarded.flatMap(({ names, ...plan }) =>
    all.filter(({ name }) => names.includes(name)).map((operation) => ({ operation, ...plan })),
  )
  // The rows of companies come first.
  const companies = planned.filter(({ operation }) => operation.name.endsWith('companies')).length * COMPANIES
  const own = await startCounted('boardwalk', stage, closers, companies)
  const peer = await startCounted('fastify-cached', stage, closers, companies)
  return planned.map(({ operation, callers, requests }, index) => {
    const prepare = ({ contender }: Counted) => {
      const first = index * COMPANIES
      const crowd = contender.crowd.slice(first, first + COMPANIES)
      const polled = callers === 1 ? contender.polled.slice(0, JOBS_OF_ONE_CALLER) : contender.polled
      const plan = { callers, length: { requests }, databasePid: undefined }
      return prepareRuns(operation, { ...contender, crowd, polled }, plan)
    }
    const [sendOwn, sendPeer] = [prepare(own), prepare(peer)]
    const name = `${operation.name}, ${callers === 1 ? '1 caller' : `${callers} callers`}`
    return {
      name,
      async send(share) {
        const before = own.countCommands()
        // At the same time, because what else the machine does then costs both about the same.
        const [ownRun, peerRun] = await Promise.all([sendOwn(share), sendPeer(share)])
        const timed = (TIMED_COMMANDS_PER_SECOND * ownRun.answers) / ownRun.perSecond
        const commands = Math.max(0, own.countCommands() - before - timed) / ownRun.answers
        return { cpuUs: findCpuUs(name, ownRun), peerCpuUs: findCpuUs(name, peerRun), commands }
      },
    }
  })
}

/** Operations that only Boardwalk has. They are compared with a poll of the peer. */
function listExtensions(operations: Operation[]): Operation[] {
  const poll = operations.find(({ name }) => name === 'poll-by-date')
  const paths = {
    'get-job': (externalId: string) => `/api/job/${encodeURIComponent(externalId)}`,
    'list-jobs': () => '/api/jobs?pageSize=50',
  }
  return Object.entries(paths).map(([name, findPath]) => ({
    name,
    open(contender) {
      if (contender.service.name !== 'boardwalk' && poll !== undefined) return poll.open(contender)
      const { key, polled } = contender
      return { request: (number) => ({ path: findPath(polled[number % polled.length]?.externalId ?? ''), key }) }
    },
  }))
}

interface Counted {
  contender: Contender
  countCommands(): number
}

/** Starts a service behind a proxy that counts its commands to the database. */
async function startCounted(name: ServiceName, stage: Stage, closers: Closers, companies: number): Promise<Counted> {
  const place = stage.newPlace(name)
  const counter = await startCommandCounter(place.uri)
  closers.push(() => counter.stop())
  const newPlace = () => ({ ...place, uri: counter.uri })
  const contender = await startContender(name, { ...stage, newPlace }, companies, closers)
  return { contender, countCommands: counter.count }
}

/** Finds the CPU time of a request. */
function findCpuUs(row: string, { apiCpuMs, answers, wrong }: Run): number {
  if (wrong > 0) throw new Error(`${row}: ${wrong} answers are wrong`)
  if (apiCpuMs === undefined) throw new Error('Only Linux tells the CPU time of a process')
  return (apiCpuMs * 1_000) / answers
}
