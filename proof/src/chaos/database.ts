import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LocalMongo, type Source, startLocalMongo } from '@boardwalk/local-mongo'

/** The database of a run. It can be killed, and started again with its data. */
export interface Database {
  /** Its name, for the report. */
  source: Source | 'MONGODB_URI'
  port(): number
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startDatabase(dataDir: string): Promise<Database> {
  const start = () => startLocalMongo({ dataDir, log: () => {} })
  let mongo: LocalMongo = await start()
  let pid = await readPid(dataDir)
  return {
    source: mongo.source,
    port: () => Number(new URL(mongo.uri).port),
    async kill() {
      process.kill(pid, 'SIGKILL')
      try {
        // Signal 0 only asks whether the process is there.
        while (process.kill(pid, 0)) await sleep(5)
      } catch {
        // The process is gone.
      }
      // This releases its folder.
      await mongo.stop()
    },
    async start() {
      mongo = await start()
      pid = await readPid(dataDir)
    },
    stop: () => mongo.stop(),
  }
}

const refuse = () => Promise.reject(new Error('this fault needs a database that was started here'))

/** A database that was started elsewhere. It is not killed. */
export const givenDatabase: Database = {
  source: 'MONGODB_URI',
  port: () => 0,
  kill: refuse,
  start: refuse,
  stop: async () => {},
}

/** Reads the process id that local-mongo notes. */
async function readPid(dataDir: string): Promise<number> {
  const record: unknown = JSON.parse(await readFile(join(dataDir, 'mongo.json'), 'utf8'))
  if (typeof record !== 'object' || record === null || !('serverPid' in record)) throw new Error('no database runs')
  return Number(record.serverPid)
}
