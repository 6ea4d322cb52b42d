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
/** Answers whether a fault concerns the database, which must then be started here. */
export const needsOwnDatabase = (kind: FaultKind): boolean => /^(database|failover)/.test(kind)

/** Faults of one lane come one after the other; lanes run side by side. */
export const lanes: { name: string; kinds: FaultKind[]; pauseMs: { min: number; max: number } }[] = [
  { name: 'process', kinds: [...processFaults], pauseMs: { min: 200, max: 3_000 } },
  { name: 'process too', kinds: [...processFaults], pauseMs: { min: 1_000, max: 6_000 } },
  { name: 'client side', kinds: clientFaults, pauseMs: { min: 300, max: 3_000 } },
  // The pauses are long, because a 5xx is a breach only while the API can reach its database.
  { name: 'database side', kinds: databaseFaults, pauseMs: { min: 1_000, max: 12_000 } },
  { name: 'failover', kinds: [...failoverFaults], pauseMs: { min: 1_000, max: 8_000 } },
  { name: 'database', kinds: ['database kill -9'], pauseMs: { min: 15_000, max: 40_000 } },
]

export const faultKinds = [...new Set(lanes.flatMap(({ kinds }) => kinds))]

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

/** The number of times that each fault met traffic, and the requests, connections or commands that it hit. */
export type FaultFigures = Partial<Record<FaultKind | 'restart in turn', { times: number; hits: number }>>

/** Injects faults, heals each of them, and counts those that met requests. */
export function createFaults({ nodes, front, database, traffic }: Arena) {
  const figures: FaultFigures = {}
  const busy = new Set<Node>()

  /** Waits until there are hits, at most for the time limit, and answers their number. */
  async function until(countHits: () => number): Promise<number> {
    for (const deadline = Date.now() + FELT_MS_MAX; Date.now() < deadline; await sleep(2)) if (countHits() > 0) break
    return countHits()
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

  const countUses = ({ api }: Node) => front.countWaiting(api.port)

  /** Each fault answers its hits. */
  const onProcess: Record<ProcessFault, (node: Node, random: Random) => Promise<number>> = {
    async 'kill -9'(node, random) {
      const hits = await until(() => countUses(node))
      await node.api.kill()
      await sleep(random.between(0, 1_500))
      await startAgain(node)
      return hits
    },
    async SIGTERM(node) {
      const hits = await until(() => countUses(node))
      await node.api.stop()
      await startAgain(node)
      return hits
    },
    async SIGSTOP(node, random) {
      await until(() => countUses(node))
      node.api.freeze()
      // Sometimes for longer than clients wait: they ask another process, and this one continues with the first try later.
      await sleep(random.chance(0.2) ? 4_000 : random.between(200, 2_500))
      const hits = countUses(node)
      node.api.thaw()
      return hits
    },
    async 'clock step'(node, random) {
      node.api.setClock(random.pick([-1, 1]) * random.between(500, 4_000))
      await sleep(random.between(500, 4_000))
      const hits = await until(() => countUses(node))
      node.api.setClock(0)
      return hits
    },
  }

  async function disturbProcess(kind: ProcessFault, random: Random): Promise<number> {
    const node = random.pick(nodes.filter((free) => !busy.has(free)))
    busy.add(node)
    return onProcess[kind](node, random).finally(() => busy.delete(node))
  }

  async function killDatabase(random: Random): Promise<number> {
    const hits = await until(() => nodes.reduce((sum, { toDatabase }) => sum + toDatabase.countWaiting(), 0))
    const ports = nodes.map(({ api }) => api.port)
    const over = traffic.begin('trouble', ports)
    await database.kill()
    await sleep(random.between(0, 800))
    await database.start()
    over()
    return hits
  }

  async function disturbConnections(side: Side, fault: ConnectionFault, random: Random): Promise<number> {
    const { api, toDatabase } = random.pick(nodes)
    // A delay does not excuse an error.
    const isTrouble = side === 'database' && fault !== 'delay'
    const over = isTrouble ? traffic.begin('trouble', [api.port]) : () => {}
    const [proxy, share] = side === 'client' ? [front, 0.15] : [toDatabase, 0.5]
    const cloud = proxy.cloud({ fault, share, delayMs: random.between(20, 400), random })
    await sleep(random.between(300, 2_500))
    await until(cloud.hits)
    cloud.clear()
    over()
    return cloud.hits()
  }

  async function failOver(fault: FailoverFault, random: Random): Promise<number> {
    const met = fault === 'failover: one process' ? [random.pick(nodes)] : nodes
    const ports = met.map(({ api }) => api.port)
    const over = traffic.begin('failover', ports)
    const how = {
      isLabelled: random.chance(0.7),
      isAnnounced: random.chance(0.5),
      random,
      carriedOut: random.pick([0, 0.3]),
      cut: random.pick([0, 0, 0.2]),
    }
    const stretches = met.map(({ member }) => member.stepDown(how))
    const countHits = () => stretches.reduce((sum, stretch) => sum + stretch.hits(), 0)
    await sleep(random.between(100, 3_000))
    await until(countHits)
    for (const stretch of stretches) stretch.end()
    over()
    return countHits()
  }

  function begin(kind: FaultKind, random: Random): Promise<number> {
    const processFault = processFaults.find((name) => name === kind)
    const connectionFault = connectionFaults.find((fault) => kind.endsWith(`: ${fault}`))
    const failoverFault = failoverFaults.find((name) => name === kind)
    if (processFault !== undefined) return disturbProcess(processFault, random)
    if (failoverFault !== undefined) return failOver(failoverFault, random)
    if (connectionFault === undefined) return killDatabase(random)
    return disturbConnections(kind.startsWith('client') ? 'client' : 'database', connectionFault, random)
  }

  return {
    figures,
    async inject(kind: FaultKind, random: Random): Promise<void> {
      const more = await begin(kind, random)
      const { times, hits } = figures[kind] ?? { times: 0, hits: 0 }
      if (more > 0) figures[kind] = { times: times + 1, hits: hits + more }
    },
  }
}
