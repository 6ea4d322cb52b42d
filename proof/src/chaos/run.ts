import { setTimeout as sleep } from 'node:timers/promises'
import { apply } from './applicant.ts'
import { createApplicationLog } from './application-log.ts'
import { createAts } from './ats.ts'
import { type Board, type Options, openBoard } from './board.ts'
import { createBreaches } from './broken-guarantee.ts'
import { checkApplications, checkCvs } from './check-applications.ts'
import { checkChanges } from './check-changes.ts'
import { checkJobs } from './check-jobs.ts'
import { type ContendedJob, checkContendedJobs, contend, createContendedJobs, watch } from './contended-job.ts'
import { createFaults, faultKinds, lanes, needsOwnDatabase } from './fault.ts'
import { createFollower, type Follower } from './follower.ts'
import { createPoller, type Poller, pollStyles } from './poller.ts'
import { createRandom, type Random } from './random.ts'
import { recruit } from './recruiter.ts'
import type { Report } from './report.ts'
import { createTraffic } from './traffic.ts'
import { openClient, type World } from './world.ts'

/** With `--quick`, a fault that met no request is tried again. */
const TRIES_MAX = 5
const PROGRESS_EVERY_MS = 10_000
const APPLICANTS = 20
/** The number of ATS of each company. */
const ATS = [3, 2]
/** The contended jobs of each company, the ATS that write their titles at the same time, and the readers. */
const CONTENDED_JOBS = 4
const CONTENDERS = 4
const WATCHERS = 2
/** The recruiters of each company. */
const RECRUITERS = 2
/** A short run has no time for the longest wait. */
const waitSecondsMax = { quick: 3, long: 20 }

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
  const { balancer, rows, companies } = board
  say(`3 API processes over ${board.database.source}, seed ${options.seed}`)
  let isOpen = true
  const world: World = {
    companies,
    traffic,
    breaches,
    isPatient: options.isRollingRestart,
    front:
      balancer === undefined
        ? board.front
        : {
            port: balancer.port,
            findTarget: () => undefined,
          },
    applications: createApplicationLog(),
    acknowledged: {
      applications: 0,
      'jobs created': 0,
      updates: 0,
      'batch items': 0,
      unpublished: 0,
      'statuses by key': 0,
      'statuses by user': 0,
      erasures: 0,
      confirmations: 0,
    },
    waitSecondsMax: options.minutes === undefined ? waitSecondsMax.quick : waitSecondsMax.long,
    wakeUpsMs: [],
    isOpen: () => isOpen,
  }
  const workers = await createWorkers(world, board, random)
  const faults = createFaults(board)
  const startedMs = Date.now()
  const progress = setInterval(() => {
    const { applications } = world.acknowledged
    say(`${Date.now() - startedMs} ms: ${applications} applications, ${traffic.figures.answered} answers`)
  }, PROGRESS_EVERY_MS)
  opened(() => clearInterval(progress))

  const working = workers.work()
  const injecting = balancer === undefined ? injectAll(options, faults, random) : restartInTurn(options, board, faults)
  await Promise.race([injecting, working])
  isOpen = false
  const runMs = Date.now() - startedMs
  await working

  say('healed; the processes are restarted, so that they finish their work')
  await Promise.all(board.nodes.map((node) => restart(node, board)))
  const { contendedJobs, pollers, followers, systems } = workers
  await Promise.all([...pollers, ...followers].map((each) => each.drain()))
  say('everything is delivered; now it is compared')
  const checker = openClient({ ...world, isPatient: true }, random.fork('checker'))
  for (const company of companies) {
    const jobs = systems.flatMap((ats) => (ats.company === company ? ats.jobs : []))
    await checkJobs(world, checker, company, jobs)
    await checkChanges(world, checker, company, ofCompany(followers, company))
  }
  await checkContendedJobs(world, checker, contendedJobs, rows)
  const cvs = await checkCvs(world, checker)
  checker.close()
  const sent = world.applications.all()
  const forms = checkApplications(sent, pollers, breaches)
  clearInterval(progress)
  return {
    seed: options.seed,
    database: board.database.source,
    seconds: Math.round(runMs / 1e3),
    faults: faults.figures,
    acknowledged: world.acknowledged,
    contended: countContended(contendedJobs),
    forms: {
      sent: sent.length,
      ...forms,
      'CVs read again': cvs,
    },
    delivered: countDelivered(pollers),
    'wake-ups': summariseMs(world.wakeUpsMs),
    traffic: traffic.figures,
    breaches,
  }
}

