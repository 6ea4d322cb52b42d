import { createServer, type Server } from 'node:http'
import type { Metrics } from '../metrics.ts'
import { listen } from './listen.ts'

/** Serves `/metrics` on a port of its own, never on the public port. The operator decides who can reach that port. */
export async function serveMetrics(metrics: Metrics, place: { host: string; port: number }): Promise<Server> {
  const server = createServer(async (req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end('The metrics are at /metrics\n')
    const text = await metrics.text()
    res.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  })
  await listen(server, place, { purpose: 'Metrics', settings: 'METRICS_PORT' })
  return server
}
