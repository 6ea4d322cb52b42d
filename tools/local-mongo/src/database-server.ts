import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, renameSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import type { EngineFolder } from './data-folder.ts'
import { freePort } from './free-port.ts'
import { findProcesses, readCommandLine, readStartTime } from './live-process.ts'
import { lastLines, makeFolder, readIfThere, writePrivate } from './private-file.ts'
import type { Source } from './source.ts'

/** A database program: how to start it, and in what it differs from the others. */
export interface Program {
  /** Gives the program and its arguments for serving the folder's data on a port of 127.0.0.1. */
  command(folder: EngineFolder, port: number): readonly [string, ...string[]]
  replicaSet: string
  /** Work to do after the server's first answer, before it can be used. */
  prepare?(port: number): Promise<void>
}

/** One way to a database: `locate` finds or installs its program, or throws an error that says why it cannot. */
export interface Step {
  source: Source
  locate(log: (line: string) => void): Promise<Program>
}

/** A running server process: started by this process, or left behind by a killed owner. */
export interface DatabaseServer {
  pid: number
  port: number
  /** The folder that it serves; the process is recognised by this argument. */
  data: string
}

interface Answer {
  pid: number
  /** Whether it accepts writes: then it is a primary and has finished starting. */
  writable: boolean
}

/** The options that come before the data folder in the servers' command lines. */
const dataFlags = ['--storage-path', '--dbpath']

const startTimeoutMs = 120_000
const stopTimeoutMs = 10_000
const killTimeoutMs = 10_000
// secantus: the signal is sent twice, because its Python server can miss one that comes together with a client.
const askAfterMs = [0, 3000]
/** After this time a client connects, because the Python server leaves accept() only then, or after two seconds. */
const callAfterMs = 150
const portTriesMax = 5

class PortTaken extends Error {}

export function formatAddress(port: number, replicaSet: string): string {
  return `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSet}`
}

export function parsePort(uri: string): number {
  return Number(new URL(uri).port)
}

/**
 * Starts a program and waits until it serves. Calls `started` as soon as the process exists, so that the owner records it
 * even if the owner is killed a moment later. If another program takes the port before the server, tries another port.
 */
export async function launchServer(
  program: Program,
  folder: EngineFolder,
  started: (server: DatabaseServer) => void,
  pickPort = freePort,
): Promise<{ server: DatabaseServer; child: ChildProcess }> {
  for (let tries = 1; ; tries++) {
    const port = await pickPort(tries === 1 ? Number(readIfThere(folder.port)) : 0)
    try {
      return await launchOnPort(port, program, folder, started)
    } catch (error) {
      if (!(error instanceof PortTaken) || tries === portTriesMax) throw error
    }
  }
}

async function launchOnPort(
  port: number,
  program: Program,
  folder: EngineFolder,
  started: (server: DatabaseServer) => void,
): Promise<{ server: DatabaseServer; child: ChildProcess }> {
  makeFolder(folder.data)
  // The log of the last start is kept, because it says why that server died.
  if (existsSync(folder.log)) renameSync(folder.log, `${folder.log}.previous`)
  // secantus: without a settings file, it searches the working directory, the home folder and /etc for one.
  writePrivate(folder.config, '# Empty: all settings are on the command line.\n')
  const [command, ...args] = program.command(folder, port)
  const log = openSync(folder.log, 'w', 0o600)
  // In its own process group, the server does not receive the terminal's Ctrl-C, so its owner can finish requests first.
  const child = spawn(command, args, {
    cwd: folder.path,
    detached: true,
    env: createServerEnv(),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  failed.catch(() => {})
  if (child.pid === undefined) return failed
  child.unref()
  const server = { pid: child.pid, port, data: folder.data }
  started(server)
  try {
    await waitUntilServing(child, server, folder)
    await program.prepare?.(port)
  } catch (error) {
    await endServer(server)
    throw error
  }
  writePrivate(folder.port, String(port))
  return { server, child }
}

/** Waits until this server answers. Checks the process id of the answer, because another process may have the port. */
async function waitUntilServing(child: ChildProcess, server: DatabaseServer, folder: EngineFolder): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const gone = child.exitCode !== null || child.signalCode !== null
    if (!gone && (await askServer(server.port))?.pid === server.pid) return
    if (!gone && Date.now() < deadline) {
      await sleep(25)
      continue
    }
    const log = readIfThere(folder.log) ?? ''
    if (gone && /address already in use|EADDRINUSE/i.test(log)) throw new PortTaken(`port ${server.port} was taken`)
    const why = gone ? `ended (${child.exitCode ?? child.signalCode})` : `gave no answer in ${startTimeoutMs / 1000} s`
    throw new Error(`the server ${why}; the end of its log:\n${lastLines(log)}`)
  }
}

