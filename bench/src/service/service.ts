import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@boardwalk/local-mongo/free-port'
import { startServer } from '@boardwalk/test-server/server-process'
import type { ServiceName } from './name.ts'

/** The database of one service. */
export interface ServiceDatabase {
  uri: string
  name: string
}

/** A running service, which is a process of its own. */
export interface Service {
  name: ServiceName
  url: string
  pid: number
  /** The time from its start until it was ready. */
  startMs: number
  stop(): Promise<void>
}

// The path begins at bench/dist.
const rootFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Starts a service as its operator would. Its log goes into the folder. */
export async function startService(
  name: ServiceName,
  database: ServiceDatabase,
  folder: string,
  settings: Record<string, string> = {},
): Promise<Service> {
  const port = String(await freePort())
  const startedMs = performance.now()
  const { url, child, stop } = await startServer({
    settings: {
      ...settings,
      NODE_ENV: 'production',
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      MONGODB_URI: database.uri,
      ...(name === 'boardwalk'
        ? { MONGODB_DATABASE: database.name, LOG_LEVEL: 'info' }
        : { DATABASE: database.name, CACHE_MS: name === 'fastify-cached' ? '900' : '0' }),
    },
    logFile: join(folder, `${name}.log`),
    ...(name === 'boardwalk'
      ? { nodeArgs: ['--import', rootFile('apps/api/dist/tracing.js')] }
      : { program: rootFile(`bench/dist/peer/${name.replace('-cached', '')}.js`) }),
  })
  if (child.pid === undefined) throw new Error('a process that serves has no id')
  return { name, url, pid: child.pid, startMs: performance.now() - startedMs, stop }
}
