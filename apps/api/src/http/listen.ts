import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const reasons = new Map([
  ['EADDRINUSE', 'the port is in use'],
  ['EACCES', 'this user may not open the port'],
  ['EADDRNOTAVAIL', 'this machine does not have the address'],
  ['ENOTFOUND', 'the name of the host is unknown'],
])

interface Place {
  host: string
  /** 0 takes a free port. */
  port: number
}

/** Makes a server listen. `purpose` and `settings` are for the error: what cannot be done, and what the operator can change. */
export async function listen(
  server: Server,
  { host, port }: Place,
  { purpose, settings }: { purpose: string; settings: string },
): Promise<AddressInfo> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    const reason = reasons.get(code)
    const why = reason === undefined ? code : `${reason} (${code})`
    throw new Error(`${purpose} cannot be served on ${host}:${port}, because ${why}: set another ${settings}`, {
      cause,
    })
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  return address
}
