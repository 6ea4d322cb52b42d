import { isIP } from 'node:net'

/*
 * Which requests a port of the sandbox refuses, because a page of another site may have sent them. A site can give its own name the
 * address of this machine (DNS rebinding). The browser then takes the sandbox for that site, and its page may send and read everything.
 */

type Headers = Record<string, string | undefined>

/** Finds out why a port refuses a request. Undefined if it answers. `host` is what the port listens at. */
export type FindRefusal = (headers: Headers, host: string) => string | undefined

/** A host name with its port, or an IPv6 address in brackets. */
const named = /^(?:\[([\da-f:.]+)\]|([^:@/\s[\]]+))(?::\d+)?$/i

/** Reads the name that a request is for. Without a Host it comes from a program of HTTP/1.0, and from no browser. */
function readName({ host = 'localhost' }: Headers): string {
  const [, ipv6, name = ''] = named.exec(host) ?? []
  return (ipv6 ?? name).toLowerCase()
}

/** Whether a name is one that browsers resolve to this machine by themselves, an address, or the name that the port listens at. */
const isOwn = (name: string, host: string): boolean =>
  isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || name === host.toLowerCase()

const describeNames = (name: string): string =>
  `${JSON.stringify(name)} may be a name that another site has given this machine: use its IP address or localhost, or start the sandbox with the name as --host`

/** Refuses foreign names and pages of other origins. The control port asks for no key. */
export const refuseForeignPages: FindRefusal = (headers, host) => {
  const name = readName(headers)
  if (!isOwn(name, host)) return describeNames(name)
  const { origin } = headers
  if (origin === undefined || origin === `http://${headers.host}`) return undefined
  return `A page of ${origin} must not drive the sandbox: call it from a program, or open the page of the control port`
}

/**
 * Refuses foreign names, but not those by which containers reach each other and their machine, such as `sandbox` and
 * `host.docker.internal`: no site on the internet can have one. A page of another origin is stopped as on a board, because the key is in a
 * header for which the browser asks first.
 */
export const refuseForeignNames: FindRefusal = (headers, host) => {
  const name = readName(headers)
  const isOfContainers = /^[\w-]+$/.test(name) || name.endsWith('.internal')
  return isOwn(name, host) || isOfContainers ? undefined : describeNames(name)
}
