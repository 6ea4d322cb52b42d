import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServiceName } from './name.ts'
import { freePort, type ServerProcess, startProcess } from './process.ts'

/** The database of one service. */
export interface ServiceDatabase {
  uri: string
  name: string
}

/** One of the services, running. */
export interface Service extends ServerProcess {
  name: ServiceName
  url: string
}

/** Of this workspace's root, seen from bench/dist. */
const rootFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Starts a service as its operator would. Its log, which may be long, goes into the folder. */
export async function startService(
  name: ServiceName,
  database: ServiceDatabase,
  folder: string,
  settings: Record<string, string> = {},
): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...settings, NODE_ENV: 'production', PORT: String(port), PUBLIC_URL: url, MONGODB_URI: database.uri }
  const logFile = join(folder, `${name}.log`)
  const server =
    name === 'boardwalk'
      ? await startProcess({
          // As `npm start` has it.
          args: [
            '--enable-source-maps',
            '--import',
            rootFile('apps/api/dist/tracing.js'),
            rootFile('apps/api/dist/main.js'),
          ],
          env: {
            ...env,
            HOST: '127.0.0.1',
            MONGODB_DATABASE: database.name,
            LOG_LEVEL: 'info',
          },
          ready: { stream: 'stderr', begin: 'Boardwalk is at ' },
          logFile,
        })
      : await startProcess({
          args: ['--enable-source-maps', rootFile(`bench/dist/peer/${name}.js`)],
          env: { ...env, DATABASE: database.name },
          ready: { stream: 'stdout', begin: 'ready' },
          logFile,
        })
  return { name, url, ...server }
}
