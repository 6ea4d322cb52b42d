import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '@boardwalk/core/process/clock'
import { LRUCache } from 'lru-cache'
import type { Visit } from './store.ts'

const HOUR_MS = 60 * 60_000
/** The visits of an hour that a process remembers, in some 12 MB. Beyond it, the oldest are forgotten, and may count again. */
const VISITS_MAX = 50_000

/** Tells whether an address has not yet visited a job in this way in this hour. */
export type IsFirstVisit = (address: string, jobId: number, what: Visit['what']) => boolean

/**
 * Makes the function that remembers who visited which job in this hour. Each process remembers for itself, in memory. It keeps
 * hashes with a random key, and both go with the hour, so that no address can be found from them afterwards.
 */
export function createFirstVisits({ now }: Clock, visitsMax = VISITS_MAX): IsFirstVisit {
  const seen = new LRUCache<string, true>({ max: visitsMax })
  let key = randomBytes(32)
  let hour = 0
  return (address, jobId, what) => {
    const current = Math.floor(now() / HOUR_MS)
    if (current !== hour) {
      hour = current
      key = randomBytes(32)
      seen.clear()
    }
    const visit = createHmac('sha256', key).update(`${what} ${jobId} ${address}`).digest('base64url')
    if (seen.has(visit)) return false
    seen.set(visit, true)
    return true
  }
}
