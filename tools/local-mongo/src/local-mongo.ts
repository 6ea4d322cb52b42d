import {
  type DataFolder,
  enginesWithData,
  findDataFolder,
  findSourceFolder,
  openDataFolder,
  readRecord,
  removeRecord,
  shortenPath,
  writeRecord,
} from './data-folder.ts'
import { endServer } from './database-server.ts'
import { findOrphan, isServed } from './orphan.ts'
import { disown, own } from './owned-servers.ts'
import { type OwnerLock, takeLock } from './owner-lock.ts'
import { parseSource, type Source } from './source.ts'
import { chooseSteps, createSteps, type OwnServer, startFirstThatWorks } from './start-server.ts'

export { parseSource, type Source }

/** A running database that this process owns. */
export interface LocalMongo {
  uri: string
  source: Source
  /** Ends the server; its data is then complete on the disk. Further calls wait for the same end. */
  stop(): Promise<void>
}

export interface LocalMongoOptions {
  dataDir: string
  /** The only way to try; undefined to try all. Callers read it from LOCAL_MONGO with `parseSource`. */
  source?: Source | undefined
  /** Receives a line with the engine and the folder of the data, and before it a line for each long installation. */
  log: (line: string) => void
  /** False if nobody needs the data after a crash of the server. Then SecantusDB acknowledges writes before the disk has them. */
  isDurable?: boolean
}

/**
 * Starts a MongoDB on a data folder and becomes its only owner. If a killed owner left a server there, takes it over if it
 * answers, or else ends it and starts a new one.
 */
export async function startLocalMongo(
  options: LocalMongoOptions,
  allSteps = createSteps(process.env, options.isDurable),
): Promise<LocalMongo> {
  const { dataDir, source, log } = options
  // Processes are found with /proc or ps and ended with SIGTERM; Windows has none of these.
  if (process.platform === 'win32')
    throw new Error('There is no local database on Windows: work in WSL, or set MONGODB_URI')
  const { folder, lock } = lockDataFolder(dataDir)
  if (typeof lock === 'number') {
    throw new Error(`${shortenPath(folder.path)} is in use by process ${lock}: stop it or set another DATA_DIR`)
  }
  try {
    const steps = chooseSteps(folder, source, allSteps)
    const owned = (await adopt(folder, log)) ?? (await startFirstThatWorks(folder, steps, log))
    return { uri: owned.uri, source: owned.source, stop: createStop(folder, owned, lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Creates the data folder, and takes its lock or finds the process that holds it. */
function lockDataFolder(dataDir: string): { folder: DataFolder; lock: OwnerLock | number } {
  try {
    const folder = openDataFolder(dataDir)
    return { folder, lock: takeLock(folder.lock) }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : cause
    throw new Error(`The local database cannot write to ${dataDir} (${why}): set another DATA_DIR`, { cause })
  }
}

/** Finds the address of the database that runs on a data folder, also if another process owns it. */
export async function findLocalMongo(dataDir: string): Promise<string | undefined> {
  const folder = findDataFolder(dataDir)
  const record = readRecord(folder)
  return record !== undefined && (await isServed(folder, record)) ? record.uri : undefined
}

/** Tells whether a data folder holds a database, running or not. */
export function holdsDatabase(dataDir: string): boolean {
  return enginesWithData(findDataFolder(dataDir)).length > 0
}

async function adopt(folder: DataFolder, log: (line: string) => void): Promise<OwnServer | undefined> {
  const orphan = await findOrphan(folder)
  if (orphan === undefined) return undefined
  const { record, server } = orphan
  writeRecord(folder, { ...record, ownerPid: process.pid })
  own(folder, server)
  log(
    `Database: ${record.source}, found still running, data in ${shortenPath(findSourceFolder(folder, record.source).path)}`,
  )
  return { server, uri: record.uri, source: record.source }
}

function createStop(folder: DataFolder, { server }: OwnServer, release: () => void): () => Promise<void> {
  let ended: Promise<void> | undefined
  const end = async () => {
    // Removed first, so that no other process starts to use a database that is about to end.
    removeRecord(folder)
    disown(folder)
    await endServer(server).finally(release)
  }
  return () => {
    ended ??= end()
    return ended
  }
}
