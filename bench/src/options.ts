import { parseArgs } from 'node:util'
import { parseRung, type Rung } from '@boardwalk/local-mongo'
import { type Operation, operationsOf } from './operation.ts'
import { type ServiceName, serviceNameOf, serviceNames } from './service/name.ts'

export interface Options {
  operations: Operation[]
  services: ServiceName[]
  /** How long each round of many connections is measured; one connection half as long. */
  seconds: number
  rounds: number
  connections: number[]
  /** Whether latencies at a fixed rate are measured too. */
  hasOpenLoop: boolean
  rung: Rung | undefined
  report: string | undefined
}

export const usage = `npm run bench -- [options]
  --only <list>      operations, or how their names begin, separated by commas (default: all)
  --services <list>  of boardwalk, express, fastify, trpc, bare (default: all)
  --seconds <n>      how long each round of each service is measured (default 3)
  --rounds <n>       how often; the median counts (default 3)
  --quick            one round of one second, and no latencies at a fixed rate
  --database <name>  mongod, secantus-rs, mongod-download, secantus-py (default: MONGODB_URI, else the first that works)
  --report <path>    where the figures go (default: bench/results/latest.json)`

/** Throws where the command line makes no sense. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      services: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      database: { type: 'string' },
      report: { type: 'string' },
    },
  })
  return {
    operations: operationsOf(values.only?.split(',')),
    services: values.services?.split(',').map(serviceNameOf) ?? [...serviceNames],
    seconds: positive('--seconds', values.seconds ?? (values.quick ? '1' : '3')),
    rounds: Math.ceil(positive('--rounds', values.rounds ?? (values.quick ? '1' : '3'))),
    connections: [50, 1],
    hasOpenLoop: !values.quick,
    rung: parseRung(values.database ?? process.env.LOCAL_MONGO),
    report: values.report,
  }
}

function positive(option: string, value: string): number {
  const number = Number(value)
  if (!(number > 0)) throw new Error(`${option} must be a number above 0; got "${value}"`)
  return number
}
