import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createWriteStream, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { sourceFile } from './source-file.ts'

/** How a server process is started. */
export interface ServerOptions {
  /** Environment variables besides those of this process. The server takes a free port unless they name a `PORT`. */
  settings: NodeJS.ProcessEnv
  /** Path of the built program; without it the server that `npm run build` has built. */
  program?: string
  /** What Node is given before the program, such as `--import=…`. */
  nodeArgs?: string[]
  /** File to which all that the server prints is appended; without it standard output is the one of this process. */
  logFile?: string
  /** Opens a channel for `child.send()`. */
  hasChannel?: boolean
}

/** A server process that has been started and may not serve yet. */
export interface StartingServer {
  child: ChildProcess
  /** What it printed to standard error until it served: which database it took, and problems. */
  log: string[]
  /**
   * The address that it listens on, once it serves. Fails with the log if the process ends before. A busy machine may take
   * any time.
   */
  url: Promise<string>
  /** Sends a signal and waits until the process has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Asks the process to end, and kills it if it has not ended after a minute. */
  stop(): Promise<void>
}

/** A server process that serves at its address. */
export interface ServerProcess extends Omit<StartingServer, 'url'> {
  url: string
}

const STOP_MS_MAX = 60_000

/** Starts a server process and waits until it serves. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const starting = spawnServer(options)
  return { ...starting, url: await starting.url }
}

/** Starts a server process: for a caller that must be able to end it while it starts. */
export function spawnServer({
  settings,
  program = sourceFile('apps/api/dist/main.js'),
  nodeArgs = [],
  logFile,
  hasChannel = false,
}: ServerOptions): StartingServer {
  // Standard output goes to the file without a detour through this process, which may be a benchmark.
  const stdout = logFile === undefined ? 'inherit' : openSync(logFile, 'a')
  const child = spawn(process.execPath, ['--enable-source-maps', ...nodeArgs, program], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...settings },
    stdio: ['ignore', stdout, 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
  })
  killAtExit(child)
  if (typeof stdout === 'number') closeSync(stdout)
  if (logFile !== undefined) child.stderr?.pipe(createWriteStream(logFile, { flags: 'a' }))
  const log: string[] = []
  const url = readAddress(child, log)
  // A caller that ends the process while it starts no longer asks for its address.
  url.catch(() => {})
  const end: StartingServer['end'] = async (signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    child,
    log,
    url,
    end,
    async stop() {
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
      await end('SIGTERM')
      clearTimeout(late)
    },
  }
}

/** The servers that have not ended. */
const running = new Set<ChildProcess>()

/** Makes the exit of this process kill a server. An exit cannot wait until the server has finished its requests. */
function killAtExit(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', killAll)
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', killAll)
  })
}

function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Reads standard error up to the line that names the address, such as "Boardwalk is at http://127.0.0.1:3000". */
async function readAddress({ stderr }: ChildProcess, log: string[]): Promise<string> {
  if (stderr === null) throw new Error('the server process has no standard error')
  const lines = createInterface(stderr)
  return new Promise((resolve, reject) => {
    let isServing = false
    lines.on('line', (line) => {
      if (isServing) return
      const url = /^\w+ is at (http:\S+)/.exec(line)?.[1]
      isServing = url !== undefined
      if (url === undefined) log.push(line)
      else resolve(url)
    })
    lines.on('close', () => reject(new Error(`The server did not start:\n${log.join('\n')}`)))
  })
}
