import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** Runs work that no request waits for. It logs failures, and a server that stops waits for the work under way. */
export interface Background {
  /** Starts a task. If it fails, the log says `could not ${what}`, and the failure is counted under `what`. */
  run(what: string, task: () => Promise<unknown>): void
  /** Aborted when the process stops. A task that goes through many rows then ends at its next row, and leaves the rest due. */
  stopping: AbortSignal
  /** Aborts `stopping`. */
  stop(): void
  /** Waits until no task is under way, or `msMax` are over. Returns what is still under way. */
  settled(msMax?: number): Promise<string[]>
}

interface BackgroundDeps {
  log: Pick<Logger, 'warn'>
  metrics: Pick<Metrics, 'workKnown' | 'workFailed'>
}

export function createBackground({ log, metrics }: BackgroundDeps): Background {
  const underWay = new Map<Promise<void>, string>()
  const aborting = new AbortController()
  const noteFailure = (what: string, error: unknown) => {
    metrics.workFailed(what)
    log.warn({ err: error }, `could not ${what}`)
  }
  return {
    run(what, task) {
      metrics.workKnown(what)
      const promise: Promise<void> = task()
        .then(() => undefined)
        .catch((error: unknown) => noteFailure(what, error))
        .finally(() => underWay.delete(promise))
      underWay.set(promise, what)
    },
    stopping: aborting.signal,
    stop: () => aborting.abort(),
    async settled(msMax) {
      const isOver = msMax === undefined ? undefined : pause(msMax, 'over' as const, { ref: false })
      while (underWay.size > 0)
        if ((await Promise.race([Promise.all(underWay.keys()), ...(isOver ? [isOver] : [])])) === 'over') break
      return [...underWay.values()]
    },
  }
}
