import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { noteAudit, type UserActor } from '../activity/audit.ts'
import { hashSecret } from './link.ts'
import { hashPassword, isPassword } from './password-hash.ts'
import type { StoredUser } from './store.ts'
import { findLinkOwner } from './user.ts'

/** The accounts of one address whose password is checked at a sign-in. Each check takes the time of an argon2 hash. */
const ACCOUNTS_CHECKED_MAX = 20

/**
 * Sets the password of the user that a link is for, and uses the link up. `signedIn` is who was signed in in the
 * same browser, so that the audit trail shows an invitation that was not used by the invited person. A user of
 * another company is not named there. Throws `link_invalid`.
 */
export async function setPassword(
  deps: Deps,
  { link, password }: { link: string; password: string },
  signedIn?: UserActor,
): Promise<StoredUser> {
  // Checks the link before it hashes the password. Anybody may call this, and hashing is expensive.
  const { id } = await findLinkOwner(deps, { link })
  const user = await deps.users.useLink(id, hashSecret(link), new Date(deps.now()), await hashPassword(password))
  if (user === undefined) throw new AppError('link_invalid')
  const isOfCompany = signedIn?.companyId === user.companyId
  const details = isOfCompany ? { signedInAs: signedIn.email } : {}
  await noteAudit(deps, user, 'password_set', user.email, details)
  return user
}

/**
 * Finds the accounts by address and password, of all companies or of one: usually a single account, several if a person
 * has the same password in several companies. Throws `sign_in_refused`, whatever is wrong.
 */
export async function requirePassword(
  deps: Deps,
  { email, password, companyId }: { email: string; password: string; companyId?: string | undefined },
): Promise<StoredUser[]> {
  const accounts = await deps.users.listByEmail(email, { companyId, hasPassword: true }, ACCOUNTS_CHECKED_MAX)
  // Without an account there is one check all the same, so that the time does not tell.
  const hashes = accounts.length > 0 ? accounts.map(({ passwordHash }) => passwordHash) : [null]
  const isRight: boolean[] = []
  // One after another: each takes a core.
  for (const passwordHash of hashes) isRight.push(await isPassword(password, passwordHash))
  const matches = accounts.filter((_, index) => isRight[index])
  if (matches.length > 0) return matches
  // In the background: an answer that waits for it would tell that there is such an account.
  for (const account of accounts)
    deps.background.run('note a refused sign-in', () => noteAudit(deps, account, 'sign_in_refused', email))
  throw new AppError('sign_in_refused')
}

/** Finds the account of somebody who is signed in, if the password is right. Throws `password_wrong`. */
export async function requireOwnPassword(
  deps: Deps,
  { id, password }: { id: string; password: string },
): Promise<StoredUser & { passwordHash: string }> {
  const account = await deps.users.find(id)
  const isRight = await isPassword(password, account?.passwordHash ?? null)
  if (account?.passwordHash != null && isRight) return { ...account, passwordHash: account.passwordHash }
  if (account !== undefined) await noteAudit(deps, account, 'password_refused', account.email)
  throw new AppError('password_wrong')
}

/**
 * Replaces the password of an account, which ends its sessions and its link. `account` was read with the right password.
 * Throws `password_wrong` if it has another one meanwhile.
 */
export async function replacePassword(
  deps: Deps,
  { id, passwordHash: formerHash, passwordSetAt }: StoredUser & { passwordHash: string },
  password: string,
): Promise<StoredUser> {
  // A session is of the password that was set at this moment. So no two passwords of an account have the same.
  const setAt = new Date(Math.max(deps.now(), (passwordSetAt?.getTime() ?? 0) + 1))
  const account = await deps.users.replacePassword({ id, formerHash }, await hashPassword(password), setAt)
  if (account === undefined) throw new AppError('password_wrong')
  await noteAudit(deps, account, 'password_changed', account.email)
  return account
}
