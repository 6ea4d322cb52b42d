import { isDeepStrictEqual } from 'node:util'
import { type Command, type MongoProxy, type Rule, startMongoProxy } from '@boardwalk/mongo-proxy'
import type { ServerProcess } from '@boardwalk/test-server/server-process'
import { startBuiltServer } from '@boardwalk/test-server/vitest/built-server'
import { type Connection, mongo } from 'mongoose'
import { afterAll, beforeAll, inject } from 'vitest'
import { connect } from '../db/connection.ts'
import type { RunningServer } from '../server.ts'
import type { Settings } from '../settings.ts'
import { openBackOffice } from './administrator.ts'
import { type Answer, callAt, startTestServer, type TestCompany, type useServer } from './harness.ts'

/* Servers that reach their database through a proxy. A test tells the proxy which commands to break. */

type Server = ReturnType<typeof useServer>

/** Gives the tests of one file a server process over the database of another server. */
export function useProxiedProcess(first: Server) {
  let proxy: MongoProxy
  let running: ServerProcess
  beforeAll(async () => {
    proxy = await startMongoProxy(inject('mongodbUri'))
    running = await startBuiltServer({ MONGODB_URI: proxy.uri, MONGODB_DATABASE: first.connection.name })
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

/** Gives the tests of one file a server in this process over the database of another server, whose memory it does not share. */
export function useProxiedServer(first: Server, settings: Partial<Settings> = {}) {
  let proxy: MongoProxy
  let running: RunningServer
  let connection: Connection
  beforeAll(async () => {
    proxy = await startMongoProxy(inject('mongodbUri'))
    connection = await connect(proxy.uri, first.connection.name)
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

export type Proxied = ReturnType<typeof reach>

function reach(urlOf: () => string, proxyOf: () => MongoProxy) {
  return {
    get url() {
      return urlOf()
    },
    /** The rule that decides from now on what happens to the server's commands. */
    set rule(rule: Rule | undefined) {
      proxyOf().rule = rule
    },
    /** One request under /api with a company's key. */
    call: ({ key }: Pick<TestCompany, 'key'>, ...request: Parameters<TestCompany['call']>): Promise<Answer> =>
      callAt(urlOf(), key, ...request),
    /** The address of the same page at this server. */
    at: (pageUrl: string) => `${urlOf()}${new URL(pageUrl).pathname}`,
    /** Opens this server's back office, signed in if there is a cookie. */
    backOffice: (cookie?: string) => openBackOffice(urlOf(), urlOf(), cookie),
  }
}

/** Applies a rule to the first command that fits; every other command passes. */
export function onFirst(isAbout: (command: Command) => boolean, rule: Rule): Rule {
  let isOver = false
  return (command, carryOut) => {
    if (isOver || !isAbout(command)) return undefined
    isOver = true
    return rule(command, carryOut)
  }
}

/** Whether a command changes rows of a collection and names this text. */
export function isChange(collection: string, text: string): (command: Command) => boolean {
  return ({ name, body, ...command }) =>
    (name === 'bulkWrite' || (['update', 'findAndModify'].includes(name) && command.collection === collection)) &&
    JSON.stringify(body).includes(JSON.stringify(text))
}

/** Answers finds of a collection, but for linearizable ones, from earlier rows. It knows the filters that stores use. */
export function answerAsOf(collection: string, rows: readonly mongo.Document[]): Rule {
  return ({ name, database, body, ...command }) => {
    if (name !== 'find' || command.collection !== collection) return undefined
    if (body.readConcern?.level === 'linearizable') return undefined
    return Promise.resolve(
      batchOf(
        `${database}.${collection}`,
        rows.filter((row) => matches(row, body.filter)),
      ),
    )
  }
}

/** The reply to a find or an aggregate whose rows fit into one batch. */
export const batchOf = (ns: string, firstBatch: readonly mongo.Document[]): mongo.Document => ({
  cursor: { firstBatch, id: mongo.Long.ZERO, ns },
  ok: 1,
})

function matches(row: mongo.Document, filter: mongo.Document): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === '$and') return wanted.every((each: mongo.Document) => matches(row, each))
    if (name === '$or') return wanted.some((each: mongo.Document) => matches(row, each))
    if (name.startsWith('$')) throw new Error(`the rows of before cannot be searched by ${name}`)
    if (Array.isArray(wanted?.$in)) return wanted.$in.includes(row[name])
    return isDeepStrictEqual(row[name], wanted)
  })
}
