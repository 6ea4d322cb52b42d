import { parseArgs } from 'node:util'
import { parseSource, type Source } from '@boardwalk/local-mongo'
import { type FaultKind, faultKinds, needsOwnDatabase } from './fault.ts'

export interface Options {
  /** The time for which faults are injected. Undefined to inject each kind once, one after the other. */
  minutes: number | undefined
  /** Restarts the processes in turn behind a load balancer, instead of faults. */
  isRollingRestart: boolean
  seed: string
  source: Source | undefined
  /** The address of a database that somebody else started. */
  mongodbUri: string | undefined
  faults: FaultKind[]
  report: string | undefined
}

export const usage = `npm run proof:chaos -- [options]
  --minutes <n>      the time for which faults are injected (default 10)
  --quick            injects each fault once instead, one after the other
  --rolling-restart  injects no faults, and restarts the processes in turn: every request must be answered
  --seed <text>      plans faults and work: the same seed makes the same plan (default: a new one, which is printed)
  --database <name>  mongod, secantus-rs, mongod-download, secantus-py, or auto: the first that works (default)
  --faults <list>    only these, separated by commas: ${faultKinds.join(', ')}
  --report <path>    writes the figures there as JSON

If MONGODB_URI is set, the run uses a new database "chaos_…" on that server. It then leaves out the faults that begin with
"database" or "failover", because they need a database that was started here.`

/** Reads the command line. Throws if it makes no sense. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '10' },
      quick: { type: 'boolean', default: false },
      'rolling-restart': { type: 'boolean', default: false },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
      database: { type: 'string', default: 'auto' },
      faults: { type: 'string' },
      report: { type: 'string' },
    },
  })
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error(`--minutes must be a number above 0; got "${values.minutes}"`)
  const mongodbUri = process.env.MONGODB_URI || undefined
  if (mongodbUri !== undefined && values.database !== 'auto')
    throw new Error('--database starts a database, and MONGODB_URI names one: give one of the two')
  const possible = faultKinds.filter((kind) => mongodbUri === undefined || !needsOwnDatabase(kind))
  return {
    mongodbUri,
    minutes: values.quick ? undefined : minutes,
    isRollingRestart: values['rolling-restart'],
    seed: values.seed,
    source: values.database === 'auto' ? parseSource(process.env.LOCAL_MONGO) : parseSource(values.database),
    faults:
      values.faults === undefined ? possible : values.faults.split(',').map((name) => parseFaultKind(name, possible)),
    report: values.report,
  }
}

function parseFaultKind(name: string, possible: FaultKind[]): FaultKind {
  const kind = possible.find((known) => known === name.trim())
  if (kind === undefined) throw new Error(`there is no fault "${name}"; there are ${possible.join(', ')}`)
  return kind
}
