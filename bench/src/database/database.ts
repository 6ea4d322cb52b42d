import { join } from 'node:path'
import { type Source, startLocalMongo } from '@boardwalk/local-mongo'
import { MongoClient } from 'mongodb'

/** The database server of all services. Each service has a database of its own on it. */
export interface Database {
  uri: string
  /** The name of the local server, or `given` for the database of MONGODB_URI. */
  name: Source | 'given'
  /** The product and its version, for the table. */
  label: string
  /** Undefined if it runs on another machine. */
  pid: number | undefined
  /** Whether it has one address, so that a proxy can be put before it. */
  hasOneAddress: boolean
  client: MongoClient
  stop(): Promise<void>
}

/** Opens the database of MONGODB_URI, or starts a local one if that is not set or `source` names a local one. */
export async function openDatabase(folder: string, source: Source | undefined): Promise<Database> {
  const { MONGODB_URI: given } = process.env
  if (given && source === undefined) return connect(given, 'given', async () => {})
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const local = await startLocalMongo({ dataDir: join(folder, 'database'), source, log })
  return connect(local.uri, local.source, () => local.stop())
}

async function connect(uri: string, name: Database['name'], stop: () => Promise<void>): Promise<Database> {
  const client = await MongoClient.connect(uri)
  const { version } = await client.db('admin').command({ buildInfo: 1 })
  // A user of a hosted database may not be allowed to ask for the status.
  const status = await client
    .db('admin')
    .command({ serverStatus: 1 })
    .catch(() => ({}))
  const hasOneAddress = uri.startsWith('mongodb://') && !uri.includes(',')
  const isLocal = hasOneAddress && ['127.0.0.1', 'localhost', '::1'].includes(new URL(uri).hostname)
  return {
    uri,
    name,
    label: `${name === 'given' ? 'MONGODB_URI' : name} (${'secantus' in status ? 'SecantusDB' : 'mongod'}, announces MongoDB ${version})`,
    pid: isLocal && 'pid' in status ? Number(status.pid) : undefined,
    hasOneAddress,
    client,
    async stop() {
      await client.close()
      await stop()
    },
  }
}
