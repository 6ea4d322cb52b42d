import { type Closers, closeAll } from './closers.ts'
import { type Load, type Pace, round, runLoad, summarise } from './load.ts'
import type { Operation } from './operation.ts'
import { peers, type ServiceName } from './service/service.ts'
import { type Contender, startContender } from './service/stock.ts'
import type { Stage } from './stage.ts'
import { writeTable } from './table.ts'

export interface Comparison {
  operations: Operation[]
  services: ServiceName[]
  seconds: number
  rounds: number
  connections: number[]
  /** How many companies call an operation in turn. */
  companies: number
}

const WARM_UP_SECONDS = 1

/** Starts the services, each over a database of its own, loads them one at a time, in turn, in rounds, and writes the medians. */
export async function compare(stage: Stage, closers: Closers, comparison: Comparison): Promise<string> {
  const { operations, services, connections } = comparison
  const contenders: Contender[] = []
  for (const name of services) {
    const contender = await startContender(name, stage, comparison.companies)
    closers.push(() => contender.service.stop())
    contenders.push(contender)
  }
  const tables: string[] = []
  for (const count of connections) {
    const rows: (string | number)[][] = []
    for (const operation of operations) {
      const figures = await measure(operation, contenders, count, comparison)
      process.stderr.write(
        `${operation.name}, ${count} connections: ${[...figures.values()].map(({ perSecond }) => round(perSecond)).join(', ')}\n`,
      )
      rows.push(writeRow(operation.name, figures))
    }
    const columns = ['operation', ...services, 'ratio to the fastest peer', '99th percentile in ms', 'fastest peer']
    tables.push(`Requests a second, ${count} connections\n\n${writeTable(columns, rows)}`)
  }
  await closeAll(closers.splice(-contenders.length))
  return tables.join('\n\n')
}

type Figures = Map<ServiceName, Load>

async function measure(
  operation: Operation,
  contenders: Contender[],
  connections: number,
  { seconds, rounds }: Comparison,
) {
  const loads = new Map<Contender, Load[]>(contenders.map((contender) => [contender, []]))
  const run = async (contender: Contender, pace: Pace) => {
    const work = await operation.prepare(contender)
    // A run of a fixed number of requests can have no more connections.
    const most = Math.min(pace.connections, work.amount ?? pace.connections)
    return runLoad(contender.service.url, work, { ...pace, connections: most })
  }
  for (const contender of contenders) await run(contender, { connections, seconds: WARM_UP_SECONDS })
  for (let round = 0; round < rounds; round++)
    for (const [contender, all] of loads) all.push(await run(contender, { connections, seconds }))
  return new Map([...loads].map(([{ service }, all]) => [service.name, summarise(all)]))
}

function writeRow(name: string, figures: Figures): (string | number)[] {
  const write = ({ perSecond, wrong }: Load) => (wrong > 0 ? `${round(perSecond)} (${wrong} wrong)` : round(perSecond))
  const own = figures.get('boardwalk')
  const [fastest] = peers.flatMap((peer) => figures.get(peer) ?? []).sort((a, b) => b.perSecond - a.perSecond)
  return [
    name,
    ...[...figures.values()].map(write),
    own && fastest ? (own.perSecond / fastest.perSecond).toFixed(2) : '-',
    own?.p99Ms ?? '-',
    fastest?.p99Ms ?? '-',
  ]
}
