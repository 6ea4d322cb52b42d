import { initTRPC } from '@trpc/server'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { apiErrorOf, appErrorOf } from './error.ts'

/** The session of the browser that calls. */
export interface Session {
  /** The administrator who is signed in, and since when they have had the password that they used. Undefined for nobody. */
  signedIn: { administratorId: string; passwordSetAtMs: number } | undefined
  /** Reads the session again: it may have ended since the request began to arrive. */
  reload(): Promise<void>
  /** Signs an administrator in, under a new session id. */
  start(administrator: { id: string; passwordSetAt: Date | null }): Promise<void>
  /** Ends the session on the server. */
  end(): Promise<void>
}

interface BackOfficeContext {
  deps: Deps
  session: Session
  /** Whether a page of ours sent the request, as far as the browser says. */
  isSameOrigin: boolean
  /** The address of the network that it came from. */
  address: string
  /** Whether all of the request had arrived when its session was read. */
  isWhole: boolean
  requestId: string
}

const t = initTRPC.context<BackOfficeContext>().create({
  /** The same body as the integration API's `error`, beside what tRPC needs. */
  errorFormatter: ({ shape, error, ctx }) => {
    const appError = appErrorOf(error)
    const { message, ...rest } = apiErrorOf(appError, ctx?.requestId)
    return { code: shape.code, message, data: { ...rest, httpStatus: appError.status } }
  },
})

export const createBackOfficeRouter = t.router

/** A procedure for whoever comes. Only our own pages may change anything, whoever's cookie the browser adds. */
export const anyone = t.procedure.use(({ ctx, type, next }) => {
  if (type === 'mutation' && !ctx.isSameOrigin) throw new AppError('origin_refused')
  return next()
})
