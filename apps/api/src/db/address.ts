import { findLocalMongo, parseSource, startLocalMongo } from '@boardwalk/local-mongo'
import type { Env } from '../process/env.ts'

/** A database, and how to stop it if this process started it. */
export interface Database {
  uri: string
  stop(): Promise<void>
}

const keepRunning = async () => {}

type DatabaseEnv = Pick<Env, 'mongodbUri' | 'dataDir' | 'localMongo'>

/** Opens the database of a server: `MONGODB_URI`, or a local one in DATA_DIR, which the server starts and stops. */
export async function openDatabase(env: DatabaseEnv, log: (line: string) => void): Promise<Database> {
  if (env.mongodbUri !== undefined) return { uri: env.mongodbUri, stop: keepRunning }
  return startLocalMongo({ dataDir: env.dataDir, log, source: parseSource(env.localMongo) })
}

/** Opens the database of a command: `MONGODB_URI`, or the local one that a server runs already, or a new local one. */
export async function joinDatabase(env: DatabaseEnv, log: (line: string) => void): Promise<Database> {
  const running = env.mongodbUri ?? (await findLocalMongo(env.dataDir))
  return running === undefined ? openDatabase(env, log) : { uri: running, stop: keepRunning }
}
