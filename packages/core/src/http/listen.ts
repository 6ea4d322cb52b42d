import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Logger } from 'pino'
import { endLastBody, findLastBody } from './arriving-bodies.ts'

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

/** How long requests may take to finish when the server stops. A body that moves then has this time from its last byte on. */
export const DRAIN_MS_MAX = 10_000
/** How long a body that moves may go on arriving when the server stops: enough for a CV of 1 MB at 150 kbit/s. */
export const UPLOAD_MS_MAX = 60_000
/** A body that is silent for this time has stalled. */
const SILENCE_MS_MAX = 5_000
const CHECK_EVERY_MS = 1_000

/**
 * Makes the function that stops a server: it accepts no new connection, and ends those whose requests do not finish in
 * time. A body that is still arriving gets a 503, so that its sender knows that it may try again.
 */
export function createDrain(server: Server, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  return async () => {
    const closed = once(server, 'close')
    server.close()
    // Node closes idle connections, but not one that has sent nothing yet, such as a browser's spare connection.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    const endMs = performance.now() + UPLOAD_MS_MAX
    const check = () => {
      for (const socket of connections) endLate(socket, endMs, log)
      timer = setTimeout(check, CHECK_EVERY_MS)
    }
    let timer = setTimeout(check, DRAIN_MS_MAX)
    await closed
    clearTimeout(timer)
  }
}

function endLate(socket: Socket, endMs: number, log: Pick<Logger, 'warn'>): void {
  const body = findLastBody(socket)
  if (body === undefined) return void socket.destroy()
  const nowMs = performance.now()
  const silentMs = nowMs - body.heardAtMs
  if (body.req.complete) {
    if (silentMs >= DRAIN_MS_MAX) socket.destroy()
  } else if (silentMs >= SILENCE_MS_MAX || nowMs >= endMs) {
    log.warn({ requestId: body.req.boardwalk.id }, 'a body was still arriving and was ended, because the server stops')
    endLastBody(socket)
  }
}
