import { isObject } from '@boardwalk/schema/json'
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
import type { IntegrationContext, RequestNotes } from '../trpc/context.ts'
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
    const { deps, request } = ctx
    const actor = await findActor(ctx)
    requireScope(actor, scope)
    await deps.limits.countKeyRequest(() => actor.keyId, request.answer.headers)
    const input = await getRawInput()
    const key = await getKeyByHeader(deps, ctx.apiKey)
    requireActive(deps, key)
    const jobIdPath = noteJob(request, input)
    const result = await next({ ctx: { actor } })
    if (!result.ok && isRefused(result.error.cause, jobIdPath)) delete request.activity.externalId
    if (field !== undefined && result.ok && !request.answer.changesNothing) noteUse(deps, key, field)
    return result
  })
}

/**
 * Notes the external id of the job that an input is about: from the path of the request, or from the body of a new job. Returns
 * where the id is in the input, which is not parsed yet.
 */
function noteJob({ activity }: RequestNotes, input: unknown): string {
  const { externalJobId, job } = isObject(input) ? input : {}
  const id = externalJobId ?? (isObject(job) ? job.id : undefined)
  if (typeof id === 'string') activity.externalId = id
  return externalJobId === undefined ? 'job.id' : 'externalJobId'
}

/** Whether the schema of an input refused the value at a path. */
const isRefused = (error: unknown, path: string): boolean =>
  error instanceof z.ZodError && error.issues.some((issue) => issue.path.join('.') === path)

/** Finds the caller by the key. A wrong key counts against the limit of the caller's address. */
async function findActor({ deps, request, apiKey, findCaller }: IntegrationContext): Promise<Actor> {
  try {
    const key = await getKeyByHeader(deps, apiKey)
    // The log names a revoked key too, because its company wants to see who still uses it.
    request.key = key
    const actor = authenticate(deps, key)
    // A new key replaces this one, and its user should learn in time when it ends.
    if (key.revokesAt !== null) request.answer.headers['x-key-ends-at'] = key.revokesAt.toISOString()
    return actor
  } catch (error) {
    if (error instanceof AppError && error.code === 'api_key_invalid')
      await deps.limits.countWrongKey(findCaller, request.answer.headers)
    throw error
  }
}
