import { Router } from 'express'
import manifest from '../../package.json' with { type: 'json' }
import type { Readiness } from '../readiness.ts'

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
      res.json({ status: 'alive', version: manifest.version })
    })
    .get('/readyz', async (_req, res) => {
      const reasons = isStopping() ? ['the server is stopping'] : await readiness.check()
      if (reasons.length === 0) res.json({ status: 'ready', ...(warnings.length > 0 && { warnings }) })
      else res.status(503).json({ status: 'not ready', reasons })
    })
}
