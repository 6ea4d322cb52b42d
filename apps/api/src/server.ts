import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { prepareDatabase } from './db/connection.ts'
import { createPersevere, DATABASE_WAIT_MS } from './db/persevere.ts'
import { createSecrets } from './db/secret.ts'
import { createDeps, createStores, type Deps } from './deps.ts'
import { sweepAbandonedCvs } from './feature/application/service/cv.ts'
import { createSessionStore } from './feature/session/store.ts'
import { createHttpServer } from './http/server.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { Settings } from './settings.ts'

/** Between two looks for CVs whose application never came. */
const SWEEP_EVERY_MS = 15 * 60 * 1000

/** What is under way when the server is told to stop has so long to finish. */
export const DRAIN_MS_MAX = 10_000

/** The built back office; from `src` and from `dist` it is the same way. */
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

interface ServerOptions {
  connection: Connection
  host: string
  /** 0 takes a free one. */
  port: number
  /** Without a `publicUrl`, the address that the server listens on is the one that people are given. */
  settings: Omit<Settings, 'publicUrl'> & { publicUrl?: string | undefined }
  log: Logger
  now?: () => number
  metrics?: Metrics
}

export interface RunningServer {
  url: string
  deps: Deps
  /**
   * Is not ready from now on, serves on for `delayMs` so that load balancers notice, and then takes no new connection,
   * finishes the requests under way and what runs in the background.
   */
  stop(delayMs?: number): Promise<void>
}

/** Makes the database ready and listens. */
export async function startServer({
  connection,
  host,
  port,
  settings,
  log,
  now = Date.now,
  metrics = createMetrics(),
}: ServerOptions): Promise<RunningServer> {
  const persevere = createPersevere(settings.databaseWaitMs ?? DATABASE_WAIT_MS)
  const stores = createStores(connection, persevere)
  const sessions = createSessionStore(connection, now, persevere)
  const secretOf = createSecrets(connection)
  await prepareDatabase(connection)
  const cvSecret = await secretOf('cvLinks')
  const sessionSecret = await secretOf('sessions')
  stores.createLimiter.start({ secret: await secretOf('limits'), log, metrics })
  const server = createHttpServer()
  await listen(server, port, host)
  // Nothing is awaited from here to the handler, so no request comes before it.
  const url = settings.publicUrl ?? addressOf(server)
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
    throw new Error(`The server cannot listen on ${host}:${port} (${codeOf(cause)}): set another PORT or HOST`, {
      cause,
    })
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)

function addressOf(server: Server): string {
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
