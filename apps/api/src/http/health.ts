import { createServer, type Server } from 'node:http'
import { listen } from '@boardwalk/core/http/listen'
import type { Readiness } from '@boardwalk/core/http/readiness'
import type { Metrics } from '@boardwalk/core/process/metrics'
import { VERSION } from '@boardwalk/core/version'
import { Router } from 'express'

interface HealthOptions {
  readiness: Readiness
  /** What the operator should know of the database, although the process may get requests. */
  warnings: string[]
  /** Whether the server has been told to stop. */
  isStopping: () => boolean
}

/** Serves `/healthz`, which says that the process is alive, and `/readyz`, which answers 503 if it may get no requests. */
export function createHealthRoutes({ readiness, warnings, isStopping }: HealthOptions): Router {
  return Router()
    .get('/healthz', (_req, res) => {
      res.json({ status: 'alive', version: VERSION })
    })
    .get('/readyz', async (_req, res) => {
      const reasons = isStopping() ? ['the server is stopping'] : await readiness.check()
      if (reasons.length === 0) res.json({ status: 'ready', ...(warnings.length > 0 && { warnings }) })
      else res.status(503).json({ status: 'not ready', reasons })
    })
}

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
