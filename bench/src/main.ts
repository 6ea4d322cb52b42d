import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parseSource } from '@boardwalk/local-mongo'
import { checkServices } from './check-services.ts'
import { withClosers } from './closers.ts'
import { compare } from './compare.ts'
import { measureFlat } from './goal/flat.ts'
import { measureLists } from './goal/lists.ts'
import { measurePush } from './goal/push.ts'
import { findOperations } from './operation.ts'
import { parseServiceName, serviceNames } from './service/service.ts'
import { openStage } from './stage.ts'
import { describeMachine } from './table.ts'

const usage = `npm run bench -- [options] [goal …]
  goals, measured instead of the operations, Boardwalk alone:
    flat   what a poll costs with many applications, compared with 1,000
    lists  the public pages of a large board, and what a process needs to hold it
    push   jobs a second of the command jobs push, compared with raw requests
  --only <list>         operations, or beginnings of their names, separated by commas (default: all)
  --services <list>     of ${serviceNames.join(', ')} (default: all but express; --contract: all)
  --callers <list>      callers at the same time (default 50,1)
  --seconds <n>         the length of a run of several callers (default 1.2)
  --requests <n>        the length of a run of one caller (default 300)
  --rounds <n>          runs of each service; the median counts (default 3)
  --companies <n>       how many companies call an operation in turn (default 2000)
  --applications <n>    of the larger company of flat (default 1000000)
  --jobs <n>            of push and lists (default 20000; 100000)
  --quick               one round, of one second with 50 callers, and 600 companies; flat: 10,000 applications; push: 2,000 jobs; lists: 5,000
  --contract            only checks that the services keep the contract
  --unchecked           does not check that before
  --database <name>     mongod, secantus-py (default: MONGODB_URI, else the first that works)
  --cpu-prof <folder>   Boardwalk writes a CPU profile there when it ends; Chrome DevTools shows it as a flame graph
  --report <path>       also writes the tables to this file`

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      services: { type: 'string' },
      database: { type: 'string' },
      seconds: { type: 'string' },
      requests: { type: 'string' },
      rounds: { type: 'string' },
      callers: { type: 'string' },
      companies: { type: 'string' },
      applications: { type: 'string' },
      jobs: { type: 'string' },
      quick: {
        type: 'boolean',
        default: false,
      },
      unchecked: {
        type: 'boolean',
        default: false,
      },
      contract: {
        type: 'boolean',
        default: false,
      },
      'cpu-prof': { type: 'string' },
      report: { type: 'string' },
      help: {
        type: 'boolean',
        default: false,
      },
    },
  })
  if (values.help) return void process.stdout.write(`${usage}\n`)
  const { quick } = values
  const goals = {
    flat: { measure: measureFlat, applications: count('applications', quick ? 10_000 : 1_000_000), jobs: 0 },
    lists: { measure: measureLists, jobs: count('jobs', quick ? 5_000 : 100_000), applications: 0 },
    push: { measure: measurePush, jobs: count('jobs', quick ? 2_000 : 20_000), applications: 0 },
  }
  const asked = positionals.map((name) => {
    if (name !== 'flat' && name !== 'lists' && name !== 'push')
      throw new Error(`there is no goal "${name}"\n\n${usage}`)
    return goals[name]
  })
  // Express was never the fastest peer of a row, and the ratios are to the fastest.
  const measured = serviceNames.filter((name) => name !== 'express' || values.contract)
  const services = values.services?.split(',').map(parseServiceName) ?? measured
  const companies = count('companies', quick ? 600 : 2_000)
  const comparison = {
    services,
    companies,
    operations: findOperations(values.only?.split(','), companies),
    seconds: Number(values.seconds ?? (quick ? 1 : 1.2)),
    requests: count('requests', 300),
    rounds: count('rounds', quick ? 1 : 3),
    callers: (values.callers ?? (quick ? '50' : '50,1')).split(',').map(Number),
  }
  const source = parseSource(values.database ?? process.env.LOCAL_MONGO)

  await withClosers(async (closers) => {
    const stage = await openStage(closers, source, values['cpu-prof'])
    const isChecked = values.contract || (asked.length === 0 && !values.unchecked)
    if (isChecked && !(await checkServices(stage, services)))
      throw new Error('A service breaks the contract, so it does other work than the others')
    if (values.contract) return
    const tables: string[] = []
    if (asked.length === 0) tables.push(await compare(stage, closers, comparison))
    for (const { measure, ...size } of asked) tables.push(await measure(stage, closers, size))
    const head = `Database: ${stage.label}. Machine: ${describeMachine()}. ${new Date().toISOString().slice(0, 10)}.`
    const report = `${[head, ...tables].join('\n\n')}\n`
    process.stdout.write(report)
    if (values.report !== undefined) await writeFile(values.report, report)
  })

  function count(name: 'requests' | 'rounds' | 'companies' | 'applications' | 'jobs', fallback: number): number {
    const number = Number(values[name] ?? fallback)
    if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number of at least 1`)
    return number
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
