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

const COMMANDS_MAX = 1.15
/** Less is chance: callers who wait for each other's commands share some. */
const MORE_COMMANDS_MIN = 0.5

/*
 * CPU time varies: on an unchanged commit, rows have cost 0.8 to 1.6 times their share of before, and all rows together 1.1 times.
 * So one row is guarded against a cost that a user would notice, and all rows together against a smaller one.
 */
const ROW_COST_MAX = 1.5
const ALL_COST_MAX = 1.25

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

/** Finds the median over the rows of how many times dearer a row has become. */
const findGrowth = (kept: Costs, now: Costs, find: (cost: Cost) => number): number =>
  median(Object.entries(now).flatMap(([row, cost]) => (kept[row] === undefined ? [] : find(cost) / find(kept[row]))))

/**
 * Finds the rows that cost more than what was kept, and says what each lost. A row's CPU time must be over the limit in every
 * round, because other programs can spoil some rounds. A busy machine makes each request dearer, and Boardwalk's more than the
 * peer's, so the limits grow by as much as the peer's requests became dearer.
 */
export function findLosses(kept: Costs, rounds: Record<string, Cost[]>): string[] {
  const now = summariseCosts(rounds)
  const busy = Math.max(
    1,
    findGrowth(kept, now, ({ peerCpuUs }) => peerCpuUs),
  )
  const growth = findGrowth(kept, now, findRatio)
  const losses = Object.entries(now).flatMap(([row, cost]) => {
    const before = kept[row]
    if (before === undefined) return `${row}: there is no figure to compare with`
    const ratio = findRatio(before)
    const isDearer = rounds[row]?.every((round) => findRatio(round) > ratio * ROW_COST_MAX * busy)
    const { commands } = cost
    const hasMoreCommands = commands > before.commands * COMMANDS_MAX && commands > before.commands + MORE_COMMANDS_MIN
    return [
      ...(isDearer ? [`${row}: CPU ${findRatio(cost).toFixed(2)} of the peer's, ${ratio.toFixed(2)} before`] : []),
      ...(hasMoreCommands ? [`${row}: ${commands} commands, ${before.commands} before`] : []),
    ]
  })
  return growth > ALL_COST_MAX * busy
    ? [`all rows: CPU ${growth.toFixed(2)} times as much as before`, ...losses]
    : losses
}
