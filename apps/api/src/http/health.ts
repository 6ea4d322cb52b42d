import { Router } from 'express'
import type { Connection } from 'mongoose'
import { missingIndexes } from '../db/connection.ts'

/** A node whose clock is further from the database's is not ready: the dates that it gave would stop every feed. */
const CLOCK_SKEW_MS_MAX = 5_000

interface HealthOptions {
  connection: Connection
  now: () => number
  /** Whether the server has been told to stop. */
  isStopping: () => boolean
}

/** Why a node may not serve now; none: it is ready. */
async function unreadiness({ connection, now }: HealthOptions): Promise<string[]> {
  try {
    const before = now()
    const hello = await connection.db?.admin().command({ hello: 1 }, { timeoutMS: 2_000 })
    const after = now()
    // A date of MongoDB's, a number of some others that speak its protocol.
    const localMs = Number(hello?.localTime)
    if (!Number.isFinite(localMs)) return ['the database does not tell its time']
    const skewMs = Math.max(before - localMs, localMs - after, 0)
    const missing = await missingIndexes(connection)
    return [
      ...(skewMs > CLOCK_SKEW_MS_MAX
        ? [`this machine's clock is ${skewMs} ms from the database's; set it right (NTP)`]
        : []),
      ...missing.map((index) => `the unique index of ${index} is missing; restart a server to make it`),
    ]
  } catch {
    return ['the database does not answer']
  }
}

/** `/healthz`: the process is alive. `/readyz`: it may be sent requests. */
export function healthRoutes(options: HealthOptions): Router {
  let asked: Promise<string[]> | undefined
  const reasonsNow = () => {
    if (options.isStopping()) return ['the server is stopping']
    // Whoever asks meanwhile is told the same: nobody makes the database work harder by asking more.
    asked ??= unreadiness(options).finally(() => {
      asked = undefined
    })
    return asked
  }
  return Router()
    .get('/healthz', (_req, res) => {
      res.json({ status: 'alive' })
    })
    .get('/readyz', async (_req, res) => {
      const reasons = await reasonsNow()
      if (reasons.length === 0) res.json({ status: 'ready' })
      else res.status(503).json({ status: 'not ready', reasons })
    })
}
