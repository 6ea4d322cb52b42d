import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { noteAudit } from '../activity/audit.ts'
import { findCompaniesById } from '../company/service.ts'
import { hasExpired } from './lifetime.ts'
import { requireOwnPassword, requirePassword } from './password.ts'
import { useCode } from './second-factor.ts'
import type { StoredSession } from './session-store.ts'
import type { SessionUser, StoredUser } from './user.ts'

/** More sessions of one account than anybody has. */
const SESSIONS_LISTED_MAX = 200

/**
 * Who has signed in. If the password is right for several accounts, the companies of these accounts to choose from. If
 * the account has a second factor, that its code is needed.
 */
type SignInResult = { user: StoredUser } | { companies: { id: string; name: string }[] } | { isCodeNeeded: true }

interface SignInInput {
  email: string
  password: string
  companyId?: string | undefined
  code?: string | undefined
}

/**
 * Signs a user in from a network address. If the password is right for accounts in several companies, nobody is
 * signed in before the person has named the company; if the account has a second factor, nobody without its code. Throws
 * `sign_in_refused`, `code_wrong` and `too_many_requests`.
 */
export async function signIn(
  deps: Deps,
  { email, password, companyId, code }: SignInInput,
  address: string,
): Promise<SignInResult> {
  await countTry(deps, email, address)
  const accounts = await requirePassword(deps, { email, password, companyId })
  const [user, ...others] = accounts
  const isChosen = user !== undefined && others.length === 0
  if (!isChosen || (user.secondFactor !== undefined && code === undefined)) {
    // Only a finished sign-in makes the address a known one, and ends the count of wrong codes.
    await deps.signInLimit.refund(email, address)
    return isChosen ? { isCodeNeeded: true } : { companies: await listCompanies(deps, accounts) }
  }
  if (code !== undefined) await requireCode(deps, user, code)
  await deps.signInLimit.forgive(email, address)
  await noteAudit(deps, user, 'signed_in', user.email)
  return { user }
}

/** Checks and uses up a code of an account's second factor, if it has one. Throws `code_wrong` and `too_many_requests`. */
export async function requireCode(deps: Deps, account: StoredUser, code: string): Promise<void> {
  await countCode(deps, account.id)
  await useCode(deps, account, code)
  await forgiveCodes(deps, account.id)
}

/** Ends the count of codes of an account, after a right one. */
export function forgiveCodes(deps: Deps, accountId: string): Promise<void> {
  return deps.signInLimit.forgiveCodes(accountId)
}

/** Counts a try of a code of an account, before the code is checked. Throws `too_many_requests`. */
export async function countCode(deps: Deps, accountId: string): Promise<void> {
  refuseOverLimit(await deps.signInLimit.takeCode(accountId))
}

/** Counts a try of a password from a network address, before the password is checked. Throws `too_many_requests`. */
async function countTry(deps: Deps, email: string, address: string): Promise<void> {
  refuseOverLimit(await deps.signInLimit.take(email, address))
}

function refuseOverLimit(retryAfterSeconds: number | undefined): void {
  if (retryAfterSeconds !== undefined) {
    throw new AppError('too_many_requests', { minutes: Math.ceil(retryAfterSeconds / 60) }, { retryAfterSeconds })
  }
}

/**
 * Asks somebody who is signed in for the password, before a change of what protects the account. A wrong one counts as a
 * refused sign-in does. Throws `password_wrong` and `too_many_requests`.
 */
export async function confirmPassword(
  deps: Deps,
  { userId: id, email }: SessionUser,
  password: string,
  address: string,
): ReturnType<typeof requireOwnPassword> {
  await countTry(deps, email, address)
  const account = await requireOwnPassword(deps, { id, password })
  await deps.signInLimit.forgive(email, address)
  return account
}

/** Lists the sessions of the user in which somebody is signed in, the last used first. */
export async function listSessions(deps: Deps, { userId, passwordSetAtMs }: SessionUser): Promise<StoredSession[]> {
  const sessions = await deps.sessions.list(userId, SESSIONS_LISTED_MAX)
  return sessions.filter((session) => session.passwordSetAtMs === passwordSetAtMs && !hasExpired(session, deps.now()))
}

/** Ends one session of a user. If there is none of this name, it has ended before. */
export async function endSession(deps: Deps, actor: SessionUser, { name }: { name: string }): Promise<void> {
  await deps.sessions.end(actor.userId, name)
  await noteAudit(deps, actor, 'sessions_ended', actor.email)
}

/** Ends all sessions of a user. */
export async function endOwnSessions(deps: Deps, actor: SessionUser): Promise<void> {
  await deps.sessions.endAllOf(actor.userId)
  await noteAudit(deps, actor, 'sessions_ended', actor.email)
}

/** Ends every session of the board, and returns how many there were. */
export function endAllSessions(deps: Deps): Promise<number> {
  return deps.sessions.endAll()
}

async function listCompanies(deps: Deps, accounts: StoredUser[]) {
  const companies = await findCompaniesById(
    deps,
    accounts.map(({ companyId }) => companyId),
  )
  return [...companies.values()].map(({ id, name }) => ({ id, name }))
}
