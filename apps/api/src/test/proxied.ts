import { isDeepStrictEqual } from 'node:util'
import { type Connection, connect } from '@boardwalk/core/db/connection'
import type { Settings } from '@boardwalk/core/process/settings'
import { type Command, type MongoProxy, type Rule, startMongoProxy } from '@boardwalk/mongo-proxy'
import type { ServerProcess } from '@boardwalk/test-server/server-process'
import { startBuiltServer } from '@boardwalk/test-server/vitest/program'
import * as mongo from 'mongodb'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import type { RunningServer } from '../server.ts'
import { type Answer, callAt, startTestServer, type TestCompany, type useServer } from './harness.ts'
import { openBackOffice } from './user.ts'

/* Servers that reach their database through a proxy. A test tells the proxy which commands to break. */

type Server = ReturnType<typeof useServer>

/** Gives the tests of one file a server process over the database of another server. */
export function useProxiedProcess(first: Server) {
  let proxy: MongoProxy
  let running: ServerProcess
  beforeAll(async () => {
    proxy = await startMongoProxy(inject('mongodbUri'))
    running = await startBuiltServer({ MONGODB_URI: proxy.uri, MONGODB_DATABASE: first.connection.db.databaseName })
  })
  afterAll(async () => {
    proxy.rule = undefined
    await running.end('SIGTERM')
    await proxy.stop()
  })
  return reach(
    () => running.url,
    () => proxy,
  )
}

/** Gives the tests of one file a server in this process over the database of another server, with its own caches. */
export function useProxiedServer(first: Server, settings: Partial<Settings> = {}) {
  let proxy: MongoProxy
  let running: RunningServer
  let connection: Connection
  beforeAll(async () => {
    proxy = await startMongoProxy(inject('mongodbUri'))
    connection = await connect(proxy.uri, first.connection.db.databaseName)
    running = await startTestServer(connection, { settings })
  })
  afterAll(async () => {
    proxy.rule = undefined
    await running.stop()
    await connection.close()
    await proxy.stop()
  })
  const reached = reach(
    () => running.url,
    () => proxy,
  )
  return Object.assign(reached, { deps: () => running.deps })
}

/** Opens a connection through a proxy to the database of a server, for the running test. */
export async function openProxiedConnection(first: Server): Promise<{ proxy: MongoProxy; connection: Connection }> {
  const proxy = await startMongoProxy(inject('mongodbUri'))
  const connection = await connect(proxy.uri, first.connection.db.databaseName)
  onTestFinished(async () => {
    await connection.close()
    await proxy.stop()
  })
  return { proxy, connection }
}

export type Proxied = ReturnType<typeof reach>

function reach(getUrl: () => string, getProxy: () => MongoProxy) {
  return {
    get url() {
      return getUrl()
    },
    /** The rule that decides from now on what happens to the server's commands. */
    set rule(rule: Rule | undefined) {
      getProxy().rule = rule
    },
    /** Sends one request under /api with a company's key. */
    call: ({ key }: Pick<TestCompany, 'key'>, ...request: Parameters<TestCompany['call']>): Promise<Answer> =>
      callAt(getUrl(), key, ...request),
    /** Makes the address of the same page at this server. */
    at: (pageUrl: string) => `${getUrl()}${new URL(pageUrl).pathname}`,
    /** Opens this server's back office, signed in if there is a cookie. */
    backOffice: (cookie?: string) => openBackOffice(getUrl(), getUrl(), cookie),
  }
}

/** Applies a rule to the first command that fits; every other command passes. */
export function onFirst(isAbout: (command: Command) => boolean, rule: Rule): Rule {
  let isUsed = false
  return (command, carryOut) => {
    if (isUsed || !isAbout(command)) return undefined
    isUsed = true
    return rule(command, carryOut)
  }
}

/** Whether a command changes rows of a collection and names this text. */
export function isChange(collection: string, text: string): (command: Command) => boolean {
  return ({ name, body, ...command }) =>
    (name === 'bulkWrite' || (['update', 'findAndModify'].includes(name) && command.collection === collection)) &&
    JSON.stringify(body).includes(JSON.stringify(text))
}

/** Makes a rule that answers finds of a collection from earlier rows, except linearizable ones. It knows the stores' filters. */
export function answerFromEarlier(collection: string, rows: readonly mongo.Document[]): Rule {
  return ({ name, database, body, ...command }) => {
    if (name !== 'find' || command.collection !== collection) return undefined
    if (body.readConcern?.level === 'linearizable') return undefined
    return Promise.resolve(
      createReply(
        `${database}.${collection}`,
        rows.filter((row) => matches(row, body.filter)),
      ),
    )
  }
}

/** Makes the reply to a find or an aggregate whose rows fit into one batch. */
export const createReply = (ns: string, firstBatch: readonly mongo.Document[]): mongo.Document => ({
  cursor: { firstBatch, id: mongo.Long.ZERO, ns },
  ok: 1,
})

function matches(row: mongo.Document, filter: mongo.Document): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === '$and') return wanted.every((each: mongo.Document) => matches(row, each))
    if (name === '$or') return wanted.some((each: mongo.Document) => matches(row, each))
    if (name.startsWith('$')) throw new Error(`earlier rows cannot be searched by ${name}: add it here`)
    if (Array.isArray(wanted?.$in)) return wanted.$in.includes(row[name])
    if (wanted?.$gt !== undefined) return row[name] > wanted.$gt
    return isDeepStrictEqual(row[name], wanted)
  })
}
