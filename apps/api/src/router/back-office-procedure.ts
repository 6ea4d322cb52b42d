import { AppError } from '@boardwalk/core/error'
import { toAppError, toProcedureError } from '@boardwalk/core/trpc/error'
import { initTRPC } from '@trpc/server'
import type { Deps } from '../deps.ts'
import { requireUser } from '../feature/user/session.ts'
import type { Session } from '../http/session.ts'

/* The bases of the back office's procedures: who may call them. */

interface BackOfficeContext {
  deps: Deps
  session: Session
  /** Whether the browser says that a page of this server sent the request. */
  isSameOrigin: boolean
  /** The address that the request counts for in limits (http/admission.ts). */
  address: string
  /** Whether the whole body had arrived when the session was read. */
  isWhole: boolean
  /** The most bytes that the body may have. */
  bytesMax: number
  requestId: string
  /** Ends work that need not go on when the time of the request is up, or its caller has gone. */
  signal: AbortSignal
  /** Counts the body among those that are worked on for a company, and returns the function that ends this. */
  beginBody: (companyId: string) => () => void
}

const t = initTRPC.context<BackOfficeContext>().create({
  errorFormatter({ shape, error, ctx, type }) {
    const appError = toAppError(error, { isRead: type === 'query', bytesMax: ctx?.bytesMax })
    return toProcedureError(appError, ctx?.requestId, shape.code)
  },
})

export const createBackOfficeRouter = t.router

/**
 * The base of procedures that need no sign-in. Only pages of this server may call a mutation, because a browser sends the cookies with a
 * request of any page.
 */
export const anyone = t.procedure.use(({ ctx, type, next }) => {
  if (type === 'mutation' && !ctx.isSameOrigin) throw new AppError('origin_refused')
  return next()
})

/**
 * The base of procedures for signed-in users. It finds the user and their company before the body is read. If the body was still arriving,
 * it checks again afterwards, because the session may have ended or the user may have been removed meanwhile.
 */
export const signedIn = anyone.use(async ({ ctx, next, getRawInput }) => {
  let actor = await requireUser(ctx.deps, ctx.session)
  if (!ctx.isWhole) {
    await getRawInput()
    await ctx.session.reload()
    actor = await requireUser(ctx.deps, ctx.session)
  }
  const endBody = ctx.beginBody(actor.companyId)
  try {
    return await next({ ctx: { actor } })
  } finally {
    endBody()
  }
})
