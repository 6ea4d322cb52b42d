import { noteAudit } from '@boardwalk/core/activity/audit'
import { findCompaniesById } from '@boardwalk/core/company/service'
import { AppError } from '@boardwalk/core/error'
import { createFairQueue } from '@boardwalk/core/process/fair-queue'
import type { Deps } from '../../deps.ts'
import { countTry, requirePassword } from './password.ts'
import { requireCode } from './second-factor.ts'
import { hasExpired } from './session-data.ts'
import type { StoredSession } from './session-store.ts'
import type { SessionUser, StoredUser } from './user.ts'
import { noteVisit } from './visit.ts'

/** Work takes some 50 ms, so a person waits for about two seconds at most. */
const LANES = { sign_in: { waiting: 40, waitingOfCaller: 10 } }
const RETRY_AFTER_SECONDS = 2
const takeTurn = createFairQueue(LANES, RETRY_AFTER_SECONDS)

/**
 * Does expensive work that needs no sign-in, such as the check of a password, one after another in this process: argon2 takes a
 * core, and one of the four threads that Node also needs for files, compression and DNS. So a flood of sign-ins does not slow down
 * other requests, and one from an address does not keep other addresses out. Throws `unavailable` if too many wait.
 */
export const inTurn = <Result>(address: string, work: () => Promise<Result>): Promise<Result> =>
  takeTurn({ lane: 'sign_in', caller: address }, work)

/** The user who is signed in now. Or the companies to choose from, if a person has the same password in several. */
type SignInResult = { user: StoredUser } | { companies: { id: string; name: string }[] } | { isCodeNeeded: true }

interface SignInInput {
  email: string
  password: string
  companyId?: string | undefined
  code?: string | undefined
}

/**
 * Signs a user in from a network address. If the password is right in several companies, the caller must name one of them;
 * if the user has a second factor, the caller must send a code. Throws `sign_in_refused`, `code_wrong` and
 * `too_many_requests`.
 */
export async function signIn(
  deps: Deps,
  { email, password, companyId, code }: SignInInput,
  address: string,
): Promise<SignInResult> {
  await countTry(deps, email, address)
  const users = await requirePassword(deps, { email, password, companyId })
  const [user, ...others] = users
  const isChosen = user !== undefined && others.length === 0
  if (!isChosen || (user.secondFactor !== undefined && code === undefined)) {
    // Only a finished sign-in makes the address a known one, and ends the count of wrong codes.
    await deps.signInLimit.refund(email, address)
    return isChosen ? { isCodeNeeded: true } : { companies: await listCompanies(deps, users) }
  }
  if (code !== undefined) await requireCode(deps, user, code)
  await deps.signInLimit.forgive(email, address)
  await noteAudit(deps, user, 'signed_in', user.email)
  return { user }
}

async function listCompanies(deps: Deps, users: StoredUser[]) {
  const companies = await findCompaniesById(
    deps,
    users.map(({ companyId }) => companyId),
  )
  return [...companies.values()].map(({ id, name }) => ({ id, name }))
}

/** The user whom a session names. Undefined before the sign-in. */
interface SessionOwner {
  signedIn: { userId: string; passwordSetAtMs: number } | undefined
}

/** Finds the user of a session. Throws `sign_in_required`. */
export async function requireUser(deps: Deps, session: SessionOwner): Promise<SessionUser> {
  const user = await findUser(deps, session)
  if (user === undefined) throw new AppError('sign_in_required')
  return user
}

/**
 * Finds the user of a session, and notes that they are here. Undefined before the sign-in, and after a removal or a change of
 * the password.
 */
export async function findUser(deps: Deps, { signedIn }: SessionOwner): Promise<SessionUser | undefined> {
  if (signedIn === undefined) return undefined
  const user = await deps.users.find(signedIn.userId)
  if (user?.passwordSetAt?.getTime() !== signedIn.passwordSetAtMs) return undefined
  const lastVisitEndedAt = await noteVisit(deps, user)
  return { ...signedIn, companyId: user.companyId, email: user.email, lastVisitEndedAt }
}

/** More sessions than a user has. */
const SESSIONS_LISTED_MAX = 200

/** Lists the sessions in which the user is signed in, the last used first. */
export async function listSessions(deps: Deps, { userId, passwordSetAtMs }: SessionUser): Promise<StoredSession[]> {
  const sessions = await deps.sessions.list(userId, SESSIONS_LISTED_MAX)
  return sessions.filter((session) => session.passwordSetAtMs === passwordSetAtMs && !hasExpired(session, deps.now()))
}

/** Ends one session of a user. Changes nothing if no session has this name. */
export async function endSession(deps: Deps, actor: SessionUser, { name }: { name: string }): Promise<void> {
  await deps.sessions.end(actor.userId, name)
  await noteAudit(deps, actor, 'sessions_ended', actor.email)
}

/** Ends all sessions of a user. */
export async function endOwnSessions(deps: Deps, actor: SessionUser): Promise<void> {
  await deps.sessions.endAllOf(actor.userId)
  await noteAudit(deps, actor, 'sessions_ended', actor.email)
}
