import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createWriteStream, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Path of a file of this repository, such as `examples/jobs.json`. */
export const sourceFile = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** How a server process is started. */
export interface ServerOptions {
  /** Environment variables besides those of this process. The server takes a free port unless they name a `PORT`. */
  settings: NodeJS.ProcessEnv
  /** Path of the built program. Default: the server that `npm run build` has built. */
  program?: string
  /** What Node is given before the program, such as `--import=…`. */
  nodeArgs?: string[]
  /** File to which all that the server prints is appended. Default: standard output is that of this process. */
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

/** Makes the exit of this process kill a server. An exit cannot wait until the server has finished its requests. */
function killAtExit(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}

/** Reads standard error up to the line that names the address, such as "Boardwalk is at http://127.0.0.1:3000". */
async function readAddress({ stderr }: ChildProcess, log: string[]): Promise<string> {
  if (stderr === null) throw new Error('the server process has no standard error')
  try {
    for await (const line of createInterface(stderr)) {
      const url = /^\w+ is at (http:\S+)/.exec(line)?.[1]
      if (url !== undefined) return url
      log.push(line)
    }
  } finally {
    // The reader of lines has paused the stream. A server whose standard error is full would wait.
    stderr.resume()
  }
  throw new Error(`The server did not start:\n${log.join('\n')}`)
}

/**
 * Runs an operator's command, as `npm run admin -- … --json` does, and returns the object that it prints. `settings` are
 * environment variables besides those of this process; they name the database.
 */
export async function runOperatorCommand<Result>(settings: NodeJS.ProcessEnv, ...command: string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [sourceFile('apps/api/dist/admin.js'), ...command, '--json'],
    { env: { ...process.env, ...settings } },
  )
  return JSON.parse(stdout)
}

/** A server as `npm start` runs it, over a new and empty database of its own. */
export interface OwnServer {
  url: string
  /** What it printed while it started, such as which database it took. */
  log: string[]
  /** Runs `npm run admin -- … --json` on its database and returns the object that it prints. */
  admin<Result>(...command: string[]): Promise<Result>
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

/** Starts a server on a free port and in a new data folder. */
export async function startOwnServer(): Promise<OwnServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'boardwalk-server-'))
  const removeData = () => rm(dataDir, { recursive: true, force: true })
  const settings = { DATA_DIR: dataDir, PUBLIC_URL: '', LOG_LEVEL: 'warn' }
  try {
    const { url, log, stop } = await startServer({ settings })
    // An operator's command prints addresses of pages, which it makes from the port.
    const running = { ...settings, PORT: new URL(url).port }
    return {
      url,
      log,
      admin: (...command) => runOperatorCommand(running, ...command),
      stop: () => stop().finally(removeData),
    }
  } catch (error) {
    await removeData()
    throw error
  }
}
