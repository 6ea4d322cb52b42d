import { setTimeout as sleep } from 'node:timers/promises'
import { type Administrator, createAdministrator } from './administrator.ts'
import { apply } from './applicant.ts'
import { createApplicationLog } from './application-log.ts'
import { type Ats, createAts } from './ats.ts'
import { type Board, openBoard } from './board.ts'
import { createBreaches } from './broken-guarantee.ts'
import { checkApplications } from './check-applications.ts'
import { checkCvs } from './check-cvs.ts'
import { checkJobs } from './check-jobs.ts'
import type { Company } from './company.ts'
import { type ContendedJob, checkContendedJobs, contend, createContendedJobs, watch } from './contended-job.ts'
import { createFaults, lanes } from './fault.ts'
import { createJobLog, type JobLog } from './job-log.ts'
import { createMeeting } from './meeting.ts'
import { checkMovedIds, createIdFollower, createMovingIds, type MovingId, moveId, watchIds } from './moving-id.ts'
import type { Options } from './options.ts'
import { busyPauseMs, createPoller, type Poller, type PollStyle, pollStyles, quietPauseMs } from './poller.ts'
import { createRandom, type Random } from './random.ts'
import type { Report } from './report.ts'
import { checkForbiddenJobs, type ForbiddenJobs, revokeKeys } from './revoked-key.ts'
import { createTraffic } from './traffic.ts'
import { withdraw } from './withdrawal.ts'
import { type Acknowledgements, openInsistentClient, type World } from './world.ts'

const APPLICANTS = 20
/** The number of ATS of each busy company. */
const ATS = [3, 2]
/** The contended jobs of each busy company. */
const CONTENDED_JOBS = 4
const CONTENDERS = 4
const WATCHERS = 2
const KEY_HOLDERS = 2
const ID_WATCHERS = 6
const NO_PAUSE = { min: 0, max: 0 }
const contendersPauseMs = { min: 0, max: 40 }
const watchersPauseMs = { min: 10, max: 80 }
const smallPauseMs = { min: 50, max: 250 }
/** With `--quick`, a fault that met no request is tried again. */
const TRIES_MAX = 5
const PROGRESS_EVERY_MS = 10_000

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
  const traffic = createTraffic(breaches)
  const board = await openBoard(folder, options, traffic, breaches, opened)
  const { administered, smallCompanies, rows } = board
  say(`3 API processes over ${board.database.rung}, seed ${options.seed}`)
  let isOpen = true
  const world: World = {
    ...{ companies: board.companies, front: board.front, traffic, breaches },
    processPorts: board.nodes.map(({ api }) => api.port),
    applications: createApplicationLog(),
    acknowledged: noAcknowledgements(),
    isOpen: () => isOpen,
  }
  const busyJobs = await createContendedJobs(world, world.companies, CONTENDED_JOBS, rows, random.fork('contended'))
  const smallJobs = await createContendedJobs(world, smallCompanies, 1, rows, random.fork('contended, small'))
  const movingIds = createMovingIds(administered)
  const idFollowers = movingIds.map((id) =>
    createIdFollower(world, administered, id, random.fork(`follower of ${id.externalId}`)),
  )
  const forbidden: ForbiddenJobs = new Set()
  const faults = createFaults(board)
  const startedMs = Date.now()
  const progress = setInterval(() => say(describeProgress(world, faults.figures, startedMs)), PROGRESS_EVERY_MS)
  opened(() => clearInterval(progress))

  const pollers = createPollers(world, board, random)
  const employers = world.companies.map((company, index) => employ(world, company, ATS[index] ?? 1, random))
  const systems = employers.flatMap(({ systems }) => systems)
  const working = Promise.all([
    ...several(APPLICANTS, (number) => apply(world, world.companies, NO_PAUSE, random.fork(`applicant ${number}`))),
    ...systems.map((ats) => ats.run()),
    ...pollers.map((poller) => poller.follow()),
    ...world.companies.flatMap((company) => {
      const jobs = busyJobs.filter((job) => job.company === company)
      return startContention(world, company.slug, jobs, contendersPauseMs, random)
    }),
    ...startContention(world, 'small companies', smallJobs, smallPauseMs, random),
    apply(world, smallCompanies, smallPauseMs, random.fork('applicant of small companies')),
    ...idFollowers.map((follower) => follower.follow()),
    ...startAdministration(world, board, movingIds, forbidden, random.fork('administration')),
  ])
  await Promise.race([injectAll(options, faults, random), working])
  isOpen = false
  const runMs = Date.now() - startedMs
  await working

  say('healed; the processes are restarted, so that they finish their work')
  await restartProcesses(board)
  await Promise.all(pollers.map((poller) => poller.drain()))
  say('everything is delivered; now it is compared')
  const checker = openInsistentClient(world, random.fork('checker'))
  for (const { company, jobs } of employers)
    await checkJobs(
      world,
      checker,
      company,
      jobs(),
      busyJobs.filter((job) => job.company === company),
    )
  await checkContendedJobs(world, checker, [...busyJobs, ...smallJobs], rows)
  await checkMovedIds(world, administered, movingIds, random.fork('moved ids'))
  await Promise.all(idFollowers.map((follower) => follower.check()))
  await checkForbiddenJobs(world, checker, administered, forbidden)
  const cvs = await checkCvs(world, checker)
  checker.close()
  const applications = checkApplications(world.applications.all(), pollers, breaches)
  clearInterval(progress)
  return {
    ...{ seed: options.seed, database: board.database.rung, seconds: Math.round(runMs / 1000) },
    faults: faults.figures,
    companies: { busy: world.companies.length, small: smallCompanies.length, administered: 1 },
    acknowledged: world.acknowledged,
    contended: countContended([...busyJobs, ...smallJobs]),
    forms: { sent: world.applications.size(), ...applications, cvs },
    deliveries: countDeliveries(pollers),
    traffic: traffic.figures(),
    breaches,
  }
}

