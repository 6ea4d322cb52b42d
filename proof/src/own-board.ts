import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseRung, startLocalMongo } from '@boardwalk/local-mongo'
import { MongoClient } from 'mongodb'
import type { Memory } from './bad-input/memory-probe.ts'

const built = (file: string) => fileURLToPath(new URL(`../../apps/api/dist/${file}`, import.meta.url))
const memoryProbe = new URL('memory-probe.js', import.meta.url).href

const START_MS_MAX = 120_000
const STOP_MS_MAX = 20_000

/** A built Boardwalk server as a process of one's own, over a database of its own; all of it goes with `stop`. */
export interface OwnBoard {
  url: string
  database: { uri: string; name: string }
  company: { id: string; slug: string }
  /** Of both scopes. */
  key: string
  /** Path of a published job's page. */
  jobPath: string
  /** Runs an operator's command and answers the object that it prints. */
  admin<Result>(...command: string[]): Promise<Result>
  /** Ends the process, and starts another one on its database once `meanwhile` is over; it has another address. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>
  /** How the process ended by itself; undefined while it runs. */
  ended(): string | undefined
  /** The memory that it takes after a garbage collection. */
  memory(): Promise<Memory>
  stop(): Promise<void>
}

/** What every program of this workspace does with one: it ends in any case. */
export async function withOwnBoard<Result>(work: (board: OwnBoard) => Promise<Result>): Promise<Result> {
  const board = await startOwnBoard()
  // Every time: npm passes on a Ctrl-C that the terminal has sent already.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void board.stop().finally(() => process.exit(130)))
  try {
    return await work(board)
  } finally {
    await board.stop()
  }
}

async function startOwnBoard(): Promise<OwnBoard> {
  const dataDir = await mkdtemp(join(tmpdir(), 'boardwalk-proof-'))
  const database = await openDatabase(dataDir)
  const removeData = async () => {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    MONGODB_URI: database.uri,
    MONGODB_DATABASE: database.name,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: '',
    // As `npm start` has it.
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    // Every form comes from one address.
    APPLICATIONS_PER_HOUR: '1000000',
    WRONG_KEYS_PER_MINUTE: '1000000',
  }
  let child = start(env)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= endProcess(child).finally(removeData)
    return stopped
  }
  try {
    const url = await addressOf(child)
    const admin = async <Result>(...command: string[]): Promise<Result> => {
      const { stdout } = await promisify(execFile)(process.execPath, [built('admin.js'), ...command, '--json'], { env })
      return JSON.parse(stdout)
    }
    const company = await admin<OwnBoard['company']>('company', 'create', '--name', 'Atlas Talents', '--slug', 'atlas')
    const { key } = await admin<{ key: string }>('key', 'create', '--company', 'atlas', '--name', 'proof')
    const job = await admin<{ jobUrl: string }>('job', 'create', '--company', 'atlas', '--title', 'Comptable')
    return {
      url,
      database,
      company,
      key,
      jobPath: new URL(job.jobUrl, url).pathname,
      admin,
      restart: async (meanwhile) => {
        await endProcess(child)
        await meanwhile()
        child = start(env)
        await addressOf(child)
      },
      ended: () => {
        const how = child.exitCode ?? child.signalCode
        return how === null ? undefined : String(how)
      },
      memory: async () => {
        child.send('memory')
        const [memory] = await once(child, 'message')
        return memory
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const start = (env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, ['--enable-source-maps', '--expose-gc', '--import', memoryProbe, built('main.js')], {
    env,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })

/** The database of MONGODB_URI, under a name of its own, else one of this machine. */
async function openDatabase(dataDir: string): Promise<OwnBoard['database'] & { stop: () => Promise<void> }> {
  const name = `proof_${randomUUID().replaceAll('-', '')}`
  const { MONGODB_URI: uri, LOCAL_MONGO: localMongo } = process.env
  if (uri) {
    const drop = async () => {
      const client = new MongoClient(uri)
      await client.db(name).dropDatabase()
      await client.close()
    }
    return { uri, name, stop: drop }
  }
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const { uri: local, stop } = await startLocalMongo({ dataDir, rung: parseRung(localMongo), log })
  return { uri: local, name, stop }
}

async function addressOf(child: ChildProcess): Promise<string> {
  const { stderr } = child
  if (stderr === null) throw new Error('the server has no standard error')
  const late = setTimeout(() => child.kill('SIGKILL'), START_MS_MAX)
  const said: string[] = []
  try {
    for await (const line of createInterface(stderr)) {
      said.push(line)
      const url = /^Boardwalk is at (\S+)/.exec(line)?.[1]
      if (url === undefined) continue
      stderr.resume()
      return url
    }
  } finally {
    clearTimeout(late)
  }
  throw new Error(`The server did not start:\n${said.join('\n')}`)
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
  child.kill('SIGTERM')
  await exited
  clearTimeout(late)
}
