import { createHash, randomBytes } from 'node:crypto'
import type { StoredLink } from './store.ts'

/** A link is valid for a week, because a colleague or the operator passes it on by hand, or because it is an invitation. */
export const LINK_MS_MAX = 7 * 24 * 60 * 60 * 1000
/** A link that somebody has just asked for is valid for an hour. */
export const ASKED_LINK_MS_MAX = 60 * 60 * 1000

/**
 * A link with which one administrator chooses a password. It works once and is shown once, because only a hash of its
 * secret is stored.
 */
export interface PasswordLink {
  link: string
  expiresAt: Date
}

/** Hashes a link's secret with SHA-256, in hexadecimal. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Makes a link. `shown` is for the administrator, and `stored` is for the database. */
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
