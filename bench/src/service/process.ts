import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

const START_MS_MAX = 60_000
const STOP_MS_MAX = 20_000

/** A server as a process of its own. */
export interface ServerProcess {
  pid: number
  /** From its start until it said that it is ready. */
  startMs: number
  stop(): Promise<void>
}

interface Command {
  args: string[]
  env: Record<string, string>
  /** Where it says that it is ready, and how; the other stream goes to the log. */
  ready: { stream: 'stdout' | 'stderr'; begin: string }
  logFile: string
}

/** Starts a Node program and waits until it says that it is ready. */
export async function startProcess({ args, env, ready, logFile }: Command): Promise<ServerProcess> {
  const log = openSync(logFile, 'a')
  const startedMs = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ready.stream === 'stdout' ? ['ignore', 'pipe', log] : ['ignore', log, 'pipe'],
  })
  closeSync(log)
  try {
    await readiness(child, ready)
  } catch (error) {
    await end(child)
    throw error
  }
  const { pid } = child
  if (pid === undefined) throw new Error('a process that is ready has no id')
  return { pid, startMs: performance.now() - startedMs, stop: () => end(child) }
}

async function readiness(child: ChildProcess, { stream, begin }: Command['ready']): Promise<void> {
  const output = child[stream]
  if (output === null) throw new Error(`the server has no ${stream}`)
  const late = setTimeout(() => child.kill('SIGKILL'), START_MS_MAX)
  const said: string[] = []
  try {
    for await (const line of createInterface(output)) {
      said.push(line)
      if (!line.startsWith(begin)) continue
      output.resume()
      return
    }
  } finally {
    clearTimeout(late)
  }
  throw new Error(`${child.spawnargs.join(' ')} did not start:\n${said.join('\n')}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
  child.kill('SIGTERM')
  await exited
  clearTimeout(late)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
