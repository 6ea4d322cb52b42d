import { initTRPC } from '@trpc/server'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { userSignedIn } from '../feature/user/service.ts'
import { apiErrorOf, appErrorOf } from './error.ts'

/** The session of the browser that calls. */
export interface Session {
  /** Who is signed in, and with which password; undefined for nobody. */
  person: { userId: string; passwordSetAtMs: number } | undefined
  /** Reads the session again: it may have ended since the request began to arrive. */
  reload(): Promise<void>
  /** Signs a person in, under a new session id. */
  start(person: { id: string; passwordSetAt: Date | null }): Promise<void>
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

/** An administrator who is signed in. */
interface Administrator {
  userId: string
  companyId: string
  email: string
}

const t = initTRPC.context<BackOfficeContext>().create({
  /** The same body as the integration API's `error`, beside what tRPC needs. */
  errorFormatter: ({ shape, error, ctx }) => {
    const appError = appErrorOf(error)
    const { message, ...rest } = apiErrorOf(appError, ctx?.requestId)
    return { code: shape.code, message, data: { ...rest, httpStatus: appError.status } }
  },
})

export const router = t.router

/** A procedure for whoever comes. Only our own pages may change anything, whoever's cookie the browser adds. */
export const anyone = t.procedure.use(({ ctx, type, next }) => {
  if (type === 'mutation' && !ctx.isSameOrigin) throw new AppError('origin_refused')
  return next()
})

/**
 * A procedure for signed-in administrators. It finds the administrator and their company before it reads the body. If the
 * body was still arriving, it looks again afterwards: the session may have ended, or the account been removed.
 */
export const signedIn = anyone.use(async ({ ctx, next, getRawInput }) => {
  const actor = await administratorOf(ctx.deps, ctx.session)
  if (ctx.isWhole) return next({ ctx: { actor } })
  await getRawInput()
  await ctx.session.reload()
  return next({ ctx: { actor: await administratorOf(ctx.deps, ctx.session) } })
})

/** Who is signed in. Throws `sign_in_required`. */
export async function administratorOf(deps: Pick<Deps, 'users'>, session: Session): Promise<Administrator> {
  const administrator = await findAdministrator(deps, session)
  if (administrator === undefined) throw new AppError('sign_in_required')
  return administrator
}

/** Who is signed in; undefined for nobody. */
export async function findAdministrator(
  deps: Pick<Deps, 'users'>,
  { person }: Session,
): Promise<Administrator | undefined> {
  const user = person === undefined ? undefined : await userSignedIn(deps, person)
  return user && { userId: user.id, companyId: user.companyId, email: user.email }
}
