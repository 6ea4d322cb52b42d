import { median } from '../load.ts'

/** What a request costs Boardwalk, and fastify-cached at the same time. */
export interface Cost {
  cpuUs: number
  peerCpuUs: number
  /** Boardwalk's commands to the database. */
  commands: number
}

/** Costs by row: an operation and a number of callers. */
export type Costs = Record<string, Cost>

const COST_MAX = 1.15
/** Less is chance: callers who wait for each other's commands share some. */
const MORE_COMMANDS_MIN = 0.5

/** Computes the medians of the rounds of each row. */
export const summariseCosts = (rounds: Record<string, Cost[]>): Costs =>
  Object.fromEntries(
    Object.entries(rounds).map(([row, costs]) => {
      const find = (member: keyof Cost) => Number(median(costs.map((cost) => cost[member])).toFixed(2))
      return [
        row,
        { cpuUs: Math.round(find('cpuUs')), peerCpuUs: Math.round(find('peerCpuUs')), commands: find('commands') },
      ]
    }),
  )

export const findRatio = ({ cpuUs, peerCpuUs }: Cost): number => cpuUs / peerCpuUs

/**
 * Finds how many times its kept share of the peer's CPU time a row may cost. A busy machine makes each request dearer, and
 * Boardwalk's more than the peer's, so the limit grows by as much as the peer's requests became dearer.
 */
export function findLimit(kept: Costs, now: Costs): number {
  const dearer = Object.entries(now).flatMap(([row, { peerCpuUs }]) => {
    const before = kept[row]
    return before === undefined ? [] : peerCpuUs / before.peerCpuUs
  })
  return COST_MAX * Math.max(1, median(dearer))
}

/**
 * Finds the rows that cost more than what was kept, and says what each lost. A row's CPU time must be over the limit in every
 * round, because other programs can spoil some rounds.
 */
export function findLosses(kept: Costs, rounds: Record<string, Cost[]>): string[] {
  const now = summariseCosts(rounds)
  const limit = findLimit(kept, now)
  return Object.entries(now).flatMap(([row, cost]) => {
    const before = kept[row]
    if (before === undefined) return `${row}: there is no figure to compare with`
    const ratio = findRatio(before)
    const isDearer = rounds[row]?.every((round) => findRatio(round) > ratio * limit)
    const { commands } = cost
    const hasMoreCommands = commands > before.commands * COST_MAX && commands > before.commands + MORE_COMMANDS_MIN
    return [
      ...(isDearer ? [`${row}: CPU ${findRatio(cost).toFixed(2)} of the peer's, ${ratio.toFixed(2)} before`] : []),
      ...(hasMoreCommands ? [`${row}: ${commands} commands, ${before.commands} before`] : []),
    ]
  })
}
