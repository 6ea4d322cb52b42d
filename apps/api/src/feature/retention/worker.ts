import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { eraseNextBatch, WORK } from './run.ts'

const LOOK_EVERY_MS = 10_000

/** Erases expired applications in the background until it is stopped. Other processes do the same. */
export function startRetention(deps: Deps): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined

  async function eraseAllBatches(): Promise<void> {
    try {
      for (;;) {
        const startMs = performance.now()
        if (!(await eraseNextBatch(deps, signal))) return
        // It rests for as long as it works, so that the database has time for requests.
        await pause(performance.now() - startMs, undefined, { signal })
      }
    } catch (error) {
      if (signal.aborted) return
      deps.metrics.workFailed(WORK)
      deps.log.warn({ err: error }, `could not ${WORK}`)
    }
  }

  const look = () => {
    running ??= eraseAllBatches().finally(() => {
      running = undefined
    })
  }
  deps.metrics.workKnown(WORK)
  look()
  const looking = setInterval(look, LOOK_EVERY_MS)
  /** Finishes the application under way, and leaves the rest to the next process. */
  return async () => {
    clearInterval(looking)
    stopping.abort()
    await running
  }
}
