import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { openDatabase } from '@boardwalk/test-server/database'
import { runOperatorCommand } from '@boardwalk/test-server/operator-command'
import { spawnServer } from '@boardwalk/test-server/server-process'
import { MongoClient } from 'mongodb'
import type { Memory } from './bad-input/memory-probe.ts'

const memoryProbe = new URL('memory-probe.js', import.meta.url).href

/** A built Boardwalk server as a process, over a database of its own; `stop` ends the server and removes the data. */
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
  const server = await openDatabase()
  const database = { uri: server.uri, name: `proof_${randomUUID().replaceAll('-', '')}` }
  const removeData = () => (server.isOwn ? server.stop() : dropDatabase(database))
  const settings = {
    MONGODB_URI: database.uri,
    MONGODB_DATABASE: database.name,
    PUBLIC_URL: '',
    // As `npm start` has it.
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    // Every form comes from one address.
    APPLICATIONS_PER_HOUR: '1000000',
    WRONG_KEYS_PER_MINUTE: '1000000',
  }
  const start = () => spawnServer({ settings, nodeArgs: ['--expose-gc', '--import', memoryProbe], hasChannel: true })
  let process = start()
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= process.stop().finally(removeData)
    return stopped
  }
  try {
    const url = await process.url
    const admin: OwnBoard['admin'] = (...command) => runOperatorCommand(settings, ...command)
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
        await process.stop()
        await meanwhile()
        process = start()
        await process.url
      },
      ended: () => {
        const how = process.child.exitCode ?? process.child.signalCode
        return how === null ? undefined : String(how)
      },
      memory: async () => {
        process.child.send('memory')
        const [memory] = await once(process.child, 'message')
        return memory
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Removes the data of a run from a database server that others may use. */
async function dropDatabase({ uri, name }: OwnBoard['database']): Promise<void> {
  const client = new MongoClient(uri)
  await client.db(name).dropDatabase()
  await client.close()
}
