import { join } from 'node:path'
import { type Rung, startLocalMongo } from '@boardwalk/local-mongo'
import { MongoClient } from 'mongodb'

/** The database server that all services share, each in a database of its own. */
export interface Database {
  uri: string
  /** Which one it is, for the table. */
  label: string
  /** Undefined where it runs on another machine. */
  pid: number | undefined
  client: MongoClient
  /** Where a proxy finds it; undefined where it has several addresses. */
  address: { host: string; port: number } | undefined
  stop(): Promise<void>
}

/** The database of MONGODB_URI, unless a rung is asked for; else one of this machine. */
export async function openDatabase(folder: string, rung: Rung | undefined): Promise<Database> {
  const { MONGODB_URI: given } = process.env
  if (given && rung === undefined) return described(given, 'MONGODB_URI', async () => {})
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const local = await startLocalMongo({ dataDir: join(folder, 'database'), rung, log })
  return described(local.uri, local.rung, () => local.stop())
}

async function described(uri: string, rung: string, stop: () => Promise<void>): Promise<Database> {
  const client = await MongoClient.connect(uri)
  const { version } = await client.db('admin').command({ buildInfo: 1 })
  const address = addressOf(uri)
  return {
    uri,
    label: `${rung} (${await engineOf(client)}, announces MongoDB ${version})`,
    pid: address === undefined ? undefined : await pidOf(client, address.host),
    client,
    address,
    async stop() {
      await client.close()
      await stop()
    },
  }
}

function addressOf(uri: string): Database['address'] {
  if (!uri.startsWith('mongodb://') || uri.includes(',')) return undefined
  const { hostname, port } = new URL(uri)
  return { host: hostname, port: Number(port || 27017) }
}

async function statusOf(client: MongoClient): Promise<Record<string, unknown>> {
  // A user of a hosted database may not be let in here.
  return client
    .db('admin')
    .command({ serverStatus: 1 })
    .catch(() => ({}))
}

async function engineOf(client: MongoClient): Promise<string> {
  return 'secantus' in (await statusOf(client)) ? 'SecantusDB' : 'mongod'
}

async function pidOf(client: MongoClient, host: string): Promise<number | undefined> {
  if (!['127.0.0.1', 'localhost', '::1'].includes(host)) return undefined
  const { pid } = await statusOf(client)
  return pid === undefined || pid === null ? undefined : Number(pid)
}
