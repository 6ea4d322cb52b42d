import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { AppError } from '../../error.ts'

/** The minimum that OWASP recommends for argon2id: 19 MiB of memory, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing takes one of the four threads that files, compression and DNS share, and a whole core. */
const AT_ONCE = 1
/** Some 25 ms each: a sign-in waits for about a second at most. */
const WAITING_MAX = 40
const RETRY_AFTER_SECONDS = 2
const turns = pLimit(AT_ONCE)

/** Hashes in turn, so that a flood of sign-ins does not slow down other requests. Throws `overloaded` if too many wait. */
function inTurn<Result>(hashOnce: () => Promise<Result>): Promise<Result> {
  if (turns.pendingCount < WAITING_MAX) return turns(hashOnce)
  return Promise.reject(new AppError('overloaded', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS }))
}

/** Throws `overloaded`. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

/** A hash that no password has. Checking it makes an unknown address take as long as a wrong password. */
const decoy = hash(crypto.randomUUID(), cost)

/** Whether a password has this hash. Without a hash this returns false, after the same time. Throws `overloaded`. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await inTurn(async () => verify(passwordHash ?? (await decoy), password))
  return isRight && passwordHash !== null
}
