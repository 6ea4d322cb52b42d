import type { Arena } from './arena.ts'
import type { Load } from './load/plan.ts'
import { findKeys, type Operation } from './operation.ts'
import type { Options } from './options.ts'
import { type ByService, computeFigures, type Figures, type Measured, type MeasuredAtRate } from './result.ts'
import type { Contender } from './service/contender.ts'

const WARM_UP_SECONDS = 0.5
/** One connection needs half the time for figures as steady. */
const ONE_CONNECTION_SHARE = 0.5

type Say = (line: string) => void

/** Measures rounds of one operation. The services take turns, each alone, so that a slow machine slows all of them. */
export async function measure(
  arena: Arena,
  operation: Operation,
  connections: number,
  { rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>,
  say: Say,
): Promise<Measured> {
  const pace = { connections, seconds: connections === 1 ? seconds * ONE_CONNECTION_SHARE : seconds }
  const services = await measureRounds(arena, operation, arena.contenders, pace, rounds)
  say(`${operation.name}, ${connections} ${connections === 1 ? 'connection' : 'connections'}: ${line(services)}`)
  return { operation: operation.name, connections, services }
}

/**
 * Measures latencies at the same rate for all services. A service that could not reach the rate in the closed loop is left
 * out, because waiting requests would fill its memory and the database's.
 */
export async function measureAtRate(
  arena: Arena,
  operation: Operation,
  { connections, services: closed, rate }: Measured & { rate: number },
  { rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>,
  say: Say,
): Promise<MeasuredAtRate> {
  const able = arena.contenders.filter(({ service }) => (closed[service.name]?.perSecond ?? 0) >= rate)
  const services = await measureRounds(arena, operation, able, { connections, seconds, perSecond: rate }, rounds)
  say(`${operation.name}, ${Math.round(rate)} due a second: ${line(services)}`)
  return { operation: operation.name, connections, rate, services, closed }
}

interface Pace {
  connections: number
  seconds: number
  perSecond?: number
}

async function measureRounds(
  arena: Arena,
  operation: Operation,
  contenders: Contender[],
  pace: Pace,
  rounds: number,
): Promise<ByService<Figures>> {
  const loads = new Map<Contender, Load[]>(contenders.map((contender) => [contender, []]))
  for (let round = 0; round < rounds; round++) {
    for (const contender of rotate(contenders, round))
      loads.get(contender)?.push(await load(arena, operation, contender, pace))
  }
  const services: ByService<Figures> = {}
  for (const [{ service }, of] of loads) services[service.name] = computeFigures(of)
  return services
}

let runs = 0

async function load(
  { generator, database }: Arena,
  operation: Operation,
  contender: Contender,
  pace: Pace,
): Promise<Load> {
  const { service } = contender
  const { perSecondMax = 0 } = operation
  const requestsMax = Math.ceil((WARM_UP_SECONDS + pace.seconds) * perSecondMax)
  const work = await operation.work(contender, `run ${++runs}`, requestsMax)
  const pids = database.pid === undefined ? [service.pid] : [service.pid, database.pid]
  return generator.run({
    url: service.url,
    keys: findKeys(contender, operation),
    work,
    warmUpSeconds: WARM_UP_SECONDS,
    pids,
    ...pace,
  })
}

function rotate<Item>(items: Item[], round: number): Item[] {
  const first = round % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}

const line = (services: ByService<Figures>) =>
  Object.entries(services)
    .map(([name, { perSecond, p99, failures }]) => {
      const failed = failures > 0 ? `, ${failures} FAILED` : ''
      return `${name} ${perSecond}/s (p99 ${p99} ms${failed})`
    })
    .join(', ')