function noAcknowledgements(): Acknowledgements {
  return {
    ...{ applications: 0, 'jobs created': 0, updates: 0, 'batch items': 0, unpublished: 0 },
    ...{ 'moves of external ids': 0, 'keys made': 0, revocations: 0 },
  }
}

const several = <Part>(count: number, part: (number: number) => Part): Part[] =>
  Array.from({ length: count }, (_, index) => part(index + 1))

/** Creates the pollers: all styles for each busy company, one for each small one, and one for the administered company. */
function createPollers(world: World, { smallCompanies, administered }: Board, random: Random): Poller[] {
  const poller = (company: Company, style: PollStyle, pauseMs: typeof busyPauseMs) =>
    createPoller(world, company, style, pauseMs, random.fork(`poller ${company.slug} ${style}`))
  return [
    ...world.companies.flatMap((company) => pollStyles.map((style) => poller(company, style, busyPauseMs))),
    ...smallCompanies.map((company, index) =>
      poller(company, pollStyles[index % pollStyles.length] ?? 'last date', quietPauseMs),
    ),
    poller(administered, 'company-wide', busyPauseMs),
  ]
}

/** Starts the ATS that write the titles of these jobs at the same time, and the readers. */
function startContention(
  world: World,
  whose: string,
  jobs: ContendedJob[],
  pauseMs: typeof contendersPauseMs,
  random: Random,
): Promise<void>[] {
  return [
    ...several(CONTENDERS, (number) => {
      const name = `${whose}-contender-${number}`
      return contend(world, jobs, name, pauseMs, random.fork(name))
    }),
    ...several(WATCHERS, (number) => {
      const name = `${whose}-watcher-${number}`
      return watch(world, jobs, name, watchersPauseMs, random.fork(name))
    }),
  ]
}

/** Starts the administrators who move external ids, revoke keys and unpublish a job, and the clients that notice it. */
function startAdministration(
  world: World,
  { administered }: Board,
  ids: MovingId[],
  forbidden: ForbiddenJobs,
  random: Random,
): Promise<void>[] {
  const working = (name: string, work: (administrator: Administrator, random: Random) => Promise<void>) => {
    const own = random.fork(name)
    const administrator = createAdministrator(world, administered.cookie, own)
    return work(administrator, own).finally(() => administrator.close())
  }
  return [
    ...ids.map((id) =>
      working(`moves of ${id.externalId}`, (administrator, own) => moveId(world, administered, id, administrator, own)),
    ),
    working('withdrawals', (administrator, own) => withdraw(world, administered, administrator, own)),
    ...several(KEY_HOLDERS, (number) =>
      working(`keys ${number}`, (administrator, own) =>
        revokeKeys(world, administrator, `key-${number}`, forbidden, own),
      ),
    ),
    ...several(ID_WATCHERS, (number) => watchIds(world, administered, ids, random.fork(`id watcher ${number}`))),
    apply(world, [administered], smallPauseMs, random.fork('applicant of moving jobs')),
  ]
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

/** Injects faults in several lanes until the time is over, or each fault once, one after the other. */
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

/** Restarts the processes. A process finishes its work before it stops, so nothing is accepted late after this. */
async function restartProcesses({ nodes }: Board): Promise<void> {
  await Promise.all(
    nodes.map(async ({ api }) => {
      await api.stop()
      await api.start()
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
