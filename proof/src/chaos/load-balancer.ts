import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const ASKED_EVERY_MS = 100

export type LoadBalancer = Awaited<ReturnType<typeof startLoadBalancer>>

/** Starts a simple load balancer: it asks each process whether it is ready, takes turns, and tries no request twice. */
export async function startLoadBalancer(ports: number[]) {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<number>()
  let turn = 0

  const server = createServer((req, res) => {
    const candidates = ports.filter((port) => ready.has(port))
    const port = candidates[turn++ % candidates.length]
    if (port === undefined) res.writeHead(502).end('no process is ready')
    else forward(port, req, res)
  })

  function forward(port: number, req: IncomingMessage, res: ServerResponse): void {
    const { method, url: path, headers } = req
    const upstream = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      const { connection: _, ...kept } = answer.headers
      res.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(res)
    })
    upstream.on('error', (error) => {
      if (res.headersSent) res.destroy()
      else res.writeHead(502).end(`port ${port}: ${error.message}`)
    })
    req.pipe(upstream)
  }

  const asking = setInterval(() => {
    for (const port of ports) {
      get({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: 2_000 }, (answer) => {
        answer.resume()
        if (answer.statusCode === 200) ready.add(port)
        else ready.delete(port)
      }).on('error', () => ready.delete(port))
    }
  }, ASKED_EVERY_MS)

  // Clients end their connections. Otherwise a request may meet a connection that is just being closed.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    port,
    /** Waits until a process is ready. */
    async untilReady(port: number): Promise<void> {
      while (!ready.has(port)) await sleep(ASKED_EVERY_MS)
    },
    close(): void {
      clearInterval(asking)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
