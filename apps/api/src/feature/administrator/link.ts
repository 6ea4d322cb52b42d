import { createHash, randomBytes } from 'node:crypto'
import type { StoredLink } from './store.ts'

/** An administrator gets the link from a colleague or the operator, by hand: it must last for some days. */
const LINK_MS_MAX = 7 * 24 * 60 * 60 * 1000

/** A link with which one administrator chooses a password, once. It is shown once: only a hash of its secret is stored. */
export interface PasswordLink {
  link: string
  expiresAt: Date
}

export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Makes a link: what the administrator gets, and what is stored of it. */
export function createLink(publicUrl: string, nowMs: number): { shown: PasswordLink; stored: StoredLink } {
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = new Date(nowMs + LINK_MS_MAX)
  return {
    // After the #: browsers do not send that part, so no log on the way has it.
    shown: { link: `${publicUrl}/backoffice/set-password#${secret}`, expiresAt },
    stored: { hash: hashSecret(secret), expiresAt },
  }
}
