import { apply } from './applicant.ts'
import { type Ats, createAts } from './ats.ts'
import type { Board } from './board.ts'
import type { Company } from './company.ts'
import { type ContendedJob, contend, createContendedJobs, watch } from './contended-job.ts'
import type { JobLog } from './job-log.ts'
import { createPoller, pollStyles } from './poller.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

const APPLICANTS = 20
/** The number of ATS of each company. */
const ATS = [3, 2]
/** The contended jobs of each company. */
const CONTENDED_JOBS = 4
const CONTENDERS = 4
const WATCHERS = 2

/** Creates everybody who works with the board during a run, and what they work on: docs/proof.md names them. */
export async function createWorkers(world: World, { rows }: Board, random: Random) {
  const contendedJobs = await createContendedJobs(world, CONTENDED_JOBS, rows, random.fork('contended'))
  const pollers = world.companies.flatMap((company) =>
    pollStyles.map((style) => createPoller(world, company, style, random.fork(`poller ${company.slug} ${style}`))),
  )
  const employers = world.companies.map((company, index) => employ(world, company, ATS[index] ?? 1, random))
  return {
    ...{ contendedJobs, pollers, employers },
    /** Lets all of them work until the world closes. */
    work: (): Promise<unknown> =>
      Promise.all([
        ...several(APPLICANTS, (number) => apply(world, random.fork(`applicant ${number}`))),
        ...employers.flatMap(({ systems }) => systems.map((ats) => ats.run())),
        ...pollers.map((poller) => poller.follow()),
        ...world.companies.flatMap((company) =>
          startContention(
            world,
            company,
            contendedJobs.filter((job) => job.company === company),
            random,
          ),
        ),
      ]),
  }
}

const several = <Part>(count: number, part: (number: number) => Part): Part[] =>
  Array.from({ length: count }, (_, index) => part(index + 1))

/** Starts the ATS that write the titles of these jobs at the same time, and the readers. */
function startContention(world: World, { slug }: Company, jobs: ContendedJob[], random: Random): Promise<void>[] {
  return [
    ...several(CONTENDERS, (number) => {
      const name = `${slug}-contender-${number}`
      return contend(world, jobs, name, random.fork(name))
    }),
    ...several(WATCHERS, (number) => {
      const name = `${slug}-watcher-${number}`
      return watch(world, jobs, name, random.fork(name))
    }),
  ]
}

interface Employer {
  company: Company
  systems: Ats[]
  jobs(): JobLog[]
}

function employ(world: World, company: Company, count: number, random: Random): Employer {
  const systems = several(count, (number) => {
    const name = `${company.slug}-ats-${number}`
    return createAts(world, company, name, random.fork(name))
  })
  return { company, systems, jobs: () => systems.flatMap(({ jobs }) => jobs) }
}
