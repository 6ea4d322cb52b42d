import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../chaos/random.ts'

/** What the proxy does to a request. The board gets it only for `afterwards`, `slow`, `truncated` and `hang`. */
export const proxyFaults = [
  '429',
  '429 with Retry-After',
  '503',
  'drop before',
  'drop afterwards',
  'slow',
  'truncated',
  'HTML',
  'redirect',
  'hang',
] as const
export type ProxyFault = (typeof proxyFaults)[number]

export type FlakyProxy = Awaited<ReturnType<typeof startFlakyProxy>>

interface ProxyOptions {
  /** The address of the board, without `/api`. */
  board: string
  random: Random
  faults: readonly ProxyFault[]
  /** Counts the requests that each fault has hit. */
  hits: Map<ProxyFault, number>
}

/** The share of requests that have a fault. */
const SHARE = 0.4
const SLOW_MS = 700
const PAGE = '<!doctype html><title>Maintenance</title><p>Please come back later.</p>'
const pageHeaders = { 'content-type': 'text/html' }
const problemHeaders = { 'content-type': 'text/plain' }

/** Starts a proxy before a board that disturbs a share of the requests. */
export async function startFlakyProxy({ board, random, faults, hits }: ProxyOptions) {
  const underWay = new Set<Promise<unknown>>()
  let isCutting = false

  function chooseFault(address: string): ProxyFault | undefined {
    if (isCutting) return address.includes('/candidates') ? 'truncated' : undefined
    return random.chance(SHARE) ? random.pick(faults) : undefined
  }

  async function ask(req: IncomingMessage, body: Buffer): Promise<{ answer: Response; bytes: Buffer }> {
    const { host: _, connection: __, 'content-length': ___, 'accept-encoding': ____, ...headers } = req.headers
    const asking = fetch(`${board}${req.url}`, {
      method: req.method ?? 'GET',
      // Node gives a list only for `set-cookie`, which no request has.
      headers: headers as Record<string, string>,
      redirect: 'manual',
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    }).then(async (answer) => ({ answer, bytes: Buffer.from(await answer.arrayBuffer()) }))
    underWay.add(asking)
    return asking.finally(() => underWay.delete(asking))
  }

  /** Gives the answer of the board, or its first `share`, as if that were all. */
  async function pass(req: IncomingMessage, body: Buffer, res: ServerResponse, part = 1): Promise<void> {
    const { answer, bytes } = await ask(req, body)
    const headers = Object.fromEntries(answer.headers)
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive'])
      delete headers[name]
    res.writeHead(answer.status, headers).end(bytes.subarray(0, Math.ceil(bytes.length * part)))
  }

  const effects: Record<ProxyFault, (req: IncomingMessage, body: Buffer, res: ServerResponse) => unknown> = {
    '429': (_, __, res) => res.writeHead(429, problemHeaders).end('Too many requests'),
    '429 with Retry-After': (_, __, res) => res.writeHead(429, { 'retry-after': '1' }).end(),
    '503': (_, __, res) => res.writeHead(503, problemHeaders).end('Service unavailable'),
    'drop before': (req) => req.socket.destroy(),
    'drop afterwards': async (req, body) => {
      await ask(req, body)
      req.socket.destroy()
    },
    slow: async (req, body, res) => {
      await sleep(SLOW_MS)
      await pass(req, body, res)
    },
    truncated: (req, body, res) => pass(req, body, res, 0.6),
    HTML: (_, __, res) => res.writeHead(200, pageHeaders).end(PAGE),
    redirect: (_, __, res) => res.writeHead(302, { location: '/sign-in' }).end(),
    // The answer never comes. The client ends the connection.
    hang: (req, body) => ask(req, body),
  }

  const server = createServer(async (req, res) => {
    // A client that was killed closes its connection in the middle.
    req.on('error', () => {})
    res.on('error', () => {})
    try {
      if (req.url === '/sign-in') return void res.writeHead(200, pageHeaders).end(PAGE)
      const body = await buffer(req)
      const fault = chooseFault(req.url ?? '')
      if (fault === undefined) return await pass(req, body, res)
      hits.set(fault, (hits.get(fault) ?? 0) + 1)
      await effects[fault](req, body, res)
    } catch {
      res.destroy()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    /** The address of the integration API behind the proxy. */
    url: `http://127.0.0.1:${port}/api`,
    /** Cuts every answer about candidates in half, until it is told that chance decides again. */
    cutAll(isOn: boolean): void {
      isCutting = isOn
    },
    /** Waits until the board has answered every request that the proxy has sent to it. */
    async settle(): Promise<void> {
      await Promise.allSettled(underWay)
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
