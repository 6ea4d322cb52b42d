import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Document, MongoClient, MongoServerError } from 'mongodb'
import { findOnPath, run } from './command.ts'
import type { Program, Step } from './database-server.ts'

const replicaSet = 'boardwalk'
const electionTimeoutMs = 30_000

/** The first way: the mongod that is installed on this machine. */
export function mongodStep(env: NodeJS.ProcessEnv): Step {
  return {
    source: 'mongod',
    async locate() {
      const named = env.MONGOMS_SYSTEM_BINARY
      const binary = named ? resolve(named) : findOnPath('mongod', env)
      if (binary === undefined) throw new Error('there is no mongod on PATH')
      // Run once, because a mongod on PATH may be built for another processor.
      await run(binary, ['--version'], 10_000)
      return mongodProgram(binary)
    },
  }
}

/**
 * Creates the program of a mongod that runs as a replica set of one member, which transactions and change streams need.
 * The server of mongodb-memory-server is not used. It ends two seconds after its owner was killed, so no next owner could
 * take it over; it writes no log file; and it fails if the last port is taken.
 */
export function mongodProgram(binary: string): Program {
  return {
    replicaSet,
    command: (folder, port) => [
      binary,
      ...['--dbpath', folder.data],
      ...['--port', String(port)],
      ...['--bind_ip', '127.0.0.1', '--nounixsocket'],
      ...['--replSet', replicaSet],
      // By default mongod takes half the memory and a twentieth of the disk.
      ...['--wiredTigerCacheSizeGB', '1', '--oplogSize', '990'],
    ],
    async prepare(port) {
      const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`)
      try {
        await becomePrimary((command) => client.db('admin').command(command), `127.0.0.1:${port}`)
      } finally {
        await client.close()
      }
    },
  }
}

/**
 * Makes a mongod the primary of its own replica set. The set stores the address of its member with the data. After a start
 * on another port, mongod does not find itself in the set, so it is given its new address. The command uses `force`,
 * because a set without a primary refuses it otherwise.
 */
async function becomePrimary(
  command: (command: Document) => Promise<Document>,
  host: string,
  timeoutMs = electionTimeoutMs,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
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
      throw new Error(`mongod did not become a primary in ${timeoutMs / 1000} s${lastRefusal}`)
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
