import type { Request, Response } from 'express'
import session, { type Store } from 'express-session'
import type { Logger } from 'pino'
import type { Session } from '../trpc/back-office.ts'

const HOUR_MS = 60 * 60 * 1000
/** Without a request for so long, a session ends. */
export const IDLE_MS_MAX = 12 * HOUR_MS
/** However busy, a session ends. */
export const AGE_MS_MAX = 7 * 24 * HOUR_MS

interface SessionOptions {
  store: Store
  secret: string
  isHttps: boolean
  now: () => number
  log: Logger
}

/** Reads the session of a request from its cookie, which is set once somebody signs in. */
export function createSessions({ store, secret, isHttps, now, log }: SessionOptions) {
  // The prefix binds the cookie to this host, https and all paths; over plain http a browser would refuse it.
  const name = isHttps ? '__Host-boardwalk' : 'boardwalk'
  const attributes = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const
  const middleware = session({
    ...{ name, store, secret },
    resave: false,
    saveUninitialized: false,
    rolling: true,
    proxy: isHttps,
    cookie: { ...attributes, maxAge: IDLE_MS_MAX },
  })

  return async (req: Request, res: Response): Promise<Session> => {
    await promised((done) => {
      middleware(req, res, (error) => {
        // It is called once more where the use of a session cannot be noted, after the answer.
        if (error) log.warn({ err: error }, 'could not read or keep a session')
        done(error)
      })
    })
    let hasEnded = false
    return {
      get signedIn() {
        const { userId, passwordSetAtMs, startedAtMs = 0, seenAtMs = 0 } = req.session
        const isOver = now() - startedAtMs >= AGE_MS_MAX || now() - seenAtMs >= IDLE_MS_MAX
        const isNobody = hasEnded || isOver || userId === undefined || passwordSetAtMs === undefined
        return isNobody ? undefined : { administratorId: userId, passwordSetAtMs }
      },
      async reload() {
        const stored = await new Promise((resolve, reject) =>
          store.get(req.sessionID, (error, found) => (error ? reject(error) : resolve(found))),
        )
        hasEnded ||= stored === null || stored === undefined
      },
      async start({ id, passwordSetAt }) {
        // A new id, so that nobody who planted the old one shares the session.
        await promised((done) => req.session.regenerate(done))
        const nowMs = now()
        Object.assign(req.session, {
          userId: id,
          passwordSetAtMs: passwordSetAt?.getTime(),
          startedAtMs: nowMs,
          seenAtMs: nowMs,
        })
        await promised((done) => req.session.save(done))
      },
      async end() {
        await promised((done) => req.session.destroy(done))
        res.clearCookie(name, attributes)
      },
    }
  }
}

/** Reads the session of a request. */
export type ReadSession = ReturnType<typeof createSessions>

const promised = (call: (done: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())))
