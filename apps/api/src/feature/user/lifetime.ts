import { createHash } from 'node:crypto'

const HOUR_MS = 60 * 60 * 1000
/** A session ends after this time without a request. */
export const IDLE_MS_MAX = 12 * HOUR_MS
/** A session ends after this time, even if it is in use. */
const AGE_MS_MAX = 7 * 24 * HOUR_MS

/** Whether a session is over at `nowMs`, although its row may still be there. */
export const hasExpired = ({ startedAtMs, seenAtMs }: { startedAtMs: number; seenAtMs: number }, nowMs: number) =>
  nowMs - startedAtMs >= AGE_MS_MAX || nowMs - seenAtMs >= IDLE_MS_MAX

/** Hashes a session's id, as the database stores it. */
export const hashSessionId = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex')

/** The name of a session in the list of its owner. It is a hash of the stored hash, so that it tells nothing of either. */
export const nameStoredSession = (hash: string) =>
  createHash('sha256').update(`name ${hash}`).digest('hex').slice(0, 20)
export const nameSession = (sessionId: string) => nameStoredSession(hashSessionId(sessionId))
