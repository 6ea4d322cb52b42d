import type { IncomingMessage } from 'node:http'

/**
 * Whether a page of this server made the browser send this. A page cannot forge `Origin`: it is the public address, or
 * the very host that was asked, by http or https as the public address is.
 */
export function isSameOrigin({ headers: { origin, host } }: IncomingMessage, publicUrl: string): boolean {
  if (origin === undefined) return false
  const { origin: ours, protocol } = new URL(publicUrl)
  return origin === ours || origin === `${protocol}//${host}`
}
