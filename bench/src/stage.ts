import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Source, startLocalMongo } from '@boardwalk/local-mongo'
import { type Db, MongoClient } from 'mongodb'
import type { Closers } from './closers.ts'

/** The database of one service. */
export interface Place {
  uri: string
  name: string
  db: Db
}

/** One database server, and a folder for logs, which every measurement needs. */
export interface Stage {
  /** The product and its version, for the table. */
  label: string
  /** The database's process. Undefined: it is not on this machine. */
  databasePid: number | undefined
  folder: string
  /** Where Boardwalk's process writes a CPU profile when it ends. Undefined: it writes none. */
  profiles: string | undefined
  /** Names a new database, which is removed in the end. */
  newPlace(name: string): Place
}

/** Opens the database of MONGODB_URI, or starts a local one if that is not set or `source` names a local one. */
export async function openStage(closers: Closers, source?: Source, profiles?: string): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-bench-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  if (profiles !== undefined) await mkdir(profiles, { recursive: true })
  const { uri, name } = await openDatabase(folder, closers, source)
  const client = await MongoClient.connect(uri)
  closers.push(() => client.close())
  const { version } = await client.db('admin').command({ buildInfo: 1 })
  const run = `bench_${randomUUID().slice(0, 8)}`
  return {
    label: `${name}, which announces MongoDB ${version}`,
    databasePid: await findDatabasePid(client, uri),
    folder,
    profiles,
    newPlace(of) {
      const own = `${run}_${of}`
      const db = client.db(own)
      // A local server drops a large database for minutes. Its folder is removed instead.
      if (name === 'MONGODB_URI') closers.push(() => db.dropDatabase())
      return { uri, name: own, db }
    },
  }
}

async function findDatabasePid(client: MongoClient, uri: string): Promise<number | undefined> {
  if (!/^(localhost|127\.|\[::1\])/.test(new URL(uri).host)) return undefined
  const { pid } = await client.db('admin').command({ serverStatus: 1 })
  return Number(pid)
}

async function openDatabase(folder: string, closers: Closers, source: Source | undefined) {
  const { MONGODB_URI: given } = process.env
  if (given && source === undefined) return { uri: given, name: 'MONGODB_URI' }
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const local = await startLocalMongo({ dataDir: join(folder, 'database'), source, log })
  closers.push(() => local.stop())
  return { uri: local.uri, name: local.source }
}
