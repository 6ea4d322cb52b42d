import { isObject } from '@boardwalk/schema/json'
import type { Operation } from '@boardwalk/schema/operation/operation'
import { z } from 'zod'
import { AppError } from '../error.ts'
import {
  type Actor,
  authenticate,
  getKeyByHash,
  hashHeader,
  noteUse,
  requireActive,
  requireScope,
} from '../feature/api-key/service.ts'
import type { IntegrationContext, RequestNotes } from '../trpc/context.ts'
import { procedure } from '../trpc/init.ts'

/**
 * Makes the base of an operation's procedure, for callers whose key has the operation's scope. It checks the key before the body is read,
 * so that the server reads no body of a caller without a key. It checks the key again afterwards, because a body may take minutes, and the
 * key may be revoked in that time.
 */
export function withKey({ scope, tag }: Operation) {
  const pollField = tag === 'Candidates' ? 'lastPollAt' : undefined
  const useField = scope === 'write' ? 'lastPushAt' : pollField
  // `use` adds a middleware: a function that tRPC calls before the route.
  return procedure.use(async ({ ctx, next, getRawInput }) => {
    const { deps, request } = ctx
    const { actor, keyHash } = await findActor(ctx)
    requireScope(actor, scope)
    await deps.limits.countKeyRequest(() => actor.keyId, request.answer.headers)
    // http/rest.ts reads the body now. The input is not parsed yet.
    const input = await getRawInput()
    const key = await getKeyByHash(deps, keyHash)
    requireActive(deps, key)
    const idPath = noteExternalId(request, input)
    // Parses the input and calls the route, with the actor in its context. An error is in the result and is not thrown.
    const result = await next({ ctx: { actor } })
    if (!result.ok && hasIssueAt(result.error.cause, idPath)) delete request.activity.externalId
    if (useField !== undefined && result.ok && !request.answer.changesNothing) noteUse(deps, key, useField)
    return result
  })
}

/**
 * Notes for the company's activity the external id of the job in an input: from the path of the request, or from the body of a new job.
 * Returns the path of the id in the input, because the input is not parsed yet and the schema may refuse the id.
 */
function noteExternalId({ activity }: RequestNotes, input: unknown): string {
  const { externalJobId, job } = isObject(input) ? input : {}
  const id = externalJobId ?? (isObject(job) ? job.id : undefined)
  if (typeof id === 'string') activity.externalId = id
  return externalJobId === undefined ? 'job.id' : 'externalJobId'
}

/** Whether an error is the schema's refusal of the value at a path. */
const hasIssueAt = (error: unknown, path: string): boolean =>
  error instanceof z.ZodError && error.issues.some((issue) => issue.path.join('.') === path)

/** Finds the caller by their key. A wrong key counts against the limit of the caller's address. */
async function findActor({
  deps,
  request,
  apiKey,
  findCaller,
}: IntegrationContext): Promise<{ actor: Actor; keyHash: string }> {
  try {
    const keyHash = hashHeader(apiKey)
    const key = await getKeyByHash(deps, keyHash)
    // Set before the check, so that the log and the activity name a revoked key too: its company wants to see that it is still in use.
    request.key = key
    const actor = authenticate(deps, key)
    // A new key replaces this one. The caller learns when this one ends.
    if (key.revokesAt !== null) request.answer.headers['x-key-ends-at'] = key.revokesAt.toISOString()
    return { actor, keyHash }
  } catch (error) {
    if (error instanceof AppError && error.code === 'api_key_invalid')
      await deps.limits.countWrongKey(findCaller, request.answer.headers)
    throw error
  }
}
