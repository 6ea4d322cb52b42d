import { noteAudit, type UserActor } from '@boardwalk/core/activity/audit'
import { AppError, requireNoWait } from '@boardwalk/core/error'
import { hash, verify } from '@node-rs/argon2'
import type { Deps } from '../../deps.ts'
import { findLinkOwner, hashSecret } from './link.ts'
import { requireStrongPassword } from './password-strength.ts'
import type { StoredUser } from './store.ts'
import type { SessionUser } from './user.ts'

/** The minimum that OWASP recommends for argon2id: 19 MiB of memory, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** A hash that no password has. Checking it makes an unknown address take as long as a wrong password. */
const decoy = hashPassword(crypto.randomUUID())

/** Whether a password has this hash. Without a hash this returns false, after the same time. */
async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await decoy), password)
  return isRight && passwordHash !== null
}

/**
 * Sets the password of the user whose link this is, and uses the link up. If another user of the company was signed in in
 * the same browser (`sessionUser`), the audit trail names that user, who may have used the link instead of the invited
 * person. Throws `link_invalid` and what `requireStrongPassword` throws.
 */
export async function setPassword(
  deps: Deps,
  { link, password }: { link: string; password: string },
  sessionUser?: UserActor,
): Promise<StoredUser> {
  // Checks the link before it hashes the password, because hashing is expensive and needs no sign-in.
  const owner = await findLinkOwner(deps, { link })
  const { id } = owner
  await requireStrongPassword(deps, owner, password)
  const passwordHash = await hashPassword(password)
  const user = await deps.users.useLink(id, hashSecret(link), new Date(deps.now()), passwordHash)
  if (user === undefined) throw new AppError('link_invalid')
  const isOfCompany = sessionUser?.companyId === user.companyId
  const details = isOfCompany ? { signedInAs: sessionUser.email } : {}
  await noteAudit(deps, user, 'password_set', user.email, details)
  return user
}

/** The most users of one address whose password a sign-in checks. Each check takes the time of an argon2 hash. */
const USERS_CHECKED_MAX = 20

/**
 * Finds users by address and password, in all companies or in one. Usually there is one, and several if a person has the
 * same password in several companies. Throws `sign_in_refused` for every wrong value.
 */
export async function requirePassword(
  deps: Deps,
  { email, password, companyId }: { email: string; password: string; companyId?: string | undefined },
): Promise<StoredUser[]> {
  const users = await deps.users.listByEmail(email, { companyId, hasPassword: true }, USERS_CHECKED_MAX)
  // An unknown address costs one check too, so that the time does not tell.
  const hashes = users.length > 0 ? users.map(({ passwordHash }) => passwordHash) : [null]
  const isRight: boolean[] = []
  // One after another, because each takes a core.
  for (const passwordHash of hashes) isRight.push(await isPassword(password, passwordHash))
  const matches = users.filter((_, index) => isRight[index])
  if (matches.length > 0) return matches
  // In the background: an answer that waits for it would tell that there is such a user.
  for (const user of users)
    deps.background.run('note a refused sign-in', () => noteAudit(deps, user, 'sign_in_refused', email))
  throw new AppError('sign_in_refused')
}

/** Counts a try of a password from a network address, before the password is checked. Throws `too_many_requests`. */
export async function countTry(deps: Deps, email: string, address: string): Promise<void> {
  requireNoWait(await deps.signInLimit.take(email, address))
}

/**
 * Asks a signed-in user for the password, before a change of what protects the account: the browser may be unattended. A
 * wrong password counts as a refused sign-in does. Throws `password_wrong` and `too_many_requests`.
 */
export async function confirmPassword(
  deps: Deps,
  { userId, email }: Pick<SessionUser, 'userId' | 'email'>,
  password: string,
  address: string,
): Promise<StoredUser & { passwordHash: string }> {
  await countTry(deps, email, address)
  const user = await deps.users.find(userId)
  const passwordHash = user?.passwordHash ?? null
  const isRight = await isPassword(password, passwordHash)
  if (user === undefined || passwordHash === null || !isRight) {
    if (user !== undefined) await noteAudit(deps, user, 'password_refused', user.email)
    throw new AppError('password_wrong')
  }
  await deps.signInLimit.forgive(email, address)
  return { ...user, passwordHash }
}

/**
 * Changes the password of a signed-in user, which ends all their sessions. Throws what `confirmPassword` and `requireStrongPassword`
 * throw.
 */
export async function changePassword(
  deps: Deps,
  actor: SessionUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  address: string,
): Promise<StoredUser> {
  const user = await confirmPassword(deps, actor, currentPassword, address)
  await requireStrongPassword(deps, user, newPassword)
  return replacePassword(deps, user, newPassword)
}

/**
 * Replaces the password of a user, which ends their sessions and their link. Throws `password_wrong` if another process has
 * replaced it since the user was read.
 */
export async function replacePassword(
  deps: Deps,
  { id, passwordHash: formerHash, passwordSetAt }: StoredUser & { passwordHash: string },
  password: string,
): Promise<StoredUser> {
  // A session names its password by this time. So no two passwords of a user may have the same.
  const setAt = new Date(Math.max(deps.now(), (passwordSetAt?.getTime() ?? 0) + 1))
  const user = await deps.users.replacePassword({ id, formerHash }, await hashPassword(password), setAt)
  if (user === undefined) throw new AppError('password_wrong')
  await noteAudit(deps, user, 'password_changed', user.email)
  return user
}
