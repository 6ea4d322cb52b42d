import { initTRPC, TRPCError } from '@trpc/server'
import type { Request, Response } from 'express'
import { HTTP_STATUS_TRPC_ERROR_CODE, type OpenApiMeta } from 'trpc-to-openapi'
import { ZodError } from 'zod'
import { authenticate, type Scope } from '../mongoose/authenticate.ts'
import { Failure, messageOf } from '../mongoose/failure.ts'

interface Context {
  req: Request
  res: Response
}

const nullMembers: Record<string, string> = { listCandidates: 'candidates', linkJobs: 'results' }

function publicMessage(error: TRPCError): string {
  if (error.code === 'INTERNAL_SERVER_ERROR') return 'Internal server error'
  return error.cause instanceof ZodError ? messageOf(error.cause) : error.message
}

const t = initTRPC
  .context<Context>()
  .meta<OpenApiMeta>()
  .create({
    // The body of every error is made of this; trpc-to-openapi adds its own `message`, `code` and `issues`.
    errorFormatter({ error, path = '' }) {
      const message = publicMessage(error)
      return { message, [nullMembers[path] ?? 'jobId']: null, error: { message } }
    },
  })

export const router = t.router

const procedure = t.procedure.use(async ({ next }) => {
  const result = await next()
  if (result.ok || !(result.error.cause instanceof Failure)) return result
  const { status, message } = result.error.cause
  throw new TRPCError({ code: HTTP_STATUS_TRPC_ERROR_CODE[status] ?? 'INTERNAL_SERVER_ERROR', message })
})

/** An operation whose caller must have a key of this scope. */
export const withKey = (scope: Scope) =>
  procedure.use(async ({ ctx, next }) => next({ ctx: { caller: await authenticate(ctx.req.get('x-api-key'), scope) } }))
