import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { LOWER_LETTERS_AND_DIGITS, randomText } from '../../random.ts'
import { actAsOperator, noteAudit, type UserActor } from '../activity/audit.ts'
import { recordUrgently } from '../journal/service.ts'
import { cancelMails, countInvitation, queueInvitation } from '../mail/queue.ts'
import { createLink, hashSecret, type PasswordLink } from './link.ts'
import type { StoredLink, StoredUser } from './store.ts'

export type { StoredUser }

/** A user who is signed in to the back office. */
export interface SessionUser extends UserActor {
  userId: string
  /** When the password was chosen. Sessions with another one have ended. */
  passwordSetAtMs: number
}

/** More accounts of one address than anybody has. */
const ACCOUNTS_LISTED_MAX = 1_000

interface Invited {
  /** Whether the person was invited before. The new link ends the one before it. */
  isAgain: boolean
}

/**
 * Creates a user of the actor's company, and a link with which they choose a password. Somebody who was invited
 * before and has not chosen a password gets a new link. Throws `user_exists`.
 */
export async function inviteUserByLink(
  deps: Deps,
  actor: UserActor,
  { email }: { email: string },
): Promise<PasswordLink & Invited> {
  const { shown, stored } = createLink(deps.settings.publicUrl, deps.now())
  const { id, isNew } = await addInvited(deps, actor, email, stored)
  if (!isNew) await deps.users.replaceLink(actor.companyId, id, stored)
  await noteAudit(deps, actor, 'user_invited', email)
  return { ...shown, isAgain: !isNew }
}

/**
 * Invites a colleague from the back office. If the board sends mail, only the invited person gets the link, so that nobody
 * can use the invitation of somebody else. Otherwise the actor gets it and passes it on. Throws `user_exists`, and
 * `too_many_requests` if the address was invited too often.
 */
export async function inviteUser(
  deps: Deps,
  actor: UserActor,
  { email }: { email: string },
): Promise<(PasswordLink | { sentTo: string }) & Invited> {
  if (!deps.settings.sendsMail) return inviteUserByLink(deps, actor, { email })
  await countInvitation(deps, email)
  const { companyId } = actor
  const { id: userId, isNew } = await addInvited(deps, actor, email)
  await queueInvitation(deps, { companyId, userId })
  await noteAudit(deps, actor, 'user_invited', email)
  return { sentTo: email, isAgain: !isNew }
}

/** Adds a user with a link, or finds one who was invited before. Throws `user_exists`. */
async function addInvited(
  deps: Deps,
  { companyId, email: invitedBy }: UserActor,
  email: string,
  link?: StoredLink,
): Promise<{ id: string; isNew: boolean }> {
  const id = `usr_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`
  const createdAt = new Date(deps.now())
  const user = { id, companyId, email, invitedBy, passwordHash: null, passwordSetAt: null, createdAt }
  if (await deps.users.insert(user, link)) return { id, isNew: true }
  const there = await deps.users.findByEmail(companyId, email)
  if (there === undefined || there.passwordSetAt !== null) throw new AppError('user_exists', { email })
  return { id: there.id, isNew: false }
}

/**
 * Makes a link for a user who has forgotten the password, and ends the one before it. The old password works
 * until the link is used. Throws `user_not_found`.
 */
export async function renewLink(
  deps: Deps,
  { companyId, email }: { companyId: string; email: string },
  actor: UserActor = actAsOperator(companyId),
): Promise<PasswordLink> {
  const user = await deps.users.findByEmail(companyId, email)
  if (user === undefined) throw new AppError('user_not_found', { who: email })
  const { shown, stored } = createLink(deps.settings.publicUrl, deps.now())
  await deps.users.replaceLink(companyId, user.id, stored)
  await noteAudit(deps, actor, 'password_link_made', email)
  return shown
}

/**
 * Makes a link for another user who has forgotten the password. For their own password people use the page of their
 * account, which asks for the current one. Throws `user_not_found` and `own_link`.
 */
