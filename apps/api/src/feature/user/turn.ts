import pLimit from 'p-limit'
import { AppError } from '../../error.ts'

/** Hashing takes a core and one of the four threads that files, compression and DNS share; the limits ask the database. */
const AT_ONCE = 1
/** Some 50 ms each: a person waits for about two seconds at most. */
const WAITING_MAX = 40
const RETRY_AFTER_SECONDS = 2

const turns = pLimit(AT_ONCE)

/**
 * Does what anyone may ask for and what costs much, such as checking a password: one after another in this process, so that a
 * flood of sign-ins does not slow down other requests. Throws `overloaded` if too many wait.
 */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (turns.pendingCount < WAITING_MAX) return turns(work)
  return Promise.reject(new AppError('overloaded', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS }))
}
