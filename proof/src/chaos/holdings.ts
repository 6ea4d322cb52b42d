/** Which job an external id named, and when, as far as its administrator was told. Times are this program's, in ms. */
interface Holding<Job> {
  job: Job
  /** From here on it may have had the id: the first asking. */
  fromMs: number
  /** From here on it had the id: the acknowledgement. */
  surelyFromMs: number
  /** Until here it had the id: the first asking to take it away. */
  surelyUntilMs: number
  /** Until here it may have had the id: the acknowledgement of that. */
  untilMs: number
}

/** Who held one external id, and when. */
export interface Holdings<Job> {
  giving(job: Job, ms: number): void
  given(ms: number): void
  taking(ms: number): void
  taken(ms: number): void
  /** Whether a job may have had the id at some time from `fromMs` to `untilMs`. */
  couldHold(job: Job, fromMs: number, untilMs: number): boolean
  /** The job that had the id all the time from `fromMs` to `untilMs`, if one is known to. */
  sureHolder(fromMs: number, untilMs: number): Job | undefined
  lines(nameOf: (job: Job) => string): string[]
}

const LINES_MAX = 6

export function createHoldings<Job>(): Holdings<Job> {
  const all: Holding<Job>[] = []
  const change = (change: Partial<Holding<Job>>) => void Object.assign(all.at(-1) ?? {}, change)
  const never = Number.POSITIVE_INFINITY
  return {
    giving: (job, fromMs) => void all.push({ job, fromMs, surelyFromMs: never, surelyUntilMs: never, untilMs: never }),
    given: (surelyFromMs) => change({ surelyFromMs }),
    taking: (surelyUntilMs) => change({ surelyUntilMs }),
    taken: (untilMs) => change({ untilMs }),
    couldHold: (job, fromMs, untilMs) =>
      all.some((holding) => holding.job === job && holding.fromMs <= untilMs && fromMs <= holding.untilMs),
    sureHolder: (fromMs, untilMs) =>
      all.find((holding) => holding.surelyFromMs < fromMs && untilMs < holding.surelyUntilMs)?.job,
    lines: (nameOf) =>
      all.slice(-LINES_MAX).map(({ job, ...times }) => {
        const [from, surelyFrom, surelyUntil, until] = [
          ...[times.fromMs, times.surelyFromMs, times.surelyUntilMs, times.untilMs],
        ].map((ms) => (ms === never ? 'not yet' : new Date(ms).toISOString()))
        return `${nameOf(job)} was given it at ${from} (acknowledged ${surelyFrom}) and lost it at ${surelyUntil} (acknowledged ${until})`
      }),
  }
}
