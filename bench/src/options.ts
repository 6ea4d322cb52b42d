import { parseArgs } from 'node:util'
import { parseSource, type Source } from '@boardwalk/local-mongo'
import { type GoalSizes, goals } from './goal/goal.ts'
import { findOperations, type Operation } from './operation.ts'
import { parseServiceName, type ServiceName, serviceNames } from './service/name.ts'

export interface Options {
  /** The goals to measure; if there are any, no operations are measured. */
  goals: string[]
  sizes: GoalSizes
  operations: Operation[]
  services: ServiceName[]
  /** The length of a round with many connections. A round with one connection is half as long. */
  seconds: number
  rounds: number
  connections: number[]
  /** Whether latencies at a fixed rate are measured, too. */
  hasOpenLoop: boolean
  /** The applications of one job. 200 other jobs have 100 each. */
  popularApplications: number
  /** The numbers of companies of the operations that many companies call. */
  companies: number[]
  source: Source | undefined
  report: string | undefined
}

export const usage = `npm run bench -- [options] [goal …]
  goals, measured instead of the operations, Boardwalk alone: flat, neighbours, accept, company-page, push, sdk, start,
    memory, flame (graphs)
  --only <list>      operations, or beginnings of their names, separated by commas (default: all)
  --services <list>  of ${serviceNames.join(', ')} (default: all)
  --seconds <n>      the length of a round of one service (default 3)
  --rounds <n>       the number of rounds; the median counts (default 3)
  --companies <list> how many companies call an operation in turn (default 50,12000)
  --quick            one round of one second, a tenth of the applications, and no latencies at a fixed rate
  --database <name>  mongod, secantus-rs, mongod-download, secantus-py (default: MONGODB_URI, else the first that works)
  --applications <n> of the larger company of flat and neighbours (default 1000000)
  --forms <n>        of each round of accept (default 1000)
  --published <n>    jobs of the larger company of company-page (default 30000)
  --jobs <n>         of push (default 100000)
  --minutes <n>      of memory (default 60)
  --report <path>    the file for the figures (default: bench/results/<database>.json); the tables are beside it`

/** Reads the command line. Throws if it makes no sense. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      services: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      companies: { type: 'string' },
      quick: { type: 'boolean', default: false },
      database: { type: 'string' },
      applications: { type: 'string', default: '1000000' },
      forms: { type: 'string', default: '1000' },
      published: { type: 'string', default: '30000' },
      jobs: { type: 'string', default: '100000' },
      minutes: { type: 'string', default: '60' },
      report: { type: 'string' },
    },
  })
  for (const name of positionals)
    if (!(name in goals)) throw new Error(`there is no goal "${name}"; there are ${Object.keys(goals).join(', ')}`)
  const companies = (values.companies ?? (values.quick ? '50,600' : '50,12000'))
    .split(',')
    .map((one) => positive('--companies', one))
  return {
    goals: positionals,
    sizes: {
      applications: positive('--applications', values.applications),
      forms: positive('--forms', values.forms),
      jobs: positive('--jobs', values.jobs),
      minutes: positive('--minutes', values.minutes),
      published: positive('--published', values.published),
    },
    operations: findOperations(values.only?.split(','), companies),
    services: values.services?.split(',').map(parseServiceName) ?? [...serviceNames],
    seconds: positive('--seconds', values.seconds ?? (values.quick ? '1' : '3')),
    rounds: Math.ceil(positive('--rounds', values.rounds ?? (values.quick ? '1' : '3'))),
    connections: [50, 1],
    hasOpenLoop: !values.quick,
    companies,
    popularApplications: values.quick ? 10_000 : 100_000,
    source: parseSource(values.database ?? process.env.LOCAL_MONGO),
    report: values.report,
  }
}

function positive(option: string, value: string): number {
  const number = Number(value)
  if (!(number > 0)) throw new Error(`${option} must be a number above 0; got "${value}"`)
  return number
}
