import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from './error.ts'

/** Tells the work of one request whether its time is up. */
export interface Deadline {
  isPassed: boolean
}

/** How long a caller should wait after its request was ended. */
const RETRY_AFTER_SECONDS = 5

// The way from a request to its database calls leads through every service. An argument would be in each of their functions.
const current = new AsyncLocalStorage<Deadline | undefined>()

export const deadlinePassed = () =>
  new AppError('deadline_passed', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })

/** Runs the work of a request. Once its deadline has passed, the work ends at its next database call. */
export const runWithDeadline = <Result>(deadline: Deadline, work: () => Result): Result => current.run(deadline, work)

/**
 * Runs work that must not end with the request that happens to start it: other requests share it, or nobody waits for it.
 */
export const runWithoutDeadline = <Result>(work: () => Result): Result => current.run(undefined, work)

/** Throws `deadline_passed` in the work of a request that was ended. */
export function requireTime(): void {
  if (current.getStore()?.isPassed) throw deadlinePassed()
}