const several = <Part>(count: number, part: (number: number) => Part): Part[] =>
  Array.from({ length: count }, (_, index) => part(index + 1))

/** Creates all who work with the board during a run, and what they work on: docs/proof.md names them. */
async function createWorkers(world: World, { rows }: Board, random: Random) {
  const contendedJobs = await createContendedJobs(world, CONTENDED_JOBS, rows, random.fork('contended'))
  const pollers = world.companies.flatMap((company) =>
    pollStyles.map((style) => createPoller(world, company, style, random.fork(`poller ${company.slug} ${style}`))),
  )
  const followers = world.companies.flatMap((company) =>
    [true, false].map((isWaiting) =>
      createFollower(world, company, isWaiting, random.fork(`follower ${company.slug} ${isWaiting}`)),
    ),
  )
  const systems = world.companies.flatMap((company, index) =>
    several(ATS[index] ?? 1, (number) => {
      const name = `${company.slug}-ats-${number}`
      return createAts(world, company, name, random.fork(name))
    }),
  )
  /** Starts several of a kind at the contended jobs of each company. */
  const compete = (count: number, kind: string, work: typeof contend) =>
    world.companies.flatMap((company) =>
      several(count, (number) => {
        const name = `${company.slug}-${kind}-${number}`
        const jobs = contendedJobs.filter((job) => job.company === company)
        return work(world, jobs, name, random.fork(name))
      }),
    )
  return {
    contendedJobs,
    pollers,
    followers,
    systems,
    work: (): Promise<unknown> =>
      Promise.all([
        ...several(APPLICANTS, (number) => apply(world, random.fork(`applicant ${number}`))),
        ...systems.map((ats) => ats.run()),
        ...[...pollers, ...followers].map((each) => each.follow()),
        ...world.companies.flatMap((company) =>
          several(RECRUITERS, (number) => recruit(world, company, random.fork(`${company.slug}-recruiter-${number}`))),
        ),
        ...compete(CONTENDERS, 'contender', contend),
        ...compete(WATCHERS, 'watcher', watch),
      ]),
  }
}

/** Injects faults in several lanes until the time is over, or each fault once, one after the other. */
async function injectAll({ minutes, mongodbUri }: Options, { inject, figures }: Faults, random: Random): Promise<void> {
  const faults = faultKinds.filter((kind) => mongodbUri === undefined || !needsOwnDatabase(kind))
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
async function restartInTurn({ minutes = 0 }: Options, board: Board, { figures }: Faults): Promise<void> {
  const endMs = Date.now() + minutes * 60_000
  let times = 0
  for (; times < board.nodes.length || Date.now() < endMs; times++) {
    const node = board.nodes[times % board.nodes.length]
    if (node !== undefined) await restart(node, board)
  }
  figures['restart in turn'] = { times, hits: board.traffic.figures.answered }
}

/** Restarts a process. It finishes its work before it stops, so it accepts nothing late after this. */
async function restart({ api }: Board['nodes'][number], { balancer }: Board): Promise<void> {
  await api.stop()
  await api.start()
  await balancer?.untilReady(api.port)
}

const ofCompany = (followers: Follower[], company: Follower['company']) =>
  followers.filter((follower) => follower.company === company)

/** The number of times, their median and their 99th percentile. */
function summariseMs(timesMs: number[]): Report['wake-ups'] {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const find = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return { count: sorted.length, 'ms p50': find(0.5), 'ms p99': find(0.99) }
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

function countDelivered(pollers: Poller[]): Record<string, number> {
  const byStyle: Record<string, number> = {}
  for (const { style, seen } of pollers) byStyle[style] = (byStyle[style] ?? 0) + seen.size
  return byStyle
}
