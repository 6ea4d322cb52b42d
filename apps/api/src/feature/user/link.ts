import { createHash, randomBytes } from 'node:crypto'
import type { StoredLink } from './store.ts'

/** A one-time link goes through the hands of the one who sends it on; until then it must last. */
const LINK_MS_MAX = 7 * 24 * 60 * 60 * 1000

/** A link with which one person chooses a password, once. It is shown once: only a hash of its secret is kept. */
export interface PasswordLink {
  link: string
  expiresAt: Date
}

export const linkHash = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Makes a link: what the person gets, and what is kept of it. */
export function newLink(publicUrl: string, nowMs: number): { shown: PasswordLink; stored: StoredLink } {
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = new Date(nowMs + LINK_MS_MAX)
  return {
    // Behind the #, which no browser sends, so that no log on the way has it.
    shown: { link: `${publicUrl}/backoffice/set-password#${secret}`, expiresAt },
    stored: { hash: linkHash(secret), expiresAt },
  }
}
