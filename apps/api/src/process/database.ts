import { type Connection, connect } from '@boardwalk/core/db/connection'
import { findLocalMongo, startLocalMongo } from '@boardwalk/local-mongo'
import type { Env } from './env.ts'

/** The address of a database. `stop` ends the database if this process started it. */
export interface Database {
  uri: string
  stop(): Promise<void>
}

const keepRunning = async () => {}

type DatabaseEnv = Pick<Env, 'mongodbUri' | 'dataDir'>

/** Opens the database of a server: `MONGODB_URI`, or a local one in DATA_DIR, which the server starts and stops. */
export async function openDatabase(env: DatabaseEnv, log: (line: string) => void): Promise<Database> {
  if (env.mongodbUri !== undefined) return { uri: env.mongodbUri, stop: keepRunning }
  return startLocalMongo({ dataDir: env.dataDir, log })
}

/** Opens the database of a command: `MONGODB_URI`, or the local one that a server runs already, or a new local one. */
export async function joinDatabase(env: DatabaseEnv, log: (line: string) => void): Promise<Database> {
  const running = env.mongodbUri ?? (await findLocalMongo(env.dataDir))
  return running === undefined ? openDatabase(env, log) : { uri: running, stop: keepRunning }
}

/**
 * Connects to the journal's database (docs/adr/0010-journal.md) at `JOURNAL_MONGODB_URI`, or else on the deployment of
 * the board's database, which is at `uri`.
 */
export function connectJournal(uri: string, env: Pick<Env, 'database' | 'journalMongodbUri'>): Promise<Connection> {
  const { database, journalMongodbUri } = env
  const name = `${database}_journal`
  return journalMongodbUri === undefined
    ? connect(uri, name)
    : connect(journalMongodbUri, name, { setting: 'JOURNAL_MONGODB_URI' })
}
