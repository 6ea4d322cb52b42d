import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { makeFolder, readMembers, writePrivate } from './private-file.ts'
import { type Engine, engineOf, engines, type Rung, rungs } from './rung.ts'

/** A DATA_DIR as this tool uses it. */
export interface DataFolder {
  path: string
  /** Whose turn it is: see owner-lock.ts. */
  lock: string
  /** Tells other processes where the database is. */
  record: string
}

/** What lies in the data folder for one engine. */
export interface EngineFolder {
  path: string
  data: string
  log: string
  config: string
  /** The port on which this engine last served; there once it has served at all, so its data counts from then on. */
  port: string
}

export interface ServerRecord {
  uri: string
  rung: Rung
  ownerPid: number
  serverPid: number
}

export function openDataFolder(dataDir: string): DataFolder {
  const path = resolve(dataDir)
  makeFolder(join(path, 'mongo'))
  return dataFolderAt(dataDir)
}

/** The same, creating nothing. */
export function dataFolderAt(dataDir: string): DataFolder {
  const given = resolve(dataDir)
  // One folder has one name here, so that the owner of a symbolic link's target is found in a list of processes.
  const path = existsSync(given) ? realpathSync(given) : given
  return { path, lock: join(path, 'mongo', 'lock'), record: join(path, 'mongo.json') }
}

export function engineFolder(folder: DataFolder, engine: Engine): EngineFolder {
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
  return engines.filter((engine) => existsSync(engineFolder(folder, engine).port))
}

export function readRecord(folder: DataFolder): ServerRecord | undefined {
  const { uri, rung: name, ownerPid, serverPid } = readMembers(folder.record)
  const rung = rungs.find((known) => known === name)
  if (typeof uri !== 'string' || rung === undefined) return undefined
  if (typeof ownerPid !== 'number' || typeof serverPid !== 'number') return undefined
  return { uri, rung, ownerPid, serverPid }
}

export function writeRecord(folder: DataFolder, record: ServerRecord): void {
  writePrivate(folder.record, `${JSON.stringify(record)}\n`)
}

export function removeRecord(folder: DataFolder): void {
  rmSync(folder.record, { force: true })
}

/** A path for people: short inside the folder they are in. */
export function shown(path: string): string {
  const short = relative(process.cwd(), path)
  return short === '' || short.startsWith('..') ? path : short
}

export function dataOf(folder: DataFolder, rung: Rung): EngineFolder {
  return engineFolder(folder, engineOf(rung))
}
