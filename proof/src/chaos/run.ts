import { setTimeout as sleep } from 'node:timers/promises'
import { apply } from './applicant.ts'
import { createApplicationLog } from './application-log.ts'
import { type Ats, createAts } from './ats.ts'
import { type Board, openBoard } from './board.ts'
import { createBreaches } from './broken-guarantee.ts'
import { checkApplications } from './check-applications.ts'
import { checkCvs } from './check-cvs.ts'
import { checkJobs } from './check-jobs.ts'
import { createFaults, lanes } from './fault.ts'
import { createJobLog, type JobLog } from './job-log.ts'
import { createMeeting } from './meeting.ts'
import type { Options } from './options.ts'
import { createPoller, type Poller, pollStyles } from './poller.ts'
import { type Random, randomOf } from './random.ts'
import type { Report } from './report.ts'
import { createTraffic } from './traffic.ts'
import { insistentClientOf, type World } from './world.ts'

const APPLICANTS = 20
/** By company. */
const ATS = [3, 2]
/** A fault that no request was under way to feel is tried again, where each is to come once. */
const TRIES_MAX = 5
const PROGRESS_EVERY_MS = 10_000

interface Stage {
  folder: string
  say: (line: string) => void
  /** Gets what must be closed, as soon as it is there. */
  opened: (close: () => unknown) => void
}

/** Plays a run to its end, and tells what was seen. */
export async function run(options: Options, { folder, say, opened }: Stage): Promise<Report> {
  const random = randomOf(options.seed)
  const traffic = createTraffic()
  const breaches = createBreaches()
  const board = await openBoard(folder, options, traffic, breaches, opened)
  say(`3 API processes over ${board.database.rung}, seed ${options.seed}`)
  let isOpen = true
  const world: World = {
    ...{ companies: board.companies, port: board.front.port, traffic, breaches },
    applications: createApplicationLog(),
    acknowledged: { application: 0, create: 0, update: 0, 'batch item': 0, unpublish: 0 },
    isOpen: () => isOpen,
  }
  const faults = createFaults(board)
  const startedMs = Date.now()
  const progress = setInterval(() => say(progressOf(world, faults.figures, startedMs)), PROGRESS_EVERY_MS)
  opened(() => clearInterval(progress))

  const pollers = world.companies.flatMap((company) =>
    pollStyles.map((style) => createPoller(world, company, style, random.fork(`poller ${company.slug} ${style}`))),
  )
  const employers = world.companies.map((company, index) => employ(world, company, ATS[index] ?? 1, random))
  const systems = employers.flatMap(({ systems }) => systems)
  const working = Promise.all([
    ...Array.from({ length: APPLICANTS }, (_, number) => apply(world, random.fork(`applicant ${number}`))),
    ...systems.map((ats) => ats.run()),
    ...pollers.map((poller) => poller.follow()),
  ])
  await Promise.race([injectAll(options, faults, random), working])
  isOpen = false
  const runMs = Date.now() - startedMs
  await working

  say('healed; what is still under way ends with its process')
  await renewProcesses(board)
  await Promise.all(pollers.map((poller) => poller.drain()))
  say('all is delivered that will be; now it is compared')
  const checker = insistentClientOf(world, random.fork('checker'))
  for (const { company, jobs } of employers) await checkJobs(world, checker, company, jobs())
  const cvs = await checkCvs(world, checker)
  checker.close()
  const applications = checkApplications(world.applications.all(), pollers, breaches)
  clearInterval(progress)
  return {
    ...{ seed: options.seed, database: board.database.rung, seconds: Math.round(runMs / 1000) },
    faults: faults.figures,
    acknowledged: world.acknowledged,
    forms: { sent: world.applications.size(), ...applications, cvs },
    deliveries: deliveriesOf(pollers),
    traffic: traffic.figures(),
    breaches,
  }
}

interface Employer {
  company: World['companies'][number]
  systems: Ats[]
  jobs(): JobLog[]
}

function employ(world: World, company: World['companies'][number], count: number, random: Random): Employer {
  const shared = { log: createJobLog('shared'), meet: createMeeting() }
  const systems = Array.from({ length: count }, (_, number) => {
    const name = `${company.slug}-ats-${number + 1}`
    return createAts(world, company, name, shared, random.fork(name))
  })
  return { company, systems, jobs: () => [shared.log, ...systems.flatMap(({ jobs }) => jobs)] }
}

/** Until the time is over, several lanes at once; or each fault once, one after the other. */
async function injectAll(
  { minutes, faults }: Options,
  { inject, figures }: ReturnType<typeof createFaults>,
  random: Random,
): Promise<void> {
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

/** A process that was asked to stop has finished all that it was doing: nothing is accepted late after this. */
async function renewProcesses({ nodes }: Board): Promise<void> {
  await Promise.all(
    nodes.map(async ({ api }) => {
      await api.stop()
      await api.start()
    }),
  )
}

function deliveriesOf(pollers: Poller[]): Record<string, number> {
  const byStyle: Record<string, number> = {}
  for (const { style, seen } of pollers) byStyle[style] = (byStyle[style] ?? 0) + seen.size
  return byStyle
}

function progressOf({ acknowledged, traffic, breaches }: World, faults: object, startedMs: number): string {
  const seconds = Math.round((Date.now() - startedMs) / 1000)
  const operations = Object.values(acknowledged).reduce((sum, count) => sum + count, 0)
  const times = Object.values(faults).reduce((sum: number, { times }) => sum + times, 0)
  const { answered, unanswered, uncausedServerErrors } = traffic.figures()
  return `${seconds} s: ${operations} operations acknowledged (${acknowledged.application} applications), ${answered} answers, ${unanswered} without, ${times} faults, ${uncausedServerErrors} 5xx without a cause, ${breaches.total()} breaches`
}
