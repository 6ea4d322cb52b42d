import { execFile } from 'node:child_process'
import { type ServerProcess, type StartingServer, spawnServer } from '../server-process.ts'
import { builtProgram, type Ended } from './program.ts'

/* The server and the operator's commands as processes of their own, built from the sources that are tested. */

type Settings = Record<string, string>

// The limit of forms is off, because every form of a test comes from one address.
const defaults = { LOG_LEVEL: 'silent', APPLICATIONS_PER_HOUR: '1000000' }

/** Starts a server on a free port and waits until it serves. What it prints is appended to `logFile`. */
export async function startBuiltServer(settings: Settings, logFile?: string): Promise<ServerProcess> {
  const starting = spawnBuiltServer(settings, logFile)
  return { ...starting, url: await starting.url }
}

/** Starts a server on a free port: for a test in which it may not come to serve. */
export function spawnBuiltServer(settings: Settings, logFile?: string): StartingServer {
  return spawnServer({
    ...(logFile !== undefined && { logFile }),
    settings: { ...defaults, ...settings },
    program: builtProgram('apps/api/src/main.ts'),
    nodeArgs: [`--import=${builtProgram('apps/api/src/tracing.ts')}`],
  })
}

/** Runs an operator's command to its end. */
export function runBuiltAdmin(settings: Settings, ...command: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [builtProgram('apps/api/src/admin.ts'), ...command],
      { env: { ...process.env, ...defaults, ...settings } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, stdout, stderr })
      },
    )
  })
}
