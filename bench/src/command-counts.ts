import { setTimeout as sleep } from 'node:timers/promises'
import type { Arena } from './arena.ts'
import { type CommandCounter, startCommandCounter } from './database/command-counter.ts'
import { findKeys, type Operation } from './operation.ts'
import { type CountedCommands, round } from './result.ts'
import type { Contender } from './service/contender.ts'
import { startService } from './service/service.ts'

/** A service writes some things after its answer; this is enough time for them. */
const SETTLE_MS = 1_200
const REQUESTS = { one: 100, many: 300 }

interface Counted {
  contender: Contender
  counter: CommandCounter
}

/** Counts the database's commands for each operation, with a second process of each service behind a proxy. */
export async function countCommands(
  arena: Arena,
  operations: Operation[],
  connections: number[],
): Promise<CountedCommands[]> {
  const { database, contenders, folder } = arena
  if (!database.hasOneAddress) return []
  const closing: (() => unknown)[] = []
  try {
    const counted: Counted[] = []
    for (const contender of contenders) {
      const counter = await startCommandCounter(database.uri)
      closing.push(() => counter.stop())
      const { name } = contender.service
      const service = await startService(name, { ...contender.database, uri: counter.uri }, folder)
      closing.push(() => service.stop())
      counted.push({ contender: { ...contender, service }, counter })
    }
    await sleep(SETTLE_MS)
    const all: CountedCommands[] = []
    for (const operation of operations)
      for (const count of connections) all.push(await countOne(arena, operation, count, counted))
    return all
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function countOne(
  { generator }: Arena,
  operation: Operation,
  connections: number,
  counted: Counted[],
): Promise<CountedCommands> {
  const requestsMax = connections === 1 ? REQUESTS.one : REQUESTS.many
  // Nothing is timed here, so all services may be asked at once.
  const services = await Promise.all(
    counted.map(async ({ contender, counter }) => {
      const { service } = contender
      const work = await operation.work(contender, `counted ${operation.name} ${connections}`, requestsMax)
      counter.take()
      const plan = {
        url: service.url,
        keys: findKeys(contender, operation),
        work,
        connections,
        requestsMax,
        seconds: 60,
        warmUpSeconds: 0,
        pids: [],
      }
      const { requests } = await generator.run(plan)
      await sleep(SETTLE_MS)
      const byName = Object.entries(counter.take()).map(([name, count]) => [name, round(count / requests)] as const)
      const perRequest = round(byName.reduce((sum, [, count]) => sum + count, 0))
      return [service.name, { perRequest, byName: Object.fromEntries(byName) }] as const
    }),
  )
  return { operation: operation.name, connections, services: Object.fromEntries(services) }
}
