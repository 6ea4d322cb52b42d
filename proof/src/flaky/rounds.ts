/** What the programs of a run share. */
export interface Rounds {
  /** Whether a program begins another round, from 1. */
  next(round: number): boolean
  /** Adds one to a figure of the report. */
  count(figure: string, more?: number): void
  problems: string[]
}

/** `rounds` bounds the run by counts, `minutes` by time. */
export function createRounds(bound: { rounds: number } | { minutes: number }): Rounds & {
  figures: Record<string, number>
} {
  const startedMs = performance.now()
  const figures: Record<string, number> = {}
  return {
    figures,
    problems: [],
    next: (round) =>
      'rounds' in bound ? round <= bound.rounds : performance.now() - startedMs < bound.minutes * 60_000,
    count: (figure, more = 1) => {
      figures[figure] = (figures[figure] ?? 0) + more
    },
  }
}
