import { noteAudit, type UserActor } from '@boardwalk/core/activity/audit'
import { AppError } from '@boardwalk/core/error'
import { recordUrgently } from '@boardwalk/core/journal/service'
import { LOWER_LETTERS_AND_DIGITS, randomText } from '@boardwalk/core/process/random'
import type { Deps } from '../../deps.ts'
import { createLink, type PasswordLink } from './link.ts'
import { countInvitation, queueInvitation } from './mails.ts'
import type { StoredLink } from './schema.ts'
import type { StoredUser } from './store.ts'

export type { StoredUser }

/** A user who is signed in to the back office. */
export interface SessionUser extends UserActor {
  userId: string
  /** When the password was chosen. Sessions with another time have ended. */
  passwordSetAtMs: number
  /** When the visit before this one ended. Undefined during the first visit. */
  lastVisitEndedAt: Date | undefined
}

interface Invitation {
  /** Whether the person was invited before. The new link ends the one before it. */
  isAgain: boolean
}

/**
 * Adds a user to the actor's company, and makes a link with which the person chooses a password. A person who was invited
 * before and has not chosen a password gets a new link. Throws `user_exists`.
 */
export async function inviteUserByLink(
  deps: Deps,
  actor: UserActor,
  { email }: { email: string },
): Promise<PasswordLink & Invitation> {
  const { shown, stored } = createLink(deps.settings.publicUrl, deps.now())
  const { id, isNew } = await addUser(deps, actor, email, stored)
  if (!isNew) await deps.users.replaceLink(actor.companyId, id, stored)
  await noteAudit(deps, actor, 'user_invited', email)
  return { ...shown, isAgain: !isNew }
}

/**
 * Invites a user from the back office. If the board sends mail, only the invited person gets the link, so no other user can
 * use it. Otherwise the actor gets the link and passes it on. Throws `user_exists`, and `too_many_requests` if the address
 * was invited too often.
 */
export async function inviteUser(
  deps: Deps,
  actor: UserActor,
  { email }: { email: string },
): Promise<(PasswordLink | { sentTo: string }) & Invitation> {
  if (!deps.settings.sendsMail) return inviteUserByLink(deps, actor, { email })
  await countInvitation(deps, email)
  const { companyId } = actor
  const { id: userId, isNew } = await addUser(deps, actor, email)
  await queueInvitation(deps, { companyId, userId })
  await noteAudit(deps, actor, 'user_invited', email)
  return { sentTo: email, isAgain: !isNew }
}

/** Adds a user without a password, or finds one who was invited before. Throws `user_exists`. */
async function addUser(
  deps: Deps,
  { companyId, email: invitedBy }: UserActor,
  email: string,
  link?: StoredLink,
): Promise<{ id: string; isNew: boolean }> {
  const id = `usr_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`
  const createdAt = new Date(deps.now())
  const user = { id, companyId, email, invitedBy, passwordHash: null, passwordSetAt: null, createdAt }
  if (await deps.users.insert(user, link)) return { id, isNew: true }
  const existing = await deps.users.findByEmail(companyId, email)
  if (existing === undefined || existing.passwordSetAt !== null) throw new AppError('user_exists', { email })
  return { id: existing.id, isNew: false }
}

/** Lists the users of a company. */
export async function listUsers(deps: Deps, { companyId }: Pick<UserActor, 'companyId'>) {
  const users = await deps.users.list(companyId)
  return users.map(({ id, email, invitedBy, createdAt, passwordSetAt }) => ({
    id,
    email,
    invitedBy,
    createdAt,
    hasPassword: passwordSetAt !== null,
  }))
}

/**
 * Removes another user, which ends all their sessions. The operator, who removes users too, has no `userId`. If two users
 * remove each other at the same moment, both stay. Throws `own_account`, `user_not_found` and `removed_meanwhile`. After
 * `not_in_journal`, the user is locked out and still listed, and a second removal finishes it.
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
  // Checked after the note, so that of two users who remove each other at least one sees the other's note.
  if (await isBeingRemoved(deps, actor.userId)) {
    await deps.users.noteRemoval(companyId, id, null)
    throw new AppError('removed_meanwhile')
  }
  const entry = { kind: 'user_removed', companyId, targetId: id, at: new Date(deps.now()) } as const
  await recordUrgently(deps, entry, () => deps.users.lockOut(companyId, id))
  await deps.mails.cancel(companyId, [id])
  await deps.users.remove(companyId, id)
  await noteAudit(deps, actor, 'user_removed', user.email)
}

/** A removal takes less than the 25 s that a request may take. An older note is from a process that died. */
const REMOVAL_MS_MAX = 30_000

/** Whether another user is removing this user, or has removed them. False for the operator, who is no user. */
async function isBeingRemoved(deps: Deps, userId: string | undefined): Promise<boolean> {
  if (userId === undefined) return false
  const own = await deps.users.find(userId)
  if (own === undefined || own.passwordHash === null) return true
  return own.removalAt !== undefined && deps.now() - own.removalAt.getTime() < REMOVAL_MS_MAX
}
