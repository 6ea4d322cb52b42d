import type { Operation } from '@boardwalk/schema/operation/operation'
import type { z } from 'zod'
import { AppError } from '../../error.ts'
import type { IntegrationContext } from '../../trpc/context.ts'
import { procedure } from '../../trpc/init.ts'
import { type Actor, authenticate, type KeyUse, keyOfHeader, requireActive, requireScope } from './service.ts'

/** Answers an operation. The caller's key was checked before, and the input parsed. */
export type Route<Input, Output> = (call: {
  ctx: IntegrationContext & { actor: Actor }
  input: Input
}) => Promise<Output>

/** One route for each operation of a table, with the input and output of its description. */
export type Routes<Table extends Record<string, Operation>> = {
  [Name in keyof Table]: Route<z.output<Table[Name]['input']>, z.output<Table[Name]['output']>>
}

/**
 * A procedure for callers whose key has the operation's scope. It checks the key before it reads the body, so that nobody
 * without a key can send one. It checks again afterwards: a body may take minutes, and the key may have been revoked in
 * that time.
 */
export function withKey({ scope, tag }: Operation) {
  const readUse = tag === 'Candidates' ? 'poll' : 'look'
  const use = scope === 'write' ? 'push' : readUse
  return procedure.use(async ({ ctx, next, getRawInput }) => {
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
