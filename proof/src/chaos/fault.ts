import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiProcess } from './api-process.ts'
import type { Database } from './database.ts'
import type { Member } from './member.ts'
import type { Random } from './random.ts'
import { type ConnectionFault, connectionFaults, type TcpProxy } from './tcp-proxy.ts'
import type { Traffic } from './traffic.ts'

const processFaults = ['kill -9', 'SIGTERM', 'SIGSTOP', 'clock step'] as const
type ProcessFault = (typeof processFaults)[number]
type Side = 'client' | 'database'
const failoverFaults = ['failover: one process', 'failover: all processes'] as const
type FailoverFault = (typeof failoverFaults)[number]
export type FaultKind = ProcessFault | `${Side}: ${ConnectionFault}` | FailoverFault | 'database kill -9'

const clientFaults = connectionFaults.map((fault) => `client: ${fault}` as const)
const databaseFaults = connectionFaults.map((fault) => `database: ${fault}` as const)
export const faultKinds: FaultKind[] = [
  ...processFaults,
  ...clientFaults,
  ...databaseFaults,
  ...failoverFaults,
  'database kill -9',
]

/** Answers whether a fault concerns the database, which must then be started here. */
export const needsOwnDatabase = (kind: FaultKind): boolean => /^(database|failover)/.test(kind)

/** Faults of one lane come one after the other; lanes run side by side. */
interface Lane {
  name: string
  kinds: FaultKind[]
  pauseMs: { min: number; max: number }
}

export const lanes: Lane[] = [
  { name: 'process', kinds: [...processFaults], pauseMs: { min: 200, max: 3_000 } },
  { name: 'process too', kinds: [...processFaults], pauseMs: { min: 1_000, max: 6_000 } },
  { name: 'client side', kinds: clientFaults, pauseMs: { min: 300, max: 3_000 } },
  // The pauses are long, because a 5xx is a breach only while the API can reach its database.
  { name: 'database side', kinds: databaseFaults, pauseMs: { min: 1_000, max: 12_000 } },
  { name: 'failover', kinds: [...failoverFaults], pauseMs: { min: 1_000, max: 8_000 } },
  { name: 'database', kinds: ['database kill -9'], pauseMs: { min: 15_000, max: 40_000 } },
]

/** An API process, its way to the database, and the proxy that plays its failovers. */
export interface Node {
  api: ApiProcess
  member: Member
  toDatabase: TcpProxy
}

export interface Arena {
  nodes: Node[]
  front: TcpProxy
  database: Database
  traffic: Traffic
}

const FELT_MS_MAX = 5_000
const STARTS_MAX = 20

/** The number of times that each fault met traffic, and the connections or commands that it hit. */
export type FaultFigures = Partial<Record<FaultKind | 'restart in turn', { times: number; hits?: number }>>

