import { cpus, totalmem } from 'node:os'
import { openArena } from './arena.ts'
import type { Closers } from './closers.ts'
import { countCommands } from './command-counts.ts'
import type { Options } from './options.ts'
import type { Measured, Results } from './result.ts'
import { measure, measureAtRate } from './rounds.ts'
import type { Stage } from './stage.ts'

const OPEN_LOOP_SHARE = 0.5

export type BenchmarkOptions = Omit<Options, 'report' | 'goals' | 'sizes' | 'source'> & { hasCommandCounts: boolean }

/** Measures the operations. `keep` is called with the results so far after each of them. */
export async function runBenchmark(
  stage: Stage,
  options: BenchmarkOptions,
  closers: Closers,
  say: (line: string) => void,
  keep: (results: Results) => Promise<void> = async () => {},
): Promise<Results> {
  const { operations, connections, seconds, rounds } = options
  const arena = await openArena(stage, options, closers, say)
  const { database, conformance } = arena
  const results: Results = {
    at: new Date().toISOString(),
    database: database.label,
    machine: describeMachine(),
    seconds,
    rounds,
    popularApplications: options.popularApplications,
    companies: options.companies,
    conformance,
    closedLoop: [],
    openLoop: [],
    databaseCommands: [],
  }
  for (const operation of operations) {
    const measured: Measured[] = []
    for (const count of connections) measured.push(await measure(arena, operation, count, options, say))
    results.closedLoop.push(...measured)
    const due = options.hasOpenLoop ? chooseRate(measured) : undefined
    if (due !== undefined) results.openLoop.push(await measureAtRate(arena, operation, due, options, say))
    await keep(results)
  }
  if (options.hasCommandCounts) results.databaseCommands = await countCommands(arena, operations, connections)
  return results
}

/** Chooses the rate of the open loop: half of the best rate with the most connections. */
function chooseRate(measured: Measured[]): (Measured & { rate: number }) | undefined {
  const [busiest] = measured.toSorted((a, b) => b.connections - a.connections)
  if (busiest === undefined) return undefined
  const best = Math.max(0, ...Object.values(busiest.services).map(({ perSecond }) => perSecond))
  return best === 0 ? undefined : { ...busiest, rate: best * OPEN_LOOP_SHARE }
}

export function describeMachine(): Results['machine'] {
  const all = cpus()
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return { cpus: all.length, cpu: all[0]?.model ?? 'unknown', memoryGb, node: process.versions.node }
}
