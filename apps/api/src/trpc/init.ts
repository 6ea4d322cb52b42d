import type { Scope } from '@boardwalk/schema/api-key'
import type { ErrorCode } from '@boardwalk/schema/error'
import { type AnyProcedure, type AnyRouter, initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { z } from 'zod'
import { AppError } from '../error.ts'
import {
  type Actor,
  authenticate,
  type KeyUse,
  keyOfHeader,
  requireActive,
  requireScope,
} from '../feature/api-key/service.ts'
import type { IntegrationContext } from './context.ts'

/** What REST and the OpenAPI document know of an operation: each of them reads it, neither repeats it. */
export interface OperationMeta extends Record<string, unknown> {
  openapi: Required<
    Pick<NonNullable<OpenApiMeta['openapi']>, 'method' | 'path' | 'operationId' | 'summary' | 'description' | 'tags'>
  > &
    OpenApiMeta['openapi']
  /** The member of the answer that is null in an error's body. */
  nullMember: string
  /** The body of a success. Documented and tested; at run time the service's types vouch for it. */
  output: z.ZodType
  /** Statuses of success, and what each means. */
  success: Record<number, string>
  /** The errors of its own, beside those that every operation has. */
  errors: ErrorCode[]
  /** An example of the request body, where there is one, and of the answer. */
  example: { request?: unknown; answer: unknown }
}

const t = initTRPC.context<IntegrationContext>().meta<OperationMeta>().create()

export const router = t.router

/**
 * A procedure for callers whose key has the scope. It checks the key before it reads the body, so that nobody without a key
 * can send one. It checks again afterwards: a body may take minutes, and the key may have been revoked in that time.
 */
export const withKey = (scope: Scope, use: KeyUse = scope === 'write' ? 'push' : 'look') =>
  t.procedure.use(async ({ ctx, next, getRawInput }) => {
    const actor = await actorOf(ctx, use)
    requireScope(actor, scope)
    await ctx.deps.limits.countOfKey(() => actor.keyId, ctx.answer.headers)
    await getRawInput()
    requireActive(ctx.deps, await keyOfHeader(ctx.deps, ctx.apiKey))
    return next({ ctx: { actor } })
  })

async function actorOf(ctx: IntegrationContext, use: KeyUse): Promise<Actor> {
  try {
    const key = await keyOfHeader(ctx.deps, ctx.apiKey)
    // Of a revoked key too: its company wants to see what still uses it.
    ctx.noteKey(key)
    return authenticate(ctx.deps, key, use)
  } catch (error) {
    if (error instanceof AppError && error.code === 'api_key_invalid')
      await ctx.deps.limits.countWrongKey(ctx.callerOf, ctx.answer.headers)
    throw error
  }
}

/** The procedures of a router that is built here, each with what REST and the OpenAPI document read of it. */
export function proceduresOf(router: AnyRouter) {
  return Object.entries<AnyProcedure>(router._def.procedures).map(([name, procedure]) => {
    const { type, inputs } = procedure._def
    const [input] = inputs
    if (!(input instanceof z.ZodType)) throw new Error(`${name} must have a zod schema as its input`)
    // The builder above demands this meta.
    return { name, procedure, type, input, meta: procedure._def.meta as OperationMeta }
  })
}
