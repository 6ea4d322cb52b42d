import { type Closers, closeAll } from './closers.ts'
import { round } from './load.ts'
import { type Measured, measure } from './measure.ts'
import type { Operation } from './operation.ts'
import { peers, type ServiceName } from './service/service.ts'
import { type Contender, startContender } from './service/stock.ts'
import type { Stage } from './stage.ts'
import { writeTable } from './table.ts'

export interface Comparison {
  operations: Operation[]
  services: ServiceName[]
  /** The length of a run of one caller, who waits for each answer, and of a run of several. */
  requests: number
  seconds: number
  rounds: number
  callers: number[]
  /** How many companies call an operation in turn. */
  companies: number
}

/** Starts the services, each over a database of its own, loads them one at a time, in turn, in rounds, and writes the medians. */
export async function compare(stage: Stage, closers: Closers, comparison: Comparison): Promise<string> {
  const { operations, services, seconds, requests, rounds } = comparison
  const startedMs = performance.now()
  const contenders: Contender[] = []
  for (const name of services) {
    const contender = await startContender(name, stage, comparison.companies, closers)
    contenders.push(contender)
  }
  const tables: string[] = []
  for (const callers of comparison.callers) {
    const asked = callers === 1 ? '1 caller' : `${callers} callers`
    const rows: (string | number)[][] = []
    for (const operation of operations) {
      const length = callers === 1 ? { requests } : { seconds }
      const measured = await measure(operation, contenders, {
        callers,
        rounds,
        length,
        databasePid: stage.databasePid,
      })
      const figures: Figures = new Map([...measured].map(([{ service }, all]) => [service.name, all]))
      process.stderr.write(
        `${operation.name}, ${asked}: ${[...figures.values()].map(({ perSecond }) => round(perSecond)).join(', ')}\n`,
      )
      rows.push(writeRow(operation.name, figures))
    }
    const columns = [
      'operation',
      ...services,
      'ratio to the fastest peer',
      '99th percentile in ms',
      'fastest peer',
      ...services.map((name) => `${name}: CPU in µs`),
    ]
    tables.push(
      `Requests a second, ${asked}; CPU of a request: of the service + of the database\n\n${writeTable(columns, rows)}`,
    )
  }
  await closeAll(closers.splice(-contenders.length))
  tables.push(`It took ${round((performance.now() - startedMs) / 60_000)} minutes, ${rounds} rounds.`)
  return tables.join('\n\n')
}

type Figures = Map<ServiceName, Measured>

function writeRow(name: string, figures: Figures): (string | number)[] {
  const write = ({ perSecond, wrong }: Measured) =>
    wrong > 0 ? `${round(perSecond)} (${wrong} wrong)` : round(perSecond)
  const writeCpu = ({ apiCpuUs, databaseCpuUs }: Measured) =>
    [apiCpuUs, databaseCpuUs].map((us) => (us === undefined ? '?' : Math.round(us))).join(' + ')
  const own = figures.get('boardwalk')
  const [fastest] = peers.flatMap((peer) => figures.get(peer) ?? []).sort((a, b) => b.perSecond - a.perSecond)
  return [
    name,
    ...[...figures.values()].map(write),
    own && fastest ? (own.perSecond / fastest.perSecond).toFixed(2) : '-',
    own?.p99Ms ?? '-',
    fastest?.p99Ms ?? '-',
    ...[...figures.values()].map(writeCpu),
  ]
}