/** Injects faults, heals each of them, and counts those that met requests. */
export function createFaults({ nodes, front, database, traffic }: Arena) {
  const figures: FaultFigures = {}
  const busy = new Set<Node>()

  function count(kind: FaultKind, hits?: number): void {
    const figure = figures[kind] ?? { times: 0 }
    figures[kind] = figure
    figure.times++
    if (hits !== undefined) figure.hits = (figure.hits ?? 0) + hits
  }

  /** Waits until the condition holds, at most for the time limit. */
  async function until(condition: () => boolean): Promise<boolean> {
    for (const deadline = Date.now() + FELT_MS_MAX; Date.now() < deadline; await sleep(2)) if (condition()) return true
    return condition()
  }

  async function startAgain({ api }: Node): Promise<void> {
    for (let starts = 1; ; starts++) {
      try {
        return await api.start()
      } catch (error) {
        // Its database may be down, too.
        if (starts === STARTS_MAX) throw error
        await sleep(300)
      }
    }
  }

  const isUsed = ({ api }: Node) => front.countWaiting(api.port) > 0

  const onProcess: Record<ProcessFault, (node: Node, random: Random) => Promise<boolean>> = {
    async 'kill -9'(node, random) {
      const isFelt = await until(() => isUsed(node))
      await node.api.kill()
      await sleep(random.between(0, 1_500))
      await startAgain(node)
      return isFelt
    },
    async SIGTERM(node) {
      const isFelt = await until(() => isUsed(node))
      await node.api.stop()
      await startAgain(node)
      return isFelt
    },
    async SIGSTOP(node, random) {
      await until(() => isUsed(node))
      node.api.freeze()
      // Sometimes for longer than clients wait: they ask another process, and this one continues with the first try later.
      await sleep(random.chance(0.2) ? 4_000 : random.between(200, 2_500))
      const isFelt = isUsed(node)
      node.api.thaw()
      return isFelt
    },
    async 'clock step'(node, random) {
      node.api.setClock(random.pick([-1, 1]) * random.between(500, 4_000))
      await sleep(random.between(500, 4_000))
      const isFelt = await until(() => isUsed(node))
      node.api.setClock(0)
      return isFelt
    },
  }

  async function injectDatabaseKill(random: Random): Promise<void> {
    const isFelt = await until(() => nodes.some(({ toDatabase }) => toDatabase.countWaiting() > 0))
    const over = traffic.begin(
      'trouble',
      nodes.map(({ api }) => api.port),
    )
    await database.kill()
    await sleep(random.between(0, 800))
    await database.start()
    over()
    if (isFelt) count('database kill -9')
  }

  async function injectProcessFault(kind: ProcessFault, random: Random): Promise<void> {
    const node = random.pick(nodes.filter((free) => !busy.has(free)))
    busy.add(node)
    const isFelt = await onProcess[kind](node, random).finally(() => busy.delete(node))
    if (isFelt) count(kind)
  }

  async function injectConnectionFault(side: Side, fault: ConnectionFault, random: Random): Promise<void> {
    const { api, toDatabase } = random.pick(nodes)
    // A delay does not excuse an error.
    const isTrouble = side === 'database' && fault !== 'delay'
    const over = isTrouble ? traffic.begin('trouble', [api.port]) : () => {}
    const [proxy, share] = side === 'client' ? [front, 0.15] : [toDatabase, 0.5]
    const cloud = proxy.cloud({ fault, share, delayMs: random.between(20, 400), random })
    await sleep(random.between(300, 2_500))
    await until(() => cloud.hits() > 0)
    cloud.clear()
    over()
    if (cloud.hits() > 0) count(`${side}: ${fault}`, cloud.hits())
  }

  async function injectFailover(fault: FailoverFault, random: Random): Promise<void> {
    const met = fault === 'failover: one process' ? [random.pick(nodes)] : nodes
    const over = traffic.begin(
      'failover',
      met.map(({ api }) => api.port),
    )
    const how = {
      ...{ isLabelled: random.chance(0.7), isAnnounced: random.chance(0.5), random },
      ...{ carriedOut: random.pick([0, 0.3]), cut: random.pick([0, 0, 0.2]) },
    }
    const stretches = met.map(({ member }) => member.stepDown(how))
    const hits = () => stretches.reduce((sum, stretch) => sum + stretch.hits(), 0)
    await sleep(random.between(100, 3_000))
    await until(() => hits() > 0)
    for (const stretch of stretches) stretch.end()
    over()
    if (hits() > 0) count(fault, hits())
  }

  return {
    figures,
    async inject(kind: FaultKind, random: Random): Promise<void> {
      const processFault = processFaults.find((name) => name === kind)
      const connectionFault = connectionFaults.find((fault) => kind.endsWith(`: ${fault}`))
      const failoverFault = failoverFaults.find((name) => name === kind)
      if (processFault !== undefined) await injectProcessFault(processFault, random)
      else if (failoverFault !== undefined) await injectFailover(failoverFault, random)
      else if (connectionFault === undefined) await injectDatabaseKill(random)
      else await injectConnectionFault(kind.startsWith('client') ? 'client' : 'database', connectionFault, random)
    },
  }
}
