import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, renameSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import type { EngineFolder } from './data-folder.ts'
import { freePort } from './free-port.ts'
import { commandOf, processesWith, startOf } from './live-process.ts'
import { lastLines, makeFolder, readIfThere, writePrivate } from './private-file.ts'
import type { Rung } from './rung.ts'

/** A database program: how to start it, and what sets it apart from the others. */
export interface Program {
  /** Program and arguments that serve the folder's data on this port of 127.0.0.1. */
  command(folder: EngineFolder, port: number): readonly [string, ...string[]]
  replicaSet: string
  /** Work between the first answer and readiness. */
  prepare?(port: number): Promise<void>
}

/** One rung of the ladder: `locate` gives a program that can be started, or throws the reason why there is none. */
export interface Step {
  rung: Rung
  locate(log: (line: string) => void): Promise<Program>
}

/** A running server process, ours or one that a killed owner left. */
export interface DatabaseServer {
  pid: number
  port: number
  /** The folder it serves, by which it is recognised among processes. */
  data: string
}

interface Answer {
  pid: number
  /** Takes writes, so it is a primary and has finished starting. */
  writable: boolean
}

/** The programs' names for the argument before the data folder. */
const dataFlags = ['--storage-path', '--dbpath']

const startTimeoutMs = 120_000
const stopTimeoutMs = 10_000
const killTimeoutMs = 10_000
// secantus: asked twice, for its Python server can miss a signal that comes at the same instant as a client.
const askAtMs = [0, 3000]
/** Thus not at once: the same server leaves its accept() only when a client calls; without one it ends after two seconds. */
const callAfterMs = 150
const portTriesMax = 5

class PortTaken extends Error {}

export function addressOf(port: number, replicaSet: string): string {
  return `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSet}`
}

export function portOf(uri: string): number {
  return Number(new URL(uri).port)
}

/**
 * Starts a program and waits until it serves. `started` is called in the very tick in which the process begins, so that
 * an owner killed one moment later has already written down whom to look for. A port that another program takes
 * between our look and the server's bind is answered with another port.
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
      return await launchOn(port, program, folder, started)
    } catch (error) {
      if (!(error instanceof PortTaken) || tries === portTriesMax) throw error
    }
  }
}

async function launchOn(
  port: number,
  program: Program,
  folder: EngineFolder,
  started: (server: DatabaseServer) => void,
): Promise<{ server: DatabaseServer; child: ChildProcess }> {
  makeFolder(folder.data)
  // One log per start, and the one before: it tells why the last server died.
  if (existsSync(folder.log)) renameSync(folder.log, `${folder.log}.previous`)
  // secantus: it looks for settings in its working directory, the home folder and /etc, unless it is given a file.
  writePrivate(folder.config, '# Empty: all settings are on the command line.\n')
  const [command, ...args] = program.command(folder, port)
  const log = openSync(folder.log, 'w', 0o600)
  // Detached: its own process group, which the terminal's Ctrl-C does not reach, so the owner can drain before.
  const child = spawn(command, args, {
    cwd: folder.path,
    detached: true,
    env: plainEnv(),
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
    await served(child, server, folder)
    await program.prepare?.(port)
  } catch (error) {
    await endServer(server)
    throw error
  }
  writePrivate(folder.port, String(port))
  return { server, child }
}

/** Waits for the first answer, and for it to come from this very process: another may have the port. */
async function served(child: ChildProcess, server: DatabaseServer, folder: EngineFolder): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const gone = child.exitCode !== null || child.signalCode !== null
    if (!gone && (await answerAt(server.port))?.pid === server.pid) return
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

/** The database that answers on this port, if one does. */
export async function answerAt(port: number): Promise<Answer | undefined> {
  // The driver waits half a second between two attempts; this answers at once.
  if (!(await accepts(port))) return undefined
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

/** Whether this process is (still) the database server of that data folder, and no other that was given its pid. */
export function serves({ pid, data }: Pick<DatabaseServer, 'pid' | 'data'>): boolean {
  const command = commandOf(pid)
  return command !== undefined && dataFlags.some((flag) => command.includes(` ${flag} ${data} `))
}

/** The servers that run on a data folder, whoever started them. */
export function serversOn(data: string): DatabaseServer[] {
  const pids = dataFlags.flatMap((flag) => processesWith(` ${flag} ${data} `))
  return pids.map((pid) => ({ pid, data, port: Number(commandOf(pid)?.match(/ --port (\d+) /)?.[1]) }))
}

/** Ends a server so that its data is whole: asked first, forced after ten seconds. */
export async function endServer(server: DatabaseServer): Promise<void> {
  if (!serves(server)) return
  const start = startOf(server.pid)
  if (commandOf(server.pid)?.includes(' --dbpath ')) await askMongodToEnd(server.port)
  const began = Date.now()
  let asked = 0
  // Not `while it serves`: a process that ends loses its command line before it lets go of its files.
  while (start !== undefined && startOf(server.pid) === start) {
    const waitedMs = Date.now() - began
    if (waitedMs > stopTimeoutMs + killTimeoutMs) throw new Error(`database server ${server.pid} cannot be ended`)
    if (waitedMs > stopTimeoutMs) {
      signal(server, 'SIGKILL')
    } else if (waitedMs >= (askAtMs[asked] ?? Number.POSITIVE_INFINITY)) {
      asked++
      signal(server, 'SIGTERM')
    } else if (waitedMs > callAfterMs) {
      await accepts(server.port)
    }
    await sleep(25)
  }
}

/** Tells a server to end, without waiting. */
export function signal(server: DatabaseServer, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (serves(server)) process.kill(server.pid, name)
  } catch {
    // It ended between the look and the signal.
  }
}

/** A mongod that is told by signal waits up to 15 s for a secondary to take over; this one has none. */
async function askMongodToEnd(port: number): Promise<void> {
  if (!(await accepts(port))) return
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

function accepts(port: number): Promise<boolean> {
  if (!(port > 0)) return Promise.resolve(false)
  return new Promise((resolve) => {
    // A frozen server's full queue neither takes nor refuses a connection.
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

// secantus: the environment without the variables that change how it stores data (SECANTUS_DATA_NONLOGGED loses it).
function plainEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SECANTUS|WIREDTIGER)_/.test(name)))
}
