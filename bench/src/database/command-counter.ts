import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { commandReader } from './wire-message.ts'

/** What a driver says of its own accord, about connections. */
const housekeeping = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'endSessions', 'saslStart', 'saslContinue'])

/** A way to a database on which commands are counted. */
export interface CommandCounter {
  uri: string
  /** How many commands of each name went through since the last call. */
  take(): Record<string, number>
  close(): void
}

/** A TCP proxy to a database at a host and port; it costs time, so nothing is timed through it. */
export async function startCommandCounter(target: { host: string; port: number }): Promise<CommandCounter> {
  let counts = new Map<string, number>()
  const sockets = new Set<Socket>()
  const join = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    from.pipe(to)
  }
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ ...target, noDelay: true })
    const read = commandReader((command) => {
      if (!housekeeping.has(command)) counts.set(command, (counts.get(command) ?? 0) + 1)
    })
    client.on('data', read)
    join(client, upstream)
    join(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the counter has no port')
  return {
    // Direct: a driver that looks for the members of the replica set would find the database's own port.
    uri: `mongodb://127.0.0.1:${address.port}/?directConnection=true`,
    take() {
      const taken = Object.fromEntries(counts)
      counts = new Map()
      return taken
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
