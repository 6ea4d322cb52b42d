import type { Clock } from '../../clock.ts'
import { AppError } from '../../error.ts'
import type { Needs } from '../../needs.ts'
import { LOWER_LETTERS_AND_DIGITS, randomText } from '../../random.ts'
import type { WithSettings } from '../../settings.ts'
import { type AuditActor, noteAudit, operatorOf } from '../audit/service.ts'
import { linkHash, newLink, type PasswordLink } from './link.ts'
import { hashPassword, isPassword } from './password.ts'
import type { User, UserStore } from './store.ts'

export type { User }

type Users<Call extends keyof UserStore> = { users: Pick<UserStore, Call> }
type LinkDeps = Users<'findByEmail' | 'replaceLink'> & WithSettings<'publicUrl'> & Needs<typeof noteAudit>

/**
 * Makes an administrator of the actor's company and the link with which the person chooses a password; one who has not
 * chosen any yet gets a new link. Throws `user_exists`.
 */
export async function inviteUser(
  deps: Users<'insert'> & LinkDeps,
  actor: AuditActor,
  { email }: { email: string },
): Promise<PasswordLink> {
  const { companyId, email: invitedBy } = actor
  const { shown, stored } = newLink(deps.settings.publicUrl, deps.now())
  const id = `usr_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`
  const createdAt = new Date(deps.now())
  const user = { id, companyId, email, invitedBy, passwordHash: null, passwordSetAt: null, createdAt }
  if (!(await deps.users.insert(user, stored))) {
    const there = await deps.users.findByEmail(email)
    if (there?.companyId !== companyId || there.passwordSetAt !== null) throw new AppError('user_exists', { email })
    await deps.users.replaceLink(companyId, there.id, stored)
  }
  await noteAudit(deps, actor, 'user_invited', email)
  return shown
}

/** The operator's link for somebody who has forgotten their password, which holds until then. Throws `user_not_found`. */
export async function renewLink(deps: LinkDeps, { email }: { email: string }): Promise<PasswordLink> {
  const user = await deps.users.findByEmail(email)
  if (user === undefined) throw new AppError('user_not_found', { who: email })
  const { shown, stored } = newLink(deps.settings.publicUrl, deps.now())
  await deps.users.replaceLink(user.companyId, user.id, stored)
  await noteAudit(deps, operatorOf(user.companyId), 'password_link_made', email)
  return shown
}

/** Whom a link's secret is for. Throws `link_invalid`. */
export async function userOfLink(deps: Users<'findByLink'> & Clock, { link }: { link: string }): Promise<User> {
  const user = await deps.users.findByLink(linkHash(link), new Date(deps.now()))
  if (user === undefined) throw new AppError('link_invalid')
  return user
}

/** Chooses the password of the person whose link this is, and uses the link up. Throws `link_invalid`. */
export async function setPassword(
  deps: Users<'findByLink' | 'useLink'> & Needs<typeof noteAudit>,
  { link, password }: { link: string; password: string },
): Promise<User> {
  // Before the hashing, which is dear, for anyone may call.
  const { id } = await userOfLink(deps, { link })
  const user = await deps.users.useLink(id, linkHash(link), new Date(deps.now()), await hashPassword(password))
  if (user === undefined) throw new AppError('link_invalid')
  await noteAudit(deps, user, 'password_set', user.email)
  return user
}

/** Who has this address and this password. Throws `sign_in_refused`, whichever of the two is wrong. */
export async function userWithPassword(
  deps: Users<'findByEmail'>,
  { email, password }: { email: string; password: string },
): Promise<User> {
  const user = await deps.users.findByEmail(email)
  if (!(await isPassword(password, user?.passwordHash ?? null)) || user === undefined)
    throw new AppError('sign_in_refused')
  return user
}

/** Who is signed in, while the account is there and has the password with which they signed in. */
export async function userSignedIn(
  deps: Users<'find'>,
  { userId, passwordSetAtMs }: { userId: string; passwordSetAtMs: number },
): Promise<User | undefined> {
  const user = await deps.users.find(userId)
  return user?.passwordSetAt?.getTime() === passwordSetAtMs ? user : undefined
}

/** The administrators of the actor's company. */
export async function listUsers(deps: Users<'list'>, { companyId }: AuditActor) {
  const users = await deps.users.list(companyId)
  return users.map(({ id, email, invitedBy, createdAt, passwordSetAt }) => ({
    ...{ id, email, invitedBy, createdAt },
    hasPassword: passwordSetAt !== null,
  }))
}

/** Removes a colleague's account; all their sessions are over. Throws `own_account` and `user_not_found`. */
export async function removeUser(
  deps: Users<'find' | 'remove'> & Needs<typeof noteAudit>,
  actor: AuditActor & { userId: string },
  { id }: { id: string },
): Promise<void> {
  if (id === actor.userId) throw new AppError('own_account')
  const user = await deps.users.find(id)
  if (user?.companyId !== actor.companyId) throw new AppError('user_not_found', { who: id })
  await deps.users.remove(actor.companyId, id)
  await noteAudit(deps, actor, 'user_removed', user.email)
}
