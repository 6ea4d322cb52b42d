/** The time in which a job had an external id, as far as the administrator knows. Times are this program's, in ms. */
interface Holding<Job> {
  job: Job
  /** The first request to give it the id. From here on it may have it. */
  fromMs: number
  /** The acknowledgement. From here on it has the id. */
  surelyFromMs: number
  /** The first request to take the id away. Until here it has it. */
  surelyUntilMs: number
  /** The acknowledgement of that. Until here it may have the id. */
  untilMs: number
}

/** The jobs that had one external id, and when. */
export interface Holdings<Job> {
  beginGive(job: Job, ms: number): void
  endGive(ms: number): void
  beginTake(ms: number): void
  endTake(ms: number): void
  /** Answers whether a job may have had the id at some time from `fromMs` to `untilMs`. */
  couldHold(job: Job, fromMs: number, untilMs: number): boolean
  /** Finds the job that certainly had the id all the time from `fromMs` to `untilMs`. */
  findSureHolder(fromMs: number, untilMs: number): Job | undefined
  lines(nameOf: (job: Job) => string): string[]
}

const LINES_MAX = 6

export function createHoldings<Job>(): Holdings<Job> {
  const all: Holding<Job>[] = []
  const change = (change: Partial<Holding<Job>>) => void Object.assign(all.at(-1) ?? {}, change)
  const never = Number.POSITIVE_INFINITY
  return {
    beginGive: (job, fromMs) =>
      void all.push({ job, fromMs, surelyFromMs: never, surelyUntilMs: never, untilMs: never }),
    endGive: (surelyFromMs) => change({ surelyFromMs }),
    beginTake: (surelyUntilMs) => change({ surelyUntilMs }),
    endTake: (untilMs) => change({ untilMs }),
    couldHold: (job, fromMs, untilMs) =>
      all.some((holding) => holding.job === job && holding.fromMs <= untilMs && fromMs <= holding.untilMs),
    findSureHolder: (fromMs, untilMs) =>
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
