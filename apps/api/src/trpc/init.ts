import type { Operation } from '@boardwalk/schema/operation/operation'
import { type OperationName, operationNames, operations } from '@boardwalk/schema/operations'
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

/** What REST and the generator of the OpenAPI document read of a procedure. */
interface OperationMeta extends Record<string, unknown> {
  openapi: NonNullable<OpenApiMeta['openapi']>
  /** The member of the answer that is null in the body of an error. */
  nullMember: string
  /** The body of a success. Only the document reads it: the compiler vouches for what a route answers. */
  output: z.ZodType
}

/** Answers an operation. The caller's key was checked before, and the input parsed. */
type Route<Input, Output> = (call: { ctx: IntegrationContext & { actor: Actor }; input: Input }) => Promise<Output>

/** One route for each operation of a table, with the input and output of its description. */
export type Routes<Table extends Record<string, Operation>> = {
  [Name in keyof Table]: Route<z.output<Table[Name]['input']>, z.output<Table[Name]['output']>>
}

const t = initTRPC.context<IntegrationContext>().meta<OperationMeta>().create()

/** Makes the router of the integration API: each operation as a procedure that answers with its route. */
export function buildRouter(routes: Routes<typeof operations>) {
  return t.router(Object.fromEntries(operationNames.map((name) => [name, buildProcedure(name, routes[name])])))
}

function buildProcedure(name: OperationName, route: Route<never, unknown>) {
  const operation: Operation = operations[name]
  const { method, path, responseHeaders, nullMember, input, output } = operation
  const openapi = { method, path, responseHeaders }
  const procedure = withKey(operation).meta({ openapi, nullMember, output }).input(input)
  // `Routes` gives each operation a route that takes what the operation's own schema makes.
  const answer: Route<unknown, unknown> = ({ ctx, input }) => route({ ctx, input: input as never })
  return method === 'GET' ? procedure.query(answer) : procedure.mutation(answer)
}

/**
 * A procedure for callers whose key has the operation's scope. It checks the key before it reads the body, so that nobody
 * without a key can send one. It checks again afterwards: a body may take minutes, and the key may have been revoked in
 * that time.
 */
function withKey({ scope, tag }: Operation) {
  const readUse = tag === 'Candidates' ? 'poll' : 'look'
  const use = scope === 'write' ? 'push' : readUse
  return t.procedure.use(async ({ ctx, next, getRawInput }) => {
    const actor = await findActor(ctx, use)
    requireScope(actor, scope)
    await ctx.deps.limits.countOfKey(() => actor.keyId, ctx.answer.headers)
    await getRawInput()
    requireActive(ctx.deps, await keyOfHeader(ctx.deps, ctx.apiKey))
    return next({ ctx: { actor } })
  })
}

/** Finds who calls, by the key. A wrong key counts against the caller's address. */
async function findActor(ctx: IntegrationContext, use: KeyUse): Promise<Actor> {
  try {
    const key = await keyOfHeader(ctx.deps, ctx.apiKey)
    // The log names a revoked key too, because its company wants to see who still uses it.
    ctx.noteKey(key)
    return authenticate(ctx.deps, key, use)
  } catch (error) {
    if (error instanceof AppError && error.code === 'api_key_invalid')
      await ctx.deps.limits.countWrongKey(ctx.callerOf, ctx.answer.headers)
    throw error
  }
}

/** Lists the procedures of a router that `buildRouter` made, each with its input and meta. */
export function listProcedures(router: AnyRouter) {
  return Object.entries<AnyProcedure>(router._def.procedures).map(([name, procedure]) => {
    const { type, inputs } = procedure._def
    const [input] = inputs
    if (!(input instanceof z.ZodType)) throw new Error(`${name} must have a zod schema as its input`)
    // buildProcedure gives each procedure this meta.
    return { name, procedure, type, input, meta: procedure._def.meta as OperationMeta }
  })
}
