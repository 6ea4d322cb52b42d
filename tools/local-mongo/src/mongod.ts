import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Document, MongoClient, MongoServerError } from 'mongodb'
import { findOnPath, run } from './command.ts'
import type { Program, Step } from './database-server.ts'

const replicaSet = 'boardwalk'
const electionTimeoutMs = 30_000

/** Rung 1: the machine's own mongod. */
export function mongodStep(env: NodeJS.ProcessEnv): Step {
  return {
    rung: 'mongod',
    async locate() {
      const named = env.MONGOMS_SYSTEM_BINARY
      const binary = named ? resolve(named) : findOnPath('mongod', env)
      if (binary === undefined) throw new Error('there is no mongod on PATH')
      // A mongod built for another processor is on PATH and cannot run.
      await run(binary, ['--version'], 10_000)
      return mongodProgram(binary)
    },
  }
}

/**
 * A mongod as a replica set of one member, which transactions and change streams need. The library
 * mongodb-memory-server finds and downloads the binary (mongod-download.ts), and we start it, like the other engines:
 * the library's own server ends two seconds after its owner was killed, so that a next owner could adopt it only to
 * lose it, keeps its output in a pipe instead of a log, and fails where the recorded port is taken.
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
      // Its own choice is half the memory and a twentieth of the disk.
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
 * Makes a mongod the primary of its own replica set. The set keeps its member's host:port in the data; after a start
 * on another port the server knows no member that is itself, until it is told its new address, by force, because a set
 * without a primary takes no other order.
 */
export async function becomePrimary(
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
      // While it loads its configuration it refuses one order or the other; the next round asks anew.
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
  const config = await configOf(command)
  if (config === undefined) {
    await command({ replSetInitiate: { _id: replicaSet, members: [{ _id: 0, host }] } })
  } else if (config.members[0]?.host !== host) {
    const members = [{ ...config.members[0], host }]
    await command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true })
  }
  return (await command({ hello: 1 })).isWritablePrimary === true
}

async function configOf(command: (command: Document) => Promise<Document>): Promise<Document | undefined> {
  try {
    return (await command({ replSetGetConfig: 1 })).config
  } catch (error) {
    if (error instanceof MongoServerError && error.codeName === 'NotYetInitialized') return undefined
    throw error
  }
}
