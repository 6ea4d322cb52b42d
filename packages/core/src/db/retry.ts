import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../error.ts'
import { isDatabaseBusy, isTransient } from '../process/database-failure.ts'

/** A call is retried for this long: longer than an election takes, shorter than callers and their proxies wait. */
export const DATABASE_WAIT_MS = 20_000

const FIRST_PAUSE_MS = 20
const PAUSE_MS_MAX = 500

const RETRY_AFTER_SECONDS = 5

/** Retries a database call while it fails for a passing reason. Throws `unconfirmed` when the time is up. */
export type Retry = <Result>(call: () => Promise<Result>) => Promise<Result>

/**
 * Hides a change of the primary from callers. The driver retries most calls once, which is not enough for an election, and
 * some commands never. Each call must be safe to repeat, because it may have been carried out before its answer was lost.
 */
export function createRetry(waitMs: number): Retry {
  let lastFailureMs = Number.NEGATIVE_INFINITY

  function mayPass(error: unknown): boolean {
    const nowMs = performance.now()
    // After a failure the driver closes its connections and opens new ones two at a time, so calls queue for them.
    if (isDatabaseBusy(error)) return nowMs - lastFailureMs < waitMs
    if (!isTransient(error)) return false
    lastFailureMs = nowMs
    return true
  }

  return async (call) => {
    const startMs = performance.now()
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
      try {
        return await call()
      } catch (error) {
        if (!mayPass(error)) throw error
        if (performance.now() - startMs + pauseMs > waitMs) {
          const details = { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS }
          throw new AppError('unconfirmed', { reason: 'database_away' }, details)
        }
      }
      // Random, so that the calls that wait for the new primary do not all reach it at once.
      await pause(pauseMs * (0.5 + Math.random() / 2))
    }
  }
}

/** Wraps a store, so that each of its asynchronous functions is retried and no query can forget it. */
export function retryEachCall<Store extends object>(store: Store, retry: Retry): Store {
  const wrapped = Object.entries(store).map(([name, method]: [string, unknown]) => {
    if (typeof method !== 'function') return [name, method]
    return [
      name,
      (...args: unknown[]) => {
        const result: unknown = method(...args)
        if (!isThenable(result)) return result
        let isFirst = true
        return retry(async () => {
          const attempt = isFirst ? result : method(...args)
          isFirst = false
          return attempt
        })
      },
    ]
  })
  // The cast holds because the wrapped store has the same names, with functions of the same types.
  return Object.fromEntries(wrapped) as Store
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
