import type { Logger } from 'pino'

/** Runs work that no request waits for. It logs failures, and a server that stops waits for the work under way. */
export interface Background {
  run(what: string, task: () => Promise<unknown>): void
  settled(): Promise<void>
}

export function createBackground(log: Logger): Background {
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