export async function renewUserLink(deps: Deps, actor: SessionUser, { id }: { id: string }): Promise<PasswordLink> {
  if (id === actor.userId) throw new AppError('own_link')
  const otherUser = await deps.users.find(id)
  if (otherUser?.companyId !== actor.companyId) throw new AppError('user_not_found', { who: id })
  return renewLink(deps, otherUser, actor)
}

/** The accounts of an address in all companies, for the operator. */
export function listAccounts(deps: Deps, email: string): Promise<StoredUser[]> {
  return deps.users.listByEmail(email, {}, ACCOUNTS_LISTED_MAX)
}

/** Finds the user that the secret of a link is for. Throws `link_invalid`. */
export async function findLinkOwner(deps: Deps, { link }: { link: string }): Promise<StoredUser> {
  const user = await deps.users.findByLink(hashSecret(link), new Date(deps.now()))
  if (user === undefined) throw new AppError('link_invalid')
  return user
}

/**
 * Finds the signed-in user. Undefined if the account was removed, or its password was changed after the
 * sign-in.
 */
export async function findSignedIn(
  deps: Deps,
  { userId, passwordSetAtMs }: { userId: string; passwordSetAtMs: number },
): Promise<StoredUser | undefined> {
  const user = await deps.users.find(userId)
  return user?.passwordSetAt?.getTime() === passwordSetAtMs ? user : undefined
}

/** Lists the users of a company. */
export async function listUsers(deps: Deps, { companyId }: Pick<UserActor, 'companyId'>) {
  const users = await deps.users.list(companyId)
  return users.map(({ id, email, invitedBy, createdAt, passwordSetAt }) => ({
    ...{ id, email, invitedBy, createdAt },
    hasPassword: passwordSetAt !== null,
  }))
}

/**
 * Removes another user's account, which ends all their sessions. The operator, who removes accounts too, has none.
 * Two users who remove each other at the same moment both keep their accounts.
 * Throws `own_account`, `user_not_found` and `removed_meanwhile`. If it throws `not_in_journal`, the person is locked out and still listed, and
 * removing them again finishes it.
 */
export async function removeUser(
  deps: Deps,
  actor: UserActor & { userId?: string },
  { id }: { id: string },
): Promise<void> {
  if (id === actor.userId) throw new AppError('own_account')
  const user = await deps.users.find(id)
  if (user?.companyId !== actor.companyId) throw new AppError('user_not_found', { who: id })
  const { companyId } = actor
  await deps.users.noteRemoval(companyId, id, new Date(deps.now()))
  // Looks after the note: of users who remove each other, at least the last one to look sees that.
  if (await isBeingRemoved(deps, actor.userId)) {
    await deps.users.noteRemoval(companyId, id, null)
    throw new AppError('removed_meanwhile')
  }
  const entry = { kind: 'user_removed', companyId, targetId: id, at: new Date(deps.now()) } as const
  await recordUrgently(deps, entry, () => deps.users.lockOut(companyId, id))
  await cancelMails(deps, companyId, [id])
  await deps.users.remove(companyId, id)
  await noteAudit(deps, actor, 'user_removed', user.email)
}

/** A removal takes less than the 25 s that a request may work. A note that is older is of a process that died. */
const REMOVAL_MS_MAX = 30_000

/** Whether a colleague is removing this user, or has removed them. False for the operator, who has no account. */
async function isBeingRemoved(deps: Deps, userId: string | undefined): Promise<boolean> {
  if (userId === undefined) return false
  const own = await deps.users.find(userId)
  if (own === undefined || own.passwordHash === null) return true
  return own.removalAt !== undefined && deps.now() - own.removalAt.getTime() < REMOVAL_MS_MAX
}

/** Removes an account again that was removed before the database was restored from a backup. */
export function repeatRemoval(deps: Deps, { companyId, id }: { companyId: string; id: string }): Promise<void> {
  return deps.users.remove(companyId, id)
}

/** Ends every one-time link of the board, and returns how many there were: a restored one may have been used before. */
export function endAllLinks(deps: Deps): Promise<number> {
  return deps.users.endAllLinks()
}

/** Ends the sessions, passwords and links of all users of a company that is about to be removed. */
export function lockOutUsers(deps: Deps, companyId: string): Promise<void> {
  return deps.users.lockOut(companyId)
}
