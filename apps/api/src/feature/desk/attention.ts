import type { Application, AttentionFilter } from '@boardwalk/core/intake/application'
import { listKeys } from '@boardwalk/core/key/service'
import type { ApplicationAttention } from '@boardwalk/schema/application'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../user/user.ts'

/* The applications that ask for a user's attention. Home counts them, and the list of applications can show them alone. */

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** An application is unanswered if its status is PENDING for longer than this. */
export const UNANSWERED_DAYS_MIN = 14
/** An ATS has this long to confirm that it erased its copy of a person's data. */
const UNCONFIRMED_MS_MIN = 7 * DAY_MS

/** A user whose company's applications may ask for attention. */
export type Visitor = Pick<SessionUser, 'companyId' | 'lastVisitEndedAt'>

/** Finds the instant that is this long ago, to the hour, so that the same count is asked for within an hour. */
const findInstant = (deps: Deps, ms: number) => new Date(Math.floor(deps.now() / HOUR_MS) * HOUR_MS - ms)

/**
 * Makes the filter of the applications that ask for attention for a reason. In a user's first visit all applications are new.
 * Undefined if no application can: without a key that has ever fetched candidates, no ATS has a copy to erase.
 */
export async function filterAttention(
  deps: Deps,
  { companyId, lastVisitEndedAt = new Date(0) }: Visitor,
  reason: ApplicationAttention,
): Promise<AttentionFilter | undefined> {
  if (reason === 'new') return { reason, at: lastVisitEndedAt }
  if (reason === 'unanswered') return { reason, at: findInstant(deps, UNANSWERED_DAYS_MIN * DAY_MS) }
  return (await hasFetched(deps, companyId)) ? { reason, at: findInstant(deps, UNCONFIRMED_MS_MIN) } : undefined
}

/** Whether an application was erased some time ago, and the ATS has not confirmed that it erased its copy. */
export async function isUnconfirmed(
  deps: Deps,
  { companyId, erasedAt, erasureConfirmed }: Application,
): Promise<boolean> {
  if (erasedAt === undefined || erasureConfirmed !== undefined) return false
  return erasedAt < findInstant(deps, UNCONFIRMED_MS_MIN) && (await hasFetched(deps, companyId))
}

/** Whether a key of the company, also a revoked one, has ever fetched candidates. */
async function hasFetched(deps: Deps, companyId: string): Promise<boolean> {
  return (await listKeys(deps, companyId)).some(({ lastPollAt }) => lastPollAt !== null)
}

/** Counts the applications that ask for attention. In a user's first visit none is counted as new, and `newSince` is null. */
export async function countAttention(deps: Deps, actor: Visitor) {
  const newSince = actor.lastVisitEndedAt ?? null
  const count = async (reason: ApplicationAttention) => {
    const filter = await filterAttention(deps, actor, reason)
    return filter === undefined ? 0 : deps.applications.countAttention(actor.companyId, filter)
  }
  await deps.mailbox.synchronise(actor.companyId, -1)
  const [fresh, unanswered, unconfirmed] = await Promise.all([
    newSince === null ? 0 : count('new'),
    count('unanswered'),
    count('unconfirmed'),
  ])
  return { newSince, new: fresh, unanswered, unconfirmed }
}

/** Counts what waits for a user: applications that came after their last visit, and those that are held back. */
export async function countWaiting(
  deps: Deps,
  { companyId, lastVisitEndedAt }: Visitor,
): Promise<{ new: number; heldBack: number }> {
  const [fresh, heldBack] = await Promise.all([
    lastVisitEndedAt && deps.applications.countAttention(companyId, { reason: 'new', at: lastVisitEndedAt }),
    deps.heldApplications.count(companyId),
  ])
  return { new: fresh ?? 0, heldBack }
}
