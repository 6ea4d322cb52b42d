import { createHash } from 'node:crypto'
import { callbackify, promisify } from 'node:util'
import MongoStore from 'connect-mongo'
import type { SessionData, Store } from 'express-session'
import type { Connection } from 'mongoose'
import { defineCollection } from '../../db/collection.ts'
import type { Retry } from '../../db/retry.ts'

declare module 'express-session' {
  /** What a session holds. */
  interface SessionData {
    userId: string
    /** Which password it was started with. */
    passwordSetAtMs: number
    startedAtMs: number
    /** When it was last used, to the minute. */
    seenAtMs: number
  }
}

const SEEN_NOTED_EVERY_MS = 60_000

/** As connect-mongo writes it. */
interface SessionDocument {
  _id: string
  expires: Date | null
  session: SessionData
}

const openSessions = defineCollection<SessionDocument>('sessions', [
  // The database deletes a session that has expired.
  { key: { expires: 1 }, expireAfterSeconds: 0 },
])

const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex')

/** Stores the sessions of express-session under the hash of their id, so that nobody can sign in with a copy of the database. */
export function createSessionStore(connection: Connection, now: () => number, retry: Retry): Store {
  const sessions = openSessions(connection)
  const store = MongoStore.create({
    client: connection.getClient(),
    dbName: connection.name,
    collectionName: 'sessions',
    // `prepareDatabase` makes the index above.
    autoRemove: 'disabled',
    stringify: false,
    transformId: hashOf,
  })
  const get = promisify(store.get.bind(store))
  const set = promisify(store.set.bind(store))
  const destroy = promisify(store.destroy.bind(store))
  store.get = callbackify((sessionId: string) => retry(() => get(sessionId)))
  store.set = callbackify((sessionId: string, session: SessionData) => retry(() => set(sessionId, session)))
  store.destroy = callbackify((sessionId: string) => retry(() => destroy(sessionId)))
  // Stores that a session is in use, by this server's clock. It is never an upsert: a session that has ended stays ended.
  store.touch = (sessionId, { seenAtMs = 0, cookie: { expires } }, done: (error?: unknown) => void = () => {}) => {
    const nowMs = now()
    if (nowMs - seenAtMs < SEEN_NOTED_EVERY_MS) return done()
    const noting = retry(async () => {
      await sessions.updateOne({ _id: hashOf(sessionId) }, { $set: { 'session.seenAtMs': nowMs, expires } })
    })
    noting.then(() => done(), done)
  }
  return store
}
