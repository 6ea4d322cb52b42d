import type { Deps } from '../../deps.ts'
import type { StoredUser } from './store.ts'

/*
 * Visits of users to the back office, in all their browsers together. Home counts what is new since a user's last visit.
 */

/** A visit ends after this time without a request. So a page that is loaded again belongs to the same visit. */
const PAUSE_MS_MAX = 30 * 60 * 1000
const SEEN_NOTED_EVERY_MS = 60_000

/** Notes that a user is here. Returns when the visit before this one ended. Undefined during the first visit. */
export async function noteVisit(deps: Deps, user: StoredUser): Promise<Date | undefined> {
  const nowMs = deps.now()
  const pauseMs = nowMs - (user.seenAt?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (pauseMs < SEEN_NOTED_EVERY_MS) return user.lastVisitEndedAt
  const lastVisitEndedAt = pauseMs > PAUSE_MS_MAX ? user.seenAt : user.lastVisitEndedAt
  const visit = { seenAt: new Date(nowMs), ...(lastVisitEndedAt !== undefined && { lastVisitEndedAt }) }
  await deps.users.noteVisit(user.companyId, user, visit)
  return lastVisitEndedAt
}