/** Asks the database on a port for its process id and whether it accepts writes; undefined if none answers. */
export async function askServer(port: number): Promise<Answer | undefined> {
  // The driver would wait half a second between two attempts; a plain connection fails at once.
  if (!(await canConnect(port))) return undefined
  const options = { serverSelectionTimeoutMS: 2000, connectTimeoutMS: 2000, socketTimeoutMS: 5000 }
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, options)
  try {
    const admin = client.db('admin')
    const [hello, status] = await Promise.all([admin.command({ hello: 1 }), admin.command({ serverStatus: 1 })])
    return { pid: Number(status.pid), writable: hello.isWritablePrimary === true }
  } catch {
    return undefined
  } finally {
    await client.close()
  }
}

/** Tells whether a process serves this data folder. A dead server's process id may belong to another program. */
export function isServing({ pid, data }: Pick<DatabaseServer, 'pid' | 'data'>): boolean {
  const command = readCommandLine(pid)
  return command !== undefined && dataFlags.some((flag) => command.includes(` ${flag} ${data} `))
}

/** Finds all servers that run on a data folder, also those of other owners. */
export function findServers(data: string): DatabaseServer[] {
  const pids = dataFlags.flatMap((flag) => findProcesses(` ${flag} ${data} `))
  return pids.map((pid) => ({ pid, data, port: Number(readCommandLine(pid)?.match(/ --port (\d+) /)?.[1]) }))
}

/** Ends a server without losing data: asks it to end, and kills it after ten seconds. */
export async function endServer(server: DatabaseServer): Promise<void> {
  if (!isServing(server)) return
  const start = readStartTime(server.pid)
  if (readCommandLine(server.pid)?.includes(' --dbpath ')) await askMongodToEnd(server.port)
  const began = Date.now()
  let asked = 0
  // The loop checks the start time: an ending process loses its command line before it closes its files.
  while (start !== undefined && readStartTime(server.pid) === start) {
    const waitedMs = Date.now() - began
    if (waitedMs > stopTimeoutMs + killTimeoutMs) throw new Error(`database server ${server.pid} cannot be ended`)
    if (waitedMs > stopTimeoutMs) {
      signal(server, 'SIGKILL')
    } else if (waitedMs >= (askAfterMs[asked] ?? Number.POSITIVE_INFINITY)) {
      asked++
      signal(server, 'SIGTERM')
    } else if (waitedMs > callAfterMs) {
      await canConnect(server.port)
    }
    await sleep(25)
  }
}

/** Sends a signal to a server, without waiting for its end. */
export function signal(server: DatabaseServer, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (isServing(server)) process.kill(server.pid, name)
  } catch {
    // The server ended between the check and the signal.
  }
}

/** Asks mongod to end by a command. After a signal, it would wait up to 15 s for a secondary, and it has none. */
async function askMongodToEnd(port: number): Promise<void> {
  if (!(await canConnect(port))) return
  const options = { serverSelectionTimeoutMS: 2000, socketTimeoutMS: 5000 }
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, options)
  try {
    await client.db('admin').command({ shutdown: 1, force: true, timeoutSecs: 1 })
  } catch {
    // A server that obeys closes the connection instead of answering.
  } finally {
    await client.close()
  }
}

function canConnect(port: number): Promise<boolean> {
  if (!(port > 0)) return Promise.resolve(false)
  return new Promise((resolve) => {
    // The full queue of a suspended server neither accepts nor refuses a connection, so there is a time limit.
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 })
    const say = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => say(true))
    socket.once('error', () => say(false))
    socket.once('timeout', () => say(false))
  })
}

// secantus: removes the variables that change how it stores data, such as SECANTUS_DATA_NONLOGGED, which loses data.
function createServerEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SECANTUS|WIREDTIGER)_/.test(name)))
}
