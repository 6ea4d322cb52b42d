import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { makeFolder, readMembers, writePrivate } from './private-file.ts'
import { type Engine, engines, findEngine, type Source, sources } from './source.ts'

/** The paths of a DATA_DIR that this tool uses. */
export interface DataFolder {
  path: string
  /** Folder of the lock that only the owner process holds: see owner-lock.ts. */
  lock: string
  /** File that tells other processes the address of the database. */
  record: string
}

/** The paths of one engine inside the data folder. */
export interface EngineFolder {
  path: string
  data: string
  log: string
  config: string
  /** File with the last port of this engine. If it exists, the engine has served once, and its data must be kept. */
  port: string
}

export interface ServerRecord {
  uri: string
  source: Source
  ownerPid: number
  serverPid: number
}

export function openDataFolder(dataDir: string): DataFolder {
  const path = resolve(dataDir)
  makeFolder(join(path, 'mongo'))
  return findDataFolder(dataDir)
}

/** Finds the paths of a data folder without creating it. */
export function findDataFolder(dataDir: string): DataFolder {
  const given = resolve(dataDir)
  // A server is found in the list of processes by this path, so a symbolic link must give the path of its target.
  const path = existsSync(given) ? realpathSync(given) : given
  return { path, lock: join(path, 'mongo', 'lock'), record: join(path, 'mongo.json') }
}

export function findEngineFolder(folder: DataFolder, engine: Engine): EngineFolder {
  const path = join(folder.path, 'mongo', engine)
  return {
    path,
    data: join(path, 'data'),
    log: join(path, 'server.log'),
    config: join(path, 'server.toml'),
    port: join(path, 'port'),
  }
}

export function enginesWithData(folder: DataFolder): Engine[] {
  return engines.filter((engine) => existsSync(findEngineFolder(folder, engine).port))
}

export function readRecord(folder: DataFolder): ServerRecord | undefined {
  const { uri, source: name, ownerPid, serverPid } = readMembers(folder.record)
  const source = sources.find((known) => known === name)
  if (typeof uri !== 'string' || source === undefined) return undefined
  if (typeof ownerPid !== 'number' || typeof serverPid !== 'number') return undefined
  return { uri, source, ownerPid, serverPid }
}

export function writeRecord(folder: DataFolder, record: ServerRecord): void {
  writePrivate(folder.record, `${JSON.stringify(record)}\n`)
}

export function removeRecord(folder: DataFolder): void {
  rmSync(folder.record, { force: true })
}

/** Shortens a path for messages: inside the working directory it is relative. */
export function shortenPath(path: string): string {
  const short = relative(process.cwd(), path)
  return short === '' || short.startsWith('..') ? path : short
}

export function findSourceFolder(folder: DataFolder, source: Source): EngineFolder {
  return findEngineFolder(folder, findEngine(source))
}
