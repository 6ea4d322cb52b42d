import type { IncomingMessage } from 'node:http'
import { AppError } from '@boardwalk/core/error'
import type { Request, RequestHandler, Response } from 'express'
import session, { type Store } from 'express-session'
import type { Logger } from 'pino'
import { hasExpired, IDLE_MS_MAX, nameSession, recogniseBrowser } from '../feature/user/session-data.ts'

/** The session of the browser that calls. */
export interface Session {
  /** The name of the session in the list of its owner. It is no secret. */
  name: string
  /** The user who is signed in, and when the password that they used was set. Undefined if no user is signed in. */
  signedIn: { userId: string; passwordSetAtMs: number } | undefined
  /** Reads the session again: it may have ended since the request began to arrive. */
  reload(): Promise<void>
  /** Signs a user in, under a new session id. */
  start(user: { id: string; passwordSetAt: Date | null }): Promise<void>
  /** Ends the session on the server. */
  end(): Promise<void>
}

interface SessionOptions {
  store: Store
  /** The first signs the cookie, all are accepted. */
  secrets: string[]
  isHttps: boolean
  now: () => number
  log: Logger
}

/** Makes a function that reads the session of a request from its cookie. The cookie is set when a user signs in. */
export function createSessions({ store, secrets, isHttps, now, log }: SessionOptions) {
  // The prefix binds the cookie to this host, https and all paths; over plain http a browser would refuse it.
  const name = isHttps ? '__Host-boardwalk' : 'boardwalk'
  const attributes = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const
  const middleware = session({
    name,
    store,
    secret: secrets,
    resave: false,
    saveUninitialized: false,
    rolling: true,
    proxy: isHttps,
    cookie: {
      ...attributes,
      maxAge: IDLE_MS_MAX,
    },
  })

  return async (req: Request, res: Response): Promise<Session> => {
    await toPromise((done) => {
      middleware(req, res, (error) => {
        // If the use of a session cannot be stored, this is called once more, after the answer.
        if (error) log.warn({ err: error }, 'could not read or store a session')
        done(error)
      })
    })
    let hasEnded = false
    return {
      get name() {
        return nameSession(req.sessionID)
      },
      get signedIn() {
        const { userId, passwordSetAtMs, startedAtMs = 0, seenAtMs = 0 } = req.session
        const isOver = hasExpired({ startedAtMs, seenAtMs }, now())
        if (hasEnded || isOver || userId === undefined || passwordSetAtMs === undefined) return undefined
        return { userId: userId, passwordSetAtMs }
      },
      async reload() {
        const stored = await new Promise((resolve, reject) =>
          store.get(req.sessionID, (error, found) => (error ? reject(error) : resolve(found))),
        )
        hasEnded ||= stored === null || stored === undefined
      },
      async start({ id, passwordSetAt }) {
        // The session gets a new id, so that an attacker who planted the old id does not share the session.
        await toPromise((done) => req.session.regenerate(done))
        const nowMs = now()
        Object.assign(req.session, {
          userId: id,
          passwordSetAtMs: passwordSetAt?.getTime(),
          startedAtMs: nowMs,
          seenAtMs: nowMs,
          browser: recogniseBrowser(req.headers['user-agent']),
        })
        await toPromise((done) => req.session.save(done))
      },
      async end() {
        await toPromise((done) => req.session.destroy(done))
        res.clearCookie(name, attributes)
      },
    }
  }
}

/** Reads the session of a request. */
export type ReadSession = ReturnType<typeof createSessions>

const toPromise = (call: (done: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())))

/**
 * Whether a page of this server made the browser send a request. A page cannot forge the `origin` header. The header must
 * have the public address, or the host that was asked with the protocol of the public address.
 */
export function isSameOrigin({ headers: { origin, host } }: IncomingMessage, publicUrl: string): boolean {
  if (origin === undefined) return false
  const { origin: ours, protocol } = new URL(publicUrl)
  return origin === ours || origin === `${protocol}//${host}`
}

/**
 * Whether a page of this server sent a request. A browser says so in `sec-fetch-site`, which no page can set. Old browsers, and all
 * on a board without https, do not send it, and the origin decides.
 */
export function isSentByOwnPage(req: IncomingMessage, publicUrl: string): boolean {
  const site = req.headers['sec-fetch-site']
  return site === undefined ? isSameOrigin(req, publicUrl) : site === 'same-origin'
}

/**
 * Refuses a request that a page of another site made the browser send. Such a page can lead the browser to any address, and the
 * browser sends the cookie of the session with it. It also says so in `sec-fetch-site`, which no page can set: `none` is an address
 * that a person typed. A program sends no such header.
 */
export const refuseOtherSites: RequestHandler = ({ headers }, _res, next) => {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('origin_refused')
  next()
}
