import { createHash, randomBytes } from 'node:crypto'
import { actAsOperator, noteAudit, type UserActor } from '@boardwalk/core/activity/audit'
import { AppError } from '@boardwalk/core/error'
import type { Deps } from '../../deps.ts'
import type { StoredLink } from './schema.ts'
import type { StoredUser } from './store.ts'

/** How long a link is valid: a person may pass it on by hand, or it may be an invitation. */
export const LINK_MS_MAX = 7 * 24 * 60 * 60 * 1000

/** A link with which one user chooses a password. It works once and is shown once: only a hash of its secret is stored. */
export interface PasswordLink {
  link: string
  expiresAt: Date
}

/** Hashes a link's secret with SHA-256, in hexadecimal. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Makes a link. `shown` is for the user, and `stored` is for the database. */
export function createLink(
  publicUrl: string,
  nowMs: number,
  validMs = LINK_MS_MAX,
): { shown: PasswordLink; stored: StoredLink } {
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = new Date(nowMs + validMs)
  return {
    // The secret comes after the #. Browsers do not send that part, so no log can contain it.
    shown: { link: `${publicUrl}/backoffice/set-password#${secret}`, expiresAt },
    stored: { hash: hashSecret(secret), expiresAt },
  }
}

/** Finds the user whose link has this secret. Throws `link_invalid`. */
export async function findLinkOwner(deps: Deps, { link }: { link: string }): Promise<StoredUser> {
  const user = await deps.users.findByLink(hashSecret(link), new Date(deps.now()))
  if (user === undefined) throw new AppError('link_invalid')
  return user
}

/**
 * Makes a link for a user who has forgotten the password, and ends the link before it. The old password works until the
 * link is used. Throws `user_not_found`.
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
 * Makes a link for another user of the actor's company. Users change their own password on the page of their account, which
 * asks for the current one. Throws `user_not_found` and `own_link`.
 */
export async function renewUserLink(
  deps: Deps,
  actor: UserActor & { userId: string },
  { id }: { id: string },
): Promise<PasswordLink> {
  if (id === actor.userId) throw new AppError('own_link')
  const user = await deps.users.find(id)
  if (user?.companyId !== actor.companyId) throw new AppError('user_not_found', { who: id })
  return renewLink(deps, user, actor)
}
