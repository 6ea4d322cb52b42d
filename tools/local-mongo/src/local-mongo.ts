import {
  type DataFolder,
  dataFolderAt,
  dataOf,
  openDataFolder,
  readRecord,
  removeRecord,
  shown,
  writeRecord,
} from './data-folder.ts'
import { endServer } from './database-server.ts'
import { climb, ladderOf, type OwnServer, stepsFor } from './ladder.ts'
import { findOrphan, isServed } from './orphan.ts'
import { disown, own } from './owned-servers.ts'
import { takeLock } from './owner-lock.ts'
import { parseRung, type Rung } from './rung.ts'

export { parseRung, type Rung }

/** A database of one's own, until `stop()`. */
export interface LocalMongo {
  uri: string
  rung: Rung
  /** Ends the server, its data whole on disk; calling it again waits for the same end. */
  stop(): Promise<void>
}

export interface LocalMongoOptions {
  dataDir: string
  /** This rung only; callers take it from LOCAL_MONGO with `parseRung`. */
  rung?: Rung | undefined
  /** Gets one line that says which rung was taken and where the data lies, before it one for a long installation. */
  log: (line: string) => void
}

/**
 * Starts a MongoDB on a data folder and becomes its only owner. A server that a killed owner left there is taken over
 * if it answers, else ended and started anew.
 */
export async function startLocalMongo(options: LocalMongoOptions, ladder = ladderOf(process.env)): Promise<LocalMongo> {
  const { dataDir, rung, log } = options
  // Owners and servers are told apart by /proc or ps, and ended by SIGTERM.
  if (process.platform === 'win32')
    throw new Error('There is no local database on Windows: work in WSL, or set MONGODB_URI')
  const folder = openDataFolder(dataDir)
  const lock = takeLock(folder.lock)
  if (typeof lock === 'number') {
    throw new Error(`${shown(folder.path)} is in use by process ${lock}: stop it or set another DATA_DIR`)
  }
  try {
    const steps = stepsFor(folder, rung, ladder)
    const owned = (await adopt(folder, log)) ?? (await climb(folder, steps, log))
    return { uri: owned.uri, rung: owned.rung, stop: ending(folder, owned, lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The address of the database that a live process serves on this data folder, whoever owns it. */
export async function findLocalMongo(dataDir: string): Promise<string | undefined> {
  const folder = dataFolderAt(dataDir)
  const record = readRecord(folder)
  return record !== undefined && (await isServed(folder, record)) ? record.uri : undefined
}

async function adopt(folder: DataFolder, log: (line: string) => void): Promise<OwnServer | undefined> {
  const orphan = await findOrphan(folder)
  if (orphan === undefined) return undefined
  const { record, server } = orphan
  writeRecord(folder, { ...record, ownerPid: process.pid })
  own(folder, server)
  log(`Database: ${record.rung}, found still running, data in ${shown(dataOf(folder, record.rung).path)}`)
  return { server, uri: record.uri, rung: record.rung }
}

function ending(folder: DataFolder, { server }: OwnServer, release: () => void): () => Promise<void> {
  let ended: Promise<void> | undefined
  const end = async () => {
    // First, so that nobody joins a database that is about to end.
    removeRecord(folder)
    disown(folder)
    await endServer(server).finally(release)
  }
  return () => {
    ended ??= end()
    return ended
  }
}
