import { ExternalId } from '@boardwalk/schema/job'
import type { Operation } from '@boardwalk/schema/operation/operation'
import { z } from 'zod'
import { AppError } from '../error.ts'
import {
  type Actor,
  authenticate,
  getKeyByHeader,
  noteUse,
  requireActive,
  requireScope,
} from '../feature/api-key/service.ts'
import type { IntegrationContext } from '../trpc/context.ts'
import { procedure } from '../trpc/init.ts'

/**
 * Makes a tRPC procedure for callers whose key has the operation's scope. It checks the key before it reads the body, so
 * that a caller without a key cannot send one. It checks the key again afterwards, because a body may take minutes and the
 * key may be revoked in that time.
 */
export function withKey({ scope, tag }: Operation) {
  const readField = tag === 'Candidates' ? 'lastPollAt' : undefined
  const field = scope === 'write' ? 'lastPushAt' : readField
  return procedure.use(async ({ ctx, next, getRawInput }) => {
    const actor = await findActor(ctx)
    requireScope(actor, scope)
    await ctx.deps.limits.countKeyRequest(() => actor.keyId, ctx.answer.headers)
    noteJob(ctx, await getRawInput())
    const key = await getKeyByHeader(ctx.deps, ctx.apiKey)
    requireActive(ctx.deps, key)
    const result = await next({ ctx: { actor } })
    if (field !== undefined && result.ok && !ctx.answer.changesNothing) noteUse(ctx.deps, key, field)
    return result
  })
}

const id = ExternalId.optional().catch(undefined)
const AboutOneJob = z.object({ externalJobId: id, job: z.object({ id }).optional().catch(undefined) })

/** Notes the external id of the job that an input is about: from the path, or from the body of a new job. */
function noteJob(ctx: IntegrationContext, input: unknown): void {
  const { data } = AboutOneJob.safeParse(input)
  const externalId = data?.externalJobId ?? data?.job?.id
  if (externalId !== undefined) ctx.noteJob(externalId)
}

/** Finds the caller by the key. A wrong key counts against the limit of the caller's address. */
async function findActor(ctx: IntegrationContext): Promise<Actor> {
  try {
    const key = await getKeyByHeader(ctx.deps, ctx.apiKey)
    // The log names a revoked key too, because its company wants to see who still uses it.
    ctx.noteKey(key)
    const actor = authenticate(ctx.deps, key)
    // A new key replaces this one, and whoever still uses it should hear of it in time.
    if (key.revokesAt !== null) ctx.answer.headers['x-key-ends-at'] = key.revokesAt.toISOString()
    return actor
  } catch (error) {
    if (error instanceof AppError && error.code === 'api_key_invalid')
      await ctx.deps.limits.countWrongKey(ctx.findCaller, ctx.answer.headers)
    throw error
  }
}
