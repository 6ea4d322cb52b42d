import { createWriteStream } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Document, MongoClient, MongoServerError } from 'mongodb'
import { findOnPath, run } from './command.ts'
import type { DatabaseServer, Launch } from './database-server.ts'
import { freePort } from './free-port.ts'

const replicaSet = 'boardwalk'
const START_MS_MAX = 120_000
const ELECTION_MS_MAX = 30_000
const REACH_MS_MAX = 1500
const DOWNLOAD_MS_MAX = 20 * 60 * 1000

/**
 * Finds a mongod: the one of MONGOMS_SYSTEM_BINARY, the one on PATH, or the one in the cache of mongodb-memory-server, which
 * downloads it if it can.
 */
export async function findMongod(log: (line: string) => void, env = process.env): Promise<string> {
  const named = env.MONGOMS_SYSTEM_BINARY
  const installed = named ? resolve(named) : findOnPath('mongod', env)
  if (installed !== undefined) {
    // Run once, because a mongod on PATH may be built for another processor.
    await run(installed, ['--version'], 10_000)
    return installed
  }
  // Imported here, because only this way needs the library.
  const { DryMongoBinary } = await import('mongodb-memory-server-core')
  const { MongoBinaryDownloadUrl } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js')
  const options = await DryMongoBinary.generateOptions()
  const present = await DryMongoBinary.locateBinary(options)
  if (present !== undefined) return present
  const url = await new MongoBinaryDownloadUrl(options).getDownloadUrl()
  await checkReachable(url, env)
  log(`installing mongod ${options.version} from ${new URL(url).host}, once …`)
  // In a process of its own, because the library writes its progress to standard output.
  const library = createRequire(import.meta.url).resolve('mongodb-memory-server-core')
  const script = `require(process.argv[1]).MongoBinary.getPath().then((path) => console.error(path))`
  await run(process.execPath, ['-e', script, library], DOWNLOAD_MS_MAX, { env: { MONGOMS_MAX_RETRIES: '1' } })
  const downloaded = await DryMongoBinary.locateBinary(options)
  if (downloaded === undefined) throw new Error('the download ended without a mongod')
  return downloaded
}

/** Checks that a download can begin. Behind a proxy the library finds out, because Node's fetch supports no proxy. */
async function checkReachable(url: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (Object.keys(env).some((name) => /^(https?_proxy|(yarn|npm_config)_(https-)?proxy)$/i.test(name) && env[name]))
    return
  const { host } = new URL(url)
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(REACH_MS_MAX) }).catch(() => undefined)
  if (!answer?.ok) throw new Error(`${host} ${answer ? `answers ${answer.status}` : 'cannot be reached'}`)
}

/**
 * Starts a mongod as a replica set of one member, which transactions and change streams need. mongodb-memory-server ends it when
 * this process has ended, also by a kill.
 */
export async function startMongod(
  binary: string,
  { data, log, port: wanted, isForTests, onEnd }: Launch,
): Promise<DatabaseServer> {
  // Otherwise the library warns if the version is not the one that it would download.
  process.env.MONGOMS_SYSTEM_BINARY_VERSION_CHECK ??= 'false'
  const { MongoInstance, MongoInstanceEvents } = await import('mongodb-memory-server-core/lib/util/MongoInstance.js')
  const port = await freePort(wanted)
  const instance = new MongoInstance({
    binary: { systemBinary: binary },
    instance: {
      port,
      ip: '127.0.0.1',
      dbPath: data,
      replSet: replicaSet,
      launchTimeout: START_MS_MAX,
      args: [
        '--nounixsocket',
        '--wiredTigerCacheSizeGB',
        '1',
        '--oplogSize',
        '990',
        ...(isForTests ? ['--setParameter', 'ttlMonitorEnabled=false'] : []),
      ],
    },
    // In its own process group, it does not receive the terminal's Ctrl-C.
    spawn: { detached: true },
  })
  const output = createWriteStream(log, { mode: 0o600 })
  instance.on(MongoInstanceEvents.instanceSTDOUT, (line: string) => output.write(`${line}\n`))
  instance.on(MongoInstanceEvents.instanceClosed, (code: number | null, signal: string | null) =>
    onEnd(String(code ?? signal)),
  )
  const stop = async () => {
    await instance.stop()
    output.end()
  }
  try {
    await instance.start()
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`)
    try {
      await becomePrimary((command) => client.db('admin').command(command), `127.0.0.1:${port}`)
    } finally {
      await client.close()
    }
  } catch (error) {
    await stop()
    throw error
  }
  const uri = `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSet}`
  return { uri, pid: instance.mongodProcess?.pid ?? 0, stop }
}

/**
 * Makes a mongod the primary of its own replica set. The set stores the address of its member with the data. After a start
 * on another port, mongod does not find itself in the set, so it is given its new address. The command uses `force`,
 * because a set without a primary refuses it otherwise.
 */
async function becomePrimary(command: (command: Document) => Promise<Document>, host: string): Promise<void> {
  const deadline = Date.now() + ELECTION_MS_MAX
  let lastRefusal = ''
  for (;;) {
    try {
      if (await isPrimary(command, host)) return
    } catch (error) {
      // While mongod loads its configuration, it refuses one command or the other. The next round tries again.
      if (!(error instanceof MongoServerError)) throw error
      lastRefusal = `; its last refusal: ${error.message}`
    }
    if (Date.now() > deadline) {
      throw new Error(`mongod did not become a primary in ${ELECTION_MS_MAX / 1000} s${lastRefusal}`)
    }
    await sleep(100)
  }
}

async function isPrimary(command: (command: Document) => Promise<Document>, host: string): Promise<boolean> {
  const config = await readConfig(command)
  if (config === undefined) {
    await command({ replSetInitiate: { _id: replicaSet, members: [{ _id: 0, host }] } })
  } else if (config.members[0]?.host !== host) {
    const members = [{ ...config.members[0], host }]
    await command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true })
  }
  return (await command({ hello: 1 })).isWritablePrimary === true
}

async function readConfig(command: (command: Document) => Promise<Document>): Promise<Document | undefined> {
  try {
    return (await command({ replSetGetConfig: 1 })).config
  } catch (error) {
    if (error instanceof MongoServerError && error.codeName === 'NotYetInitialized') return undefined
    throw error
  }
}
