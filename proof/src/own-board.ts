import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { openDatabase } from '@boardwalk/test-server/database'
import { spawnServer } from '@boardwalk/test-server/server-process'
import { type Db, MongoClient } from 'mongodb'
import { createCompany, createJob, createOperator, type Operator } from './operator.ts'

const processProbe = new URL('process-probe.js', import.meta.url).href

/** A built Boardwalk server as a process, over a new database. */
export interface OwnBoard {
  url: string
  /** The database, without the server between. */
  db: Db
  company: { id: string; slug: string }
  /** A key of both scopes. */
  key: string
  /** The path of a published job's page. */
  jobPath: string
  operator: Operator
  /** Stops the process, does the work, and starts another process on the database, with another address. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>
  /** Measures the memory of the process, in bytes. */
  residentBytes(): Promise<number>
  /** Stops the server and removes the data. */
  stop(): Promise<void>
}

/** Works with a new board, and stops it also after a failure or a signal. */
export async function withOwnBoard<Result>(
  work: (board: OwnBoard) => Promise<Result>,
  settings: NodeJS.ProcessEnv = {},
): Promise<Result> {
  const board = await startOwnBoard(settings)
  // Not `once`: after a Ctrl-C in the terminal, npm sends the signal a second time.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void board.stop().finally(() => process.exit(130)))
  try {
    return await work(board)
  } finally {
    await board.stop()
  }
}

async function startOwnBoard(changes: NodeJS.ProcessEnv): Promise<OwnBoard> {
  const server = await openDatabase()
  const name = `proof_${randomUUID().replaceAll('-', '')}`
  const client = new MongoClient(server.uri)
  const removeData = async () => {
    // Others may use the database server, too.
    if (!server.isOwn) for (const each of [name, `${name}_journal`]) await client.db(each).dropDatabase()
    await client.close()
    if (server.isOwn) await server.stop()
  }
  const settings = {
    MONGODB_URI: server.uri,
    MONGODB_DATABASE: name,
    PUBLIC_URL: '',
    // The same as in `npm start`.
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    // Every form comes from one address.
    APPLICATIONS_PER_HOUR: '1000000',
    ...changes,
  }
  const start = () => spawnServer({ settings, nodeArgs: ['--import', processProbe], hasChannel: true })
  let process = start()
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= process.stop().finally(removeData)
    return stopped
  }
  try {
    const url = await process.url
    const operator = createOperator(settings)
    const { key, ...company } = await createCompany(operator, 'Atlas Talents', 'atlas')
    return {
      url,
      db: client.db(name),
      company,
      key,
      jobPath: (await createJob(operator, company.slug)).path,
      operator,
      restart: async (meanwhile) => {
        await process.stop()
        await meanwhile()
        process = start()
        await process.url
      },
      residentBytes: async () => {
        process.child.send('residentBytes')
        const [bytes] = await once(process.child, 'message')
        return bytes
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
