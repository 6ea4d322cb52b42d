import type { IncomingMessage } from 'node:http'

/**
 * Whether a page of this server made the browser send a request. A page cannot forge the `origin` header. The header must
 * have the public address, or the host that was asked with the protocol of the public address.
 */
export function isSameOrigin({ headers: { origin, host } }: IncomingMessage, publicUrl: string): boolean {
  if (origin === undefined) return false
  const { origin: ours, protocol } = new URL(publicUrl)
  return origin === ours || origin === `${protocol}//${host}`
}
