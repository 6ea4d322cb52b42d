import { createHash, randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { noteAudit } from '../activity/audit.ts'
import type { StoredLink, StoredUser } from './store.ts'
/** A link is valid for a week, because a colleague or the operator passes it on by hand, or because it is an invitation. */
export const LINK_MS_MAX = 7 * 24 * 60 * 60 * 1000
/** A link that somebody has just asked for is valid for an hour. */
export const ASKED_LINK_MS_MAX = 60 * 60 * 1000

/**
 * A link with which one user chooses a password. It works once and is shown once, because only a hash of its
 * secret is stored.
 */
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
    // The secret comes after the #. Browsers do not send that part, so no log on the way can contain it.
    shown: { link: `${publicUrl}/backoffice/set-password#${secret}`, expiresAt },
    stored: { hash: hashSecret(secret), expiresAt },
  }
}

/** More accounts than anybody has. */
const ACCOUNTS_MAX = 20

/**
 * Makes the link of an invitation that is about to be sent. It ends the link before it. Undefined if the person was removed,
 * or has chosen a password.
 */
export async function createInvitedLink(
  deps: Deps,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<{ user: StoredUser; link: PasswordLink } | undefined> {
  const user = await deps.users.find(userId)
  if (user?.companyId !== companyId || user.passwordSetAt !== null) return undefined
  const { shown: link, stored } = createLink(deps.settings.publicUrl, deps.now())
  await deps.users.replaceLink(companyId, userId, stored)
  return { user, link }
}

/** Finds the accounts of an address in all companies, for a mail to that address. */
export function listAccountsOf(deps: Deps, email: string): Promise<StoredUser[]> {
  return deps.users.listByEmail(email, {}, ACCOUNTS_MAX)
}

/**
 * Makes a link for an account whose owner has asked for it, in a mail that is about to be sent. The old password works until
 * the link is used. An invitation that is not accepted yet keeps its longer time.
 */
export async function createAskedLink(
  deps: Deps,
  account: StoredUser,
): Promise<PasswordLink & { isInvitation: boolean }> {
  const isInvitation = account.passwordSetAt === null
  const validMs = isInvitation ? LINK_MS_MAX : ASKED_LINK_MS_MAX
  const { shown, stored } = createLink(deps.settings.publicUrl, deps.now(), validMs)
  await deps.users.replaceLink(account.companyId, account.id, stored)
  await noteAudit(deps, account, 'password_link_made', account.email)
  return { ...shown, isInvitation }
}
