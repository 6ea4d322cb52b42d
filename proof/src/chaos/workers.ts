import { type Administrator, createAdministrator } from './administrator.ts'
import { apply } from './applicant.ts'
import { type Ats, createAts } from './ats.ts'
import type { Board } from './board.ts'
import type { Company } from './company.ts'
import { type ContendedJob, contend, createContendedJobs, watch } from './contended-job.ts'
import { createJobLog, type JobLog } from './job-log.ts'
import { createMeeting } from './meeting.ts'
import { createIdFollower, createMovingIds, type MovingId, moveId, watchIds } from './moving-id.ts'
import { busyPauseMs, createPoller, type Poller, type PollStyle, pollStyles, quietPauseMs } from './poller.ts'
import type { Random } from './random.ts'
import { type ForbiddenJobs, revokeKeys } from './revoked-key.ts'
import { withdraw } from './withdrawal.ts'
import type { World } from './world.ts'

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

/** Creates everybody who works with the board during a run, and what they work on: docs/proof.md names them. */
export async function createWorkers(world: World, board: Board, random: Random) {
  const { administered, smallCompanies, rows } = board
  const busyJobs = await createContendedJobs(world, world.companies, CONTENDED_JOBS, rows, random.fork('contended'))
  const smallJobs = await createContendedJobs(world, smallCompanies, 1, rows, random.fork('contended, small'))
  const movingIds = createMovingIds(administered)
  const idFollowers = movingIds.map((id) =>
    createIdFollower(world, administered, id, random.fork(`follower of ${id.externalId}`)),
  )
  const forbidden: ForbiddenJobs = new Set()
  const pollers = createPollers(world, board, random)
  const employers = world.companies.map((company, index) => employ(world, company, ATS[index] ?? 1, random))
  return {
    busyJobs,
    contendedJobs: [...busyJobs, ...smallJobs],
    movingIds,
    idFollowers,
    forbidden,
    pollers,
    employers,

    /** Lets all of them work until the world closes. */
    work: (): Promise<unknown> =>
      Promise.all([
        ...several(APPLICANTS, (number) => apply(world, world.companies, NO_PAUSE, random.fork(`applicant ${number}`))),
        ...employers.flatMap(({ systems }) => systems.map((ats) => ats.run())),
        ...pollers.map((poller) => poller.follow()),
        ...world.companies.flatMap((company) => {
          const jobs = busyJobs.filter((job) => job.company === company)
          return startContention(world, company.slug, jobs, contendersPauseMs, random)
        }),
        ...startContention(world, 'small companies', smallJobs, smallPauseMs, random),
        apply(world, smallCompanies, smallPauseMs, random.fork('applicant of small companies')),
        ...idFollowers.map((follower) => follower.follow()),
        ...startAdministration(world, board, movingIds, forbidden, random.fork('administration')),
      ]),
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
