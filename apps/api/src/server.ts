import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { prepareDatabase } from './db/connection.ts'
import { createRetry, DATABASE_WAIT_MS } from './db/retry.ts'
import { createSecrets } from './db/secret.ts'
import { createDeps, createStores, type Deps } from './deps.ts'
import { sweepAbandonedCvs } from './feature/application/service/cv.ts'
import { createSessionStore } from './feature/session/store.ts'
import { createHttpServer } from './http/server.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { Settings } from './settings.ts'

/** The time between two sweeps of CVs whose application never came. */
const SWEEP_EVERY_MS = 15 * 60 * 1000

/** How long requests under way may take to finish when the server is told to stop. */
export const DRAIN_MS_MAX = 10_000

/** The built back office. The path is the same from `src` and from `dist`. */
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

interface ServerOptions {
  connection: Connection
  host: string
  /** 0 takes a free port. */
  port: number
  /** Without a `publicUrl`, it is the address that the server listens on. */
  settings: Omit<Settings, 'publicUrl'> & { publicUrl?: string | undefined }
  log: Logger
  now?: () => number
  metrics?: Metrics
}

export interface RunningServer {
  url: string
  deps: Deps
  /**
   * Reports at once that it is not ready, and serves for `delayMs` so that load balancers notice. Then it accepts no
   * connection, and finishes the requests under way and the work in the background.
   */
  stop(delayMs?: number): Promise<void>
}

/** Prepares the database and starts to listen. */
export async function startServer({
  connection,
  host,
  port,
  settings,
  log,
  now = Date.now,
  metrics = createMetrics(),
}: ServerOptions): Promise<RunningServer> {
  const retry = createRetry(settings.databaseWaitMs ?? DATABASE_WAIT_MS)
  const stores = createStores(connection, retry)
  const sessions = createSessionStore(connection, now, retry)
  const readSecret = createSecrets(connection)
  await prepareDatabase(connection)
  const cvSecret = await readSecret('cvLinks')
  const sessionSecret = await readSecret('sessions')
  stores.createLimiter.start({ secret: await readSecret('limits'), log, metrics })
  const server = createHttpServer()
  await listen(server, port, host)
  // Nothing is awaited between here and the handler, so no request comes before it.
  const url = settings.publicUrl ?? formatAddress(server)
  const deps = createDeps(stores, { settings: { ...settings, publicUrl: url }, cvSecret, log, now, metrics })
  const backOffice = { store: sessions, secret: sessionSecret, folder: WEB_FOLDER }
  let isStopping = false
  server.on('request', createApp(deps, { connection, isStopping: () => isStopping, backOffice }))
  const sweep = () => deps.background.run('remove abandoned CVs', () => sweepAbandonedCvs(deps))
  sweep()
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS)
  return {
    url,
    deps,
    async stop(delayMs = 0) {
      isStopping = true
      clearInterval(sweeping)
      if (delayMs > 0) await wait(delayMs)
      await drain(server)
      await deps.background.settled()
      await deps.recorder.flush()
    },
  }
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(`The server cannot listen on ${host}:${port} (${readCode(cause)}): set another PORT or HOST`, {
      cause,
    })
  }
}

const readCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)

function formatAddress(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}

async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS_MAX)
  await closed
  clearTimeout(late)
}
