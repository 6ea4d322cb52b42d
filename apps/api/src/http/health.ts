import { Router } from 'express'
import type { Connection } from 'mongoose'
import manifest from '../../package.json' with { type: 'json' }
import { findMissingIndexes } from '../db/connection.ts'

/**
 * A process whose clock differs by more from the database's is not ready. The dates of applications only rise, so one clock
 * that is ahead would move the dates of all later applications into the future.
 */
const CLOCK_SKEW_MS_MAX = 5_000

interface HealthOptions {
  connection: Connection
  now: () => number
  /** Whether the server has been told to stop. */
  isStopping: () => boolean
}

/** Finds the reasons why this process may not serve now. If there is none, it is ready. */
async function findObstacles({ connection, now }: HealthOptions): Promise<string[]> {
  try {
    const before = now()
    const hello = await connection.db?.admin().command({ hello: 1 }, { timeoutMS: 2_000 })
    const after = now()
    // MongoDB sends a date. Some other databases with its protocol send a number.
    const localMs = Number(hello?.localTime)
    if (!Number.isFinite(localMs)) return ['the database does not tell its time']
    const skewMs = Math.max(before - localMs, localMs - after, 0)
    const missing = await findMissingIndexes(connection)
    return [
      ...(skewMs > CLOCK_SKEW_MS_MAX
        ? [`this machine's clock is ${skewMs} ms from the database's; synchronise it with NTP`]
        : []),
      ...missing.map((index) => `the unique index of ${index} is missing; restart a server to make it`),
    ]
  } catch {
    return ['the database does not answer']
  }
}

/** Serves `/healthz`, which says that the process is alive, and `/readyz`, which answers 503 if it may get no requests. */
export function createHealthRoutes(options: HealthOptions): Router {
  let asked: Promise<string[]> | undefined
  const reasonsNow = () => {
    if (options.isStopping()) return ['the server is stopping']
    // Requests that arrive meanwhile share the answer, so that many of them cost the database no more than one.
    asked ??= findObstacles(options).finally(() => {
      asked = undefined
    })
    return asked
  }
  return Router()
    .get('/healthz', (_req, res) => {
      res.json({ status: 'alive', version: manifest.version })
    })
    .get('/readyz', async (_req, res) => {
      const reasons = await reasonsNow()
      if (reasons.length === 0) res.json({ status: 'ready' })
      else res.status(503).json({ status: 'not ready', reasons })
    })
}
