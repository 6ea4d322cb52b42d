import type { Logger } from 'pino'
import type { ClockWatch } from '../db/clock-watch.ts'
import type { Connection } from '../db/connection.ts'
import { describeStandalone, isStandalone } from '../db/deployment.ts'
import { findMissingIndexes } from '../db/prepare.ts'
import type { Metrics } from '../process/metrics.ts'

/** How long `/readyz` waits for the database. Proxies wait for 3 s (deploy/Caddyfile). */
export const CHECK_MS_MAX = 1_500

/**
 * A database that has answered nothing for this long is away. Less is a slow database. It is slow for every process, and a
 * proxy that takes all of them out at once turns requests that would succeed late into errors. So what counts is that no
 * answer comes, and not how long one takes.
 */
const SILENT_MS_MAX = 6_000

/** Indexes vanish only if an operator drops them, so it is enough to look for them this often. */
const INDEXES_KEPT_MS = 5 * 60_000

interface ReadinessDeps {
  connection: Connection
  clock: ClockWatch
  log: Pick<Logger, 'error' | 'info'>
  metrics: Pick<Metrics, 'readinessFound'>
  /** A clock that is never set, in milliseconds. */
  steadyNow?: () => number
  checkMsMax?: number
}

/** Tells whether a process may get requests. */
export interface Readiness {
  /** Finds the reasons why it may not, in at most two seconds. If there is none, it is ready. */
  check(): Promise<string[]>
}

/** Creates the check. The database must have its indexes, and the clock must have been compared. */
export function createReadiness({
  connection,
  clock,
  log,
  metrics,
  steadyNow = () => performance.now(),
  checkMsMax = CHECK_MS_MAX,
}: ReadinessDeps): Readiness {
  let asking: Promise<void> | undefined
  /** When the database was asked what it has not answered since. */
  let unansweredSinceMs: number | undefined
  let failure = ''
  let isAlone = false
  let looking: Promise<void> | undefined
  let lookedMs = steadyNow()
  let missing: string[] = []
  let logged = ''

  async function ask(): Promise<void> {
    unansweredSinceMs ??= steadyNow()
    try {
      const hello = await clock.compare(connection, AbortSignal.timeout(SILENT_MS_MAX))
      isAlone = await isStandalone(connection.db, hello)
      unansweredSinceMs = undefined
    } catch (error) {
      failure = describe(error)
    }
  }

  async function look(): Promise<void> {
    try {
      missing = await findMissingIndexes(connection)
      lookedMs = steadyNow()
    } catch {
      // Whether the database answers, `ask` finds out. What is known of the indexes stays.
    }
  }

  /** Looks for the indexes if it is time, and for missing ones each time, so that it is noticed at once if they are back. */
  function lookIfDue(): Promise<void> | undefined {
    if (missing.length > 0 || steadyNow() - lookedMs > INDEXES_KEPT_MS)
      looking ??= look().finally(() => {
        looking = undefined
      })
    return looking
  }

  /** The reasons by what they are about. A text may have a number that changes with each check. */
  function findReasons(): Map<string, string> {
    const reasons = new Map<string, string>()
    if (unansweredSinceMs !== undefined && steadyNow() - unansweredSinceMs > SILENT_MS_MAX)
      reasons.set('database', failure || 'the database does not answer')
    if (isAlone) reasons.set('standalone', describeStandalone(connection.db))
    const skewMs = clock.measureSkew()
    if (skewMs === undefined) reasons.set('time', 'the database does not tell its time')
    else if (clock.isWrong())
      reasons.set(
        'clock',
        `this machine's clock is ${Math.abs(skewMs)} ms from the database's; synchronise it with NTP`,
      )
    for (const index of missing)
      reasons.set(index, `the unique index of ${index} is missing; restart a server to make it`)
    return reasons
  }

  /** Logs the reasons when they change, and not at each check. */
  function report(reasons: Map<string, string>): void {
    metrics.readinessFound({ isReady: reasons.size === 0, skewMs: clock.measureSkew() })
    const now = [...reasons.keys()].join()
    if (now === logged) return
    logged = now
    if (reasons.size > 0) log.error({ reasons: [...reasons.values()] }, 'this process is not ready')
    else log.info('this process is ready again')
  }

  return {
    async check() {
      // Checks at the same time share the question, and a later check waits for an answer that is still to come.
      asking ??= ask().finally(() => {
        asking = undefined
      })
      const looked = lookIfDue()
      await waitAtMost(checkMsMax, missing.length > 0 ? Promise.all([asking, looked]) : asking)
      const reasons = findReasons()
      report(reasons)
      return [...reasons.values()]
    },
  }
}

/** Says what a database that is there answers, for example that its disk is full. Its message may have data, so only the name. */
function describe(error: unknown): string {
  const isAnswer = error instanceof Error && error.name === 'MongoServerError' && 'codeName' in error
  return isAnswer ? `the database answers with an error (${error.codeName})` : 'the database does not answer'
}

/** Waits until the work is done, or this long. */
async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
