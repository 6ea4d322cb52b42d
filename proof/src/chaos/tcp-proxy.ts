import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'

/**
 * The faults of a connection. `cut before`: the bytes never arrive. `torn`: half of them arrive. `answer lost`: they arrive,
 * and the connection ends before the answer. `half-open`: nothing passes any more, and neither side is told. `delay`.
 */
export const connectionFaults = ['cut before', 'torn', 'answer lost', 'half-open', 'delay'] as const
export type ConnectionFault = (typeof connectionFaults)[number]

interface Weather {
  fault: ConnectionFault
  /** The share of connections that it hits, among those on which something is sent. */
  share: number
  delayMs: number
  random: Random
}

/** A fault that is active, and the number of connections that it has hit. */
type Cloud = Weather & { hits: number }

interface Link {
  client: Socket
  upstream: Socket
  target: number
  /** The client has sent something and has no answer yet. */
  isWaiting: boolean
  state: 'open' | 'answer lost' | 'half-open'
  /** The last fault that it met, and whether it was hit. */
  met: { cloud: Cloud; isHit: boolean } | undefined
  /** The delayed bytes in each direction, in order. */
  upward: Promise<void>
  downward: Promise<void>
}

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

/** Starts a TCP proxy in front of several ports, which it takes in turn. It skips a port that refuses. */
export async function startTcpProxy(targets: () => number[]) {
  const links = new Set<Link>()
  let cloud: Cloud | undefined
  let turn = 0

  const server = createServer({ noDelay: true }, async (client) => {
    client.on('error', () => client.destroy())
    client.pause()
    const ports = targets()
    const first = turn++
    for (let at = 0; at < ports.length; at++) {
      const target = ports[(first + at) % ports.length] ?? 0
      const upstream = await connectTo(target)
      if (upstream === undefined) continue
      if (client.destroyed) return void upstream.destroy()
      return join(client, upstream, target)
    }
    client.destroy()
  })

  function join(client: Socket, upstream: Socket, target: number) {
    const link: Link = {
      client,
      upstream,
      target,
      isWaiting: false,
      state: 'open',
      met: undefined,
      upward: Promise.resolve(),
      downward: Promise.resolve(),
    }
    links.add(link)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => end(link))
      from.on('close', () => {
        if (link.state === 'half-open') return
        links.delete(link)
        // The last bytes are still passed on.
        void Promise.all([link.upward, link.downward]).then(() => to.end())
      })
      to.on('drain', () => from.resume())
    }
    client.on('data', (bytes) => upward(link, bytes))
    upstream.on('data', (bytes) => downward(link, bytes))
    client.resume()
  }

  function end(link: Link) {
    links.delete(link)
    link.client.destroy()
    link.upstream.destroy()
  }

  /** Decides, once for each connection, whether the active fault hits it. */
  function decideFault(link: Link): Weather | undefined {
    if (cloud === undefined) return undefined
    if (link.met?.cloud !== cloud) {
      const isHit = cloud.random.chance(cloud.share)
      link.met = { cloud, isHit }
      if (isHit) cloud.hits++
    }
    return link.met.isHit ? cloud : undefined
  }

  function upward(link: Link, bytes: Buffer) {
    link.isWaiting = true
    if (link.state === 'half-open') return
    const met = decideFault(link)
    if (met?.fault === 'cut before') return end(link)
    if (met?.fault === 'torn') {
      link.upstream.write(bytes.subarray(0, bytes.length >> 1), () => end(link))
      return
    }
    if (met?.fault === 'half-open') {
      link.state = 'half-open'
      // Half of them lose the other side, and half only cannot reach it.
      if (met.random.chance(0.5)) link.upstream.destroy()
      return
    }
    if (met?.fault === 'answer lost') link.state = 'answer lost'
    link.upward = passOn(link.upward, met, () => write(link.client, link.upstream, bytes))
  }

  function downward(link: Link, bytes: Buffer) {
    if (link.state === 'half-open') return
    if (link.state === 'answer lost') return end(link)
    link.isWaiting = false
    const met = link.met?.cloud === cloud && link.met?.isHit ? cloud : undefined
    link.downward = passOn(link.downward, met, () => write(link.upstream, link.client, bytes))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    port,
    /** Counts the connections on which a request waits for its answer, to one port or to all. */
    countWaiting: (target?: number): number =>
      [...links].filter((link) => link.isWaiting && (target === undefined || link.target === target)).length,
    /** Finds the port to which a client's connection leads, by the client's port. */
    findTarget: (clientPort: number): number | undefined =>
      [...links].find(({ client }) => client.remotePort === clientPort)?.target,
    /** Begins a fault of connections. `clear` ends it, and closes the connections that hang. */
    cloud(weather: Weather) {
      const mine = { ...weather, hits: 0 }
      cloud = mine
      return {
        hits: () => mine.hits,
        clear(): void {
          if (cloud === mine) cloud = undefined
          for (const link of links) if (link.state === 'half-open') end(link)
        },
      }
    },
    close(): void {
      server.close()
      for (const link of links) end(link)
    },
  }
}

function connectTo(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => {
      socket.destroy()
      resolve(undefined)
    })
  })
}

function write(from: Socket, to: Socket, bytes: Buffer) {
  if (!to.destroyed && !to.write(bytes)) from.pause()
}

/** Passes bytes on after the earlier ones, and after the delay if there is one. */
function passOn(before: Promise<void>, met: Weather | undefined, work: () => void): Promise<void> {
  return before.then(() => (met?.fault === 'delay' ? sleep(met.delayMs) : undefined)).then(work)
}
