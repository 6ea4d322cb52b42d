import { findLocalMongo, parseRung, startLocalMongo } from '@boardwalk/local-mongo'
import type { Env } from '../env.ts'

/** Where the database is, and how to let go of it. */
export interface Database {
  uri: string
  stop(): Promise<void>
}

const notOurs = async () => {}

type DatabaseEnv = Pick<Env, 'mongodbUri' | 'dataDir' | 'localMongo'>

/** The database of a server: `MONGODB_URI`, else one of its own on DATA_DIR, which it starts and stops. */
export async function openDatabase(env: DatabaseEnv, log: (line: string) => void): Promise<Database> {
  if (env.mongodbUri !== undefined) return { uri: env.mongodbUri, stop: notOurs }
  return startLocalMongo({ dataDir: env.dataDir, log, rung: parseRung(env.localMongo) })
}

/** The database of a command beside the server: the running server's own, else as for a server. */
export async function joinDatabase(env: DatabaseEnv, log: (line: string) => void): Promise<Database> {
  const running = env.mongodbUri ?? (await findLocalMongo(env.dataDir))
  return running === undefined ? openDatabase(env, log) : { uri: running, stop: notOurs }
}
