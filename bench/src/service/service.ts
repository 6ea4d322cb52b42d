import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@boardwalk/local-mongo/free-port'
import { startServer } from '@boardwalk/test-server/server-process'
import type { Closers } from '../closers.ts'
import type { Place, Stage } from '../stage.ts'

/** The services that Boardwalk is compared with: what a team would otherwise write. */
export const peers = ['express', 'fastify', 'fastify-cached'] as const
export const serviceNames = ['boardwalk', ...peers] as const
/** Boardwalk makes some writes after its answer, but not later than this. */
export const PUT_OFF_MS = 600
export type ServiceName = (typeof serviceNames)[number]

export function parseServiceName(name: string): ServiceName {
  const known = serviceNames.find((service) => service === name)
  if (known === undefined) throw new Error(`there is no service "${name}"; there are ${serviceNames.join(', ')}`)
  return known
}

/** A running service, which is a process of its own. */
export interface Service {
  name: ServiceName
  url: string
  pid: number | undefined
  place: Place
}

// The path begins at bench/dist.
const rootFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Starts a service as its operator would. Its log goes into the folder of the stage. `closers` stop it. */
export async function startService(
  name: ServiceName,
  { folder, profiles }: Stage,
  place: Place,
  closers: Closers,
): Promise<Service> {
  const PORT = String(await freePort())
  const shared = { NODE_ENV: 'production', PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}`, MONGODB_URI: place.uri }
  const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]
  const { child, url, stop } = await startServer({
    logFile: join(folder, `${name}.log`),
    ...(name === 'boardwalk'
      ? {
          settings: { ...shared, MONGODB_DATABASE: place.name, LOG_LEVEL: 'info' },
          nodeArgs: ['--import', rootFile('apps/api/dist/tracing.js'), ...profiling],
        }
      : {
          settings: { ...shared, DATABASE: place.name, CACHE_MS: name === 'fastify-cached' ? '900' : '0' },
          program: rootFile(`bench/dist/peer/${name.replace('-cached', '')}.js`),
        }),
  })
  closers.push(stop)
  return { name, url, pid: child.pid, place }
}
