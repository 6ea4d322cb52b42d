import { setTimeout as sleep } from 'node:timers/promises'
import { createApplicationLog } from './application-log.ts'
import { type Board, openBoard } from './board.ts'
import { createBreaches } from './broken-guarantee.ts'
import { checkApplications } from './check-applications.ts'
import { checkCvs } from './check-cvs.ts'
import { checkJobs } from './check-jobs.ts'
import { type ContendedJob, checkContendedJobs } from './contended-job.ts'
import { createFaults, lanes } from './fault.ts'
import type { Options } from './options.ts'
import type { Poller } from './poller.ts'
import { createRandom, type Random } from './random.ts'
import type { Report } from './report.ts'
import { createTraffic } from './traffic.ts'
import { createWorkers } from './workers.ts'
import { type Acknowledgements, openInsistentClient, type World } from './world.ts'

/** With `--quick`, a fault that met no request is tried again. */
const TRIES_MAX = 5
const PROGRESS_EVERY_MS = 10_000

type Faults = ReturnType<typeof createFaults>

interface Stage {
  folder: string
  say: (line: string) => void
  /** Takes what must be closed in the end. */
  opened: (close: () => unknown) => void
}

/** Runs the checker, and reports what it saw. */
export async function run(options: Options, { folder, say, opened }: Stage): Promise<Report> {
  const random = createRandom(options.seed)
  const breaches = createBreaches(say)
  const traffic = createTraffic(breaches, options.isRollingRestart)
  const board = await openBoard(folder, options, traffic, breaches, opened)
  const { balancer, rows } = board
  say(`3 API processes over ${board.database.source}, seed ${options.seed}`)
  let isOpen = true
  const world: World = {
    ...{ companies: board.companies, traffic, breaches, isPatient: options.isRollingRestart },
    front: balancer === undefined ? board.front : { port: balancer.port, findTarget: () => undefined },
    processPorts: balancer === undefined ? board.nodes.map(({ api }) => api.port) : [balancer.port],
    applications: createApplicationLog(),
    acknowledged: noAcknowledgements(),
    isOpen: () => isOpen,
  }
  const workers = await createWorkers(world, board, random)
  const faults = createFaults(board)
  const startedMs = Date.now()
  const progress = setInterval(() => say(describeProgress(world, faults.figures, startedMs)), PROGRESS_EVERY_MS)
  opened(() => clearInterval(progress))

  const working = workers.work()
  const injecting = balancer === undefined ? injectAll(options, faults, random) : restartInTurn(options, board, faults)
  await Promise.race([injecting, working])
  isOpen = false
  const runMs = Date.now() - startedMs
  await working

  say('healed; the processes are restarted, so that they finish their work')
  await restartProcesses(board)
  const { contendedJobs, pollers } = workers
  await Promise.all(pollers.map((poller) => poller.drain()))
  say('everything is delivered; now it is compared')
  const checker = openInsistentClient(world, random.fork('checker'))
  for (const { company, jobs } of workers.employers)
    await checkJobs(
      world,
      checker,
      company,
      jobs(),
      contendedJobs.filter((job) => job.company === company),
    )
  await checkContendedJobs(world, checker, contendedJobs, rows)
  const cvs = await checkCvs(world, checker)
  checker.close()
  const applications = checkApplications(world.applications.all(), pollers, breaches)
  clearInterval(progress)
  return {
    ...{ seed: options.seed, database: board.database.source, seconds: Math.round(runMs / 1000) },
    faults: faults.figures,
    acknowledged: world.acknowledged,
    contended: countContended(contendedJobs),
    forms: { sent: world.applications.size(), ...applications, cvs },
    deliveries: countDeliveries(pollers),
    traffic: traffic.figures(),
    breaches,
  }
}

function noAcknowledgements(): Acknowledgements {
  return { applications: 0, 'jobs created': 0, updates: 0, 'batch items': 0, unpublished: 0 }
}

function countContended(jobs: ContendedJob[]) {
  const sum = (count: (job: ContendedJob) => number) => jobs.reduce((total, job) => total + count(job), 0)
  return {
    jobs: jobs.length,
    writes: sum(({ title }) => title.writes.length),
    unanswered: sum(({ unanswered }) => unanswered),
    reads: sum(({ title }) => title.reads.length),
  }
}

/** Injects faults in several lanes until the time is over, or each fault once, one after the other. */
async function injectAll({ minutes, faults }: Options, { inject, figures }: Faults, random: Random): Promise<void> {
  if (minutes === undefined) {
    const once = random.fork('faults')
    for (const kind of faults)
      for (let tries = 0; figures[kind] === undefined && tries < TRIES_MAX; tries++) await inject(kind, once)
    return
  }
  const endMs = Date.now() + minutes * 60_000
  await Promise.all(
    lanes.map(async ({ name, kinds, pauseMs }) => {
      const own = random.fork(`faults ${name}`)
      const wanted = kinds.filter((kind) => faults.includes(kind))
      while (Date.now() < endMs) {
        await sleep(Math.min(own.between(pauseMs.min, pauseMs.max), Math.max(0, endMs - Date.now())))
        if (wanted.length > 0 && Date.now() < endMs) await inject(own.pick(wanted), own)
      }
    }),
  )
}

/** Restarts one process after the other until the time is over, but each once. */
async function restartInTurn({ minutes = 0 }: Options, { nodes, balancer }: Board, { figures }: Faults): Promise<void> {
  const endMs = Date.now() + minutes * 60_000
  let times = 0
  while (times < nodes.length || Date.now() < endMs) {
    const api = nodes[times % nodes.length]?.api
    await api?.stop()
    await api?.start()
    if (api !== undefined) await balancer?.until(api.port, true)
    times++
  }
  figures['restart in turn'] = { times }
}

/** Restarts the processes. A process finishes its work before it stops, so nothing is accepted late after this. */
async function restartProcesses({ nodes, balancer }: Board): Promise<void> {
  await Promise.all(
    nodes.map(async ({ api }) => {
      await api.stop()
      await api.start()
      await balancer?.until(api.port, true)
    }),
  )
}

function countDeliveries(pollers: Poller[]): Record<string, number> {
  const byStyle: Record<string, number> = {}
  for (const { style, seen } of pollers) byStyle[style] = (byStyle[style] ?? 0) + seen.size
  return byStyle
}

function describeProgress({ acknowledged, traffic, breaches }: World, faults: object, startedMs: number): string {
  const seconds = Math.round((Date.now() - startedMs) / 1000)
  const operations = Object.values(acknowledged).reduce((sum, count) => sum + count, 0)
  const times = Object.values(faults).reduce((sum: number, { times }) => sum + times, 0)
  const { answered, unanswered } = traffic.figures()
  return `${seconds} s: ${operations} operations acknowledged (${acknowledged.applications} applications), ${answered} answers, ${unanswered} without, ${times} faults, ${breaches.total()} breaches`
}
