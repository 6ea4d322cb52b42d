import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { builtProgram } from './program.ts'

/* The server and the operator's commands as processes of their own. */

type Settings = Record<string, string>

// Every form of a test comes from one address.
const defaults = { LOG_LEVEL: 'silent', APPLICATIONS_PER_HOUR: '1000000' }
const environment = (settings: Settings) => ({ ...process.env, ...defaults, ...settings })

/** Runs an operator's command to its end. */
export function runAdmin(
  settings: Settings,
  ...command: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [builtProgram('apps/api/src/admin.ts'), ...command],
      { env: environment(settings) },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, stdout, stderr })
      },
    )
  })
}

/** A server in a process of its own. */
export interface ServerProcess {
  url: string
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Starts a server on a free port and waits until it serves. */
export async function startProcess(settings: Settings): Promise<ServerProcess> {
  const tracing = `--import=${builtProgram('apps/api/src/tracing.ts')}`
  const child = spawn(process.execPath, [tracing, builtProgram('apps/api/src/main.ts')], {
    env: environment({ PORT: '0', ...settings }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  for await (const line of createInterface(child.stderr)) {
    said.push(line)
    const url = /^Boardwalk is at (\S+)/.exec(line)?.[1]
    if (url !== undefined) return { url, kill: (signal) => kill(child, signal) }
  }
  throw new Error(`the server did not start:\n${said.join('\n')}`)
}

async function kill(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
