import { callbackify, promisify } from 'node:util'
import type { Connection } from '@boardwalk/core/db/connection'
import type { Retry } from '@boardwalk/core/db/retry'
import MongoStore from 'connect-mongo'
import type { SessionData, Store } from 'express-session'
import { openSessions, type StoredSessionData } from './schema.ts'
import type { Browser } from './session-data.ts'
import { hasExpired, hashSessionId, nameStoredSession } from './session-data.ts'

declare module 'express-session' {
  interface SessionData extends StoredSessionData {}
}

const SEEN_NOTED_EVERY_MS = 60_000

/** A session as its owner sees it. */
export interface StoredSession extends Pick<SessionData, 'startedAtMs' | 'seenAtMs' | 'passwordSetAtMs'> {
  name: string
  browser: Browser
}

/** The sessions as rows. `createSessionStore` is their other use, by express-session. */
export function createSessionRecords(connection: Connection) {
  const sessions = openSessions(connection)
  return {
    /** The sessions of a user, the last used first. Some may have expired. */
    async list(userId: string, sessionsMax: number): Promise<StoredSession[]> {
      const found = await sessions
        .find({ 'session.userId': userId })
        .sort({ 'session.seenAtMs': -1 })
        .limit(sessionsMax)
        .toArray()
      return found.map(({ _id, session: { startedAtMs, seenAtMs, passwordSetAtMs, browser } }) => ({
        name: nameStoredSession(_id),
        startedAtMs,
        seenAtMs,
        passwordSetAtMs,
        browser,
      }))
    },
    /** Ends the session of a user that has this name. Changes nothing if there is none. */
    async end(userId: string, name: string): Promise<void> {
      for await (const { _id } of sessions.find({ 'session.userId': userId }, { projection: { _id: 1 } }))
        if (nameStoredSession(_id) === name) await sessions.deleteOne({ _id })
    },
    /** Ends every session of a user. */
    async endAllOf(userId: string): Promise<void> {
      await sessions.deleteMany({ 'session.userId': userId })
    },
    /** Ends all sessions of the board. Returns how many there were. */
    async endAll(): Promise<number> {
      const count = await sessions.countDocuments()
      await sessions.deleteMany({})
      return count
    },
  }
}

/**
 * Stores the sessions of express-session under the hash of their id, so that a copy of the database is of no use for a
 * sign-in.
 */
export function createSessionStore(connection: Connection, now: () => number, retry: Retry): Store {
  const sessions = openSessions(connection)
  const store = MongoStore.create({
    client: connection.client,
    dbName: connection.db.databaseName,
    collectionName: 'sessions',
    // `prepareDatabase` makes the index above.
    autoRemove: 'disabled',
    stringify: false,
    transformId: hashSessionId,
  })
  const get = promisify(store.get.bind(store))
  const set = promisify(store.set.bind(store))
  const destroy = promisify(store.destroy.bind(store))
  store.get = callbackify((sessionId: string) => retry(() => get(sessionId)))
  store.set = callbackify((sessionId: string, session: SessionData) => retry(() => set(sessionId, session)))
  store.destroy = callbackify((sessionId: string) => retry(() => destroy(sessionId)))
  // Stores that a session is in use, by this server's clock. It never inserts a row and never revives an expired session, so
  // a session that has ended stays ended.
  store.touch = (sessionId, session, done: (error?: unknown) => void = () => {}) => {
    const nowMs = now()
    const { startedAtMs = 0, seenAtMs = 0 } = session
    const { expires } = session.cookie
    if (nowMs - seenAtMs < SEEN_NOTED_EVERY_MS || hasExpired({ startedAtMs, seenAtMs }, nowMs)) return done()
    const noting = retry(async () => {
      await sessions.updateOne({ _id: hashSessionId(sessionId) }, { $set: { 'session.seenAtMs': nowMs, expires } })
    })
    noting.then(() => done(), done)
  }
  return store
}
