import { existsSync, realpathSync, renameSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isServing } from './database-server.ts'
import { findMongod, startMongod } from './mongod.ts'
import { isAlive, makeFolder, readMembers, withLock, writePrivate } from './private-file.ts'
import { findSecantus, startSecantus } from './secantus.ts'

/** The ways to get a database, in the order in which they are tried. None can read the data of another. */
const sources = ['mongod', 'secantus-py'] as const
export type Source = (typeof sources)[number]

/** A running database that this process owns. */
export interface LocalMongo {
  uri: string
  source: Source
  /** Ends the server; its data is then complete on the disk. Further calls wait for the same end. */
  stop(): Promise<void>
}

export interface LocalMongoOptions {
  dataDir: string
  /** The only way to try. Default: the one that the environment variable LOCAL_MONGO names; if it is unset, all are tried. */
  source?: Source | undefined
  /** Receives a line with the source and the folder of the data, and before it a line for each long installation. */
  log: (line: string) => void
  /**
   * True for tests. SecantusDB then acknowledges writes before the disk has them, and no database deletes the rows whose time is up: the
   * clocks of tests are in the past, so rows would go in the middle of a test.
   */
  isForTests?: boolean
}

/** Finds or installs the program of a source. */
const find = { mongod: findMongod, 'secantus-py': findSecantus } satisfies Record<Source, unknown>
const start = { mongod: startMongod, 'secantus-py': startSecantus } satisfies Record<Source, unknown>

/** What DATA_DIR/mongo.json says of the database that was started last. */
interface ServerRecord {
  uri: string
  source: Source
  ownerPid: number
  serverPid: number
}

const END_MS_MAX = 15_000
const advice = `Do one of these:
  install mongod (MongoDB Community Server) and have it on PATH
  set MONGODB_URI to a MongoDB that you have (a replica set)
  install Python 3.10 to 3.13`

/** Parses the environment variable LOCAL_MONGO. Undefined means to try all ways: the variable is unset or empty. */
export function parseSource(value: string | undefined): Source | undefined {
  if (value === undefined || value === '') return undefined
  const source = sources.find((name) => name === value)
  if (source === undefined)
    throw new Error(`LOCAL_MONGO must be one of ${sources.join(', ')}, or unset; got "${value}"`)
  return source
}

/** Starts a MongoDB on a data folder. Refuses a folder that another process serves. */
export async function startLocalMongo(options: LocalMongoOptions): Promise<LocalMongo> {
  const folder = openFolder(options.dataDir)
  // If two processes start at the same time, the second one waits, and is refused then.
  return withLock(join(folder, 'mongo', 'starting'), async () => {
    await refuseIfServed(folder)
    return startFirst(folder, options)
  })
}

/** Starts the source whose data the folder holds, or else the first one that works. */
async function startFirst(folder: string, options: LocalMongoOptions): Promise<LocalMongo> {
  const { source = parseSource(process.env.LOCAL_MONGO), log } = options
  const before = readRecord(folder)
  if (before !== undefined && source !== undefined && before.source !== source) {
    throw new Error(
      `${shorten(folder)} holds data of ${before.source}, which ${source} cannot read: ` +
        `set LOCAL_MONGO=${before.source}, or set another DATA_DIR`,
    )
  }
  const choice = before?.source ?? source
  const reasons: string[] = []
  for (const each of choice === undefined ? sources : [choice]) {
    try {
      return await launch(folder, each, await find[each](log), options, before)
    } catch (error) {
      reasons.push(`  ${each}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error(`No database could be started on ${shorten(folder)}:\n${reasons.join('\n')}\n${advice}`)
}

/** Finds the address of the database that runs on a data folder, also if another process owns it. */
export async function findLocalMongo(dataDir: string): Promise<string | undefined> {
  const record = readRecord(resolve(dataDir))
  return record !== undefined && (await isServing(record.uri, record.serverPid)) ? record.uri : undefined
}

/** Tells whether a data folder holds a database, running or not. */
export const holdsDatabase = (dataDir: string): boolean => readRecord(resolve(dataDir)) !== undefined

async function launch(
  folder: string,
  source: Source,
  program: string,
  { log, isForTests = false }: LocalMongoOptions,
  before: ServerRecord | undefined,
): Promise<LocalMongo> {
  const place = join(folder, 'mongo')
  const logFile = join(place, 'server.log')
  // The log of the last start is kept, because it says why that server died.
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`)
  let ended: Promise<void> | undefined
  let isRunning = false
  const data = join(place, 'data')
  makeFolder(data)
  const server = await start[source](program, {
    data,
    log: logFile,
    isForTests,
    port: before === undefined ? 0 : Number(new URL(before.uri).port),
    onEnd(how) {
      if (isRunning && ended === undefined)
        log(`Database: the server ended by itself (${how}), see ${shorten(logFile)}`)
    },
  })
  isRunning = true
  const record: ServerRecord = { uri: server.uri, source, ownerPid: process.pid, serverPid: server.pid }
  writePrivate(join(folder, 'mongo.json'), `${JSON.stringify(record)}\n`)
  log(`Database: ${source}, ${before === undefined ? 'data in' : 'with the data already in'} ${shorten(place)}`)
  return {
    uri: server.uri,
    source,
    stop() {
      ended ??= server.stop()
      return ended
    },
  }
}

/** Creates the data folder. */
function openFolder(dataDir: string): string {
  if (process.platform === 'win32')
    throw new Error('There is no local database on Windows: work in WSL, or set MONGODB_URI')
  try {
    makeFolder(join(dataDir, 'mongo'))
    return realpathSync(dataDir)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : cause
    throw new Error(`The local database cannot write to ${dataDir} (${why}): set another DATA_DIR`, { cause })
  }
}

/** Throws if a process serves the folder. A server whose owner was killed is about to end, so this waits for it. */
async function refuseIfServed(folder: string): Promise<void> {
  for (const deadline = Date.now() + END_MS_MAX; ; await sleep(100)) {
    const record = readRecord(folder)
    if (record === undefined || !(await isServing(record.uri, record.serverPid))) return
    const { ownerPid, serverPid } = record
    const user = isAlive(ownerPid) ? ownerPid : serverPid
    if (isAlive(ownerPid) || Date.now() > deadline)
      throw new Error(`${shorten(folder)} is in use by process ${user}: stop it or set another DATA_DIR`)
  }
}

function readRecord(folder: string): ServerRecord | undefined {
  const { uri, source: name, ownerPid, serverPid } = readMembers(join(folder, 'mongo.json'))
  const source = sources.find((known) => known === name)
  if (typeof uri !== 'string' || source === undefined) return undefined
  if (typeof ownerPid !== 'number' || typeof serverPid !== 'number') return undefined
  return { uri, source, ownerPid, serverPid }
}

/** Shortens a path for messages: inside the working directory it is relative. */
function shorten(path: string): string {
  const short = relative(process.cwd(), path)
  return short === '' || short.startsWith('..') ? path : short
}
