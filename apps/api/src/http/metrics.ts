import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Metrics } from '../metrics.ts'

/** Serves `/metrics` on a port of its own, for whoever is let near it: nothing of it is on the public port. */
export async function serveMetrics(metrics: Metrics, { host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer(async (req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end('/metrics is here\n')
    const text = await metrics.text()
    res.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(`Metrics cannot be served on ${host}:${port}: set another METRICS_PORT`, { cause })
  }
  return server
}
