import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalMongoOptions, type Source, startLocalMongo } from '@boardwalk/local-mongo'

/** A database server for one run of tests or of a proof. */
export interface Database {
  uri: string
  /** Whether it was started for this run, so that its data is removed with it. */
  isOwn: boolean
  /** What was started. */
  source?: Source
  stop(): Promise<void>
}

/** Opens the database server of `MONGODB_URI`, or starts a local one whose data is removed when it stops. */
export async function openDatabase(how: Pick<LocalMongoOptions, 'isForTests'> = {}): Promise<Database> {
  const { MONGODB_URI: uri } = process.env
  if (uri) return { uri, isOwn: false, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'boardwalk-data-'))
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const local = await startLocalMongo({ ...how, dataDir, log })
  return {
    uri: local.uri,
    isOwn: true,
    source: local.source,
    async stop() {
      await local.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}
