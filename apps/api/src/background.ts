import type { Logger } from 'pino'

/** Runs work that no request waits for. It logs failures, and a server that stops waits for the work under way. */
export interface Background {
  /** Starts a task. If it fails, the log says `could not ${what}`. */
  run(what: string, task: () => Promise<unknown>): void
  /** Waits until no task is under way. */
  settled(): Promise<void>
}

export function createBackground(log: Pick<Logger, 'warn'>): Background {
  const underWay = new Set<Promise<void>>()
  return {
    run(what, task) {
      const promise: Promise<void> = task()
        .then(() => undefined)
        .catch((error: unknown) => log.warn({ err: error }, `could not ${what}`))
        .finally(() => underWay.delete(promise))
      underWay.add(promise)
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
