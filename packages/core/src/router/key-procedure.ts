import { isObject } from '@boardwalk/schema/json'
import { z } from 'zod'
import { AppError } from '../error.ts'
import { authenticate, checkKeyAgain, getKeyByHash, hashHeader, noteUse, requireScope } from '../key/service.ts'
import type { IntegrationContext, RequestNotes } from '../trpc/context.ts'
import { toAppError } from '../trpc/error.ts'
import { procedure } from '../trpc/init.ts'

/**
 * The base of the integration API's procedures, for callers whose key has the scope of the procedure's meta. It checks the key before
 * `getRawInput` reads the body, so that the server reads no body of a caller without a key. It checks the key again afterwards, because a
 * body may take minutes, and the key may be revoked in that time. tRPC parses the input after that.
 */
export const keyProcedure = procedure.use(async ({ ctx, meta, getRawInput, next }) => {
  if (meta === undefined) throw new Error('A procedure has no meta, so no scope')
  const { deps, request } = ctx
  const { actor, keyHash } = await findActor(ctx)
  requireScope(actor, meta.scope)
  await deps.limits.countKeyRequest(() => actor.keyId, request.answer.headers)
  const sent = await getRawInput()
  const key = await checkKeyAgain(deps, keyHash)
  const idPath = noteExternalId(request, sent)
  const result = await next({ ctx: { actor } })
  if (!result.ok && hasIssueAt(result.error.cause, idPath)) delete request.activity.externalId
  if (result.ok && meta.useField !== undefined && !request.answer.changesNothing) noteUse(deps, key, meta.useField)
  return result
})

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

/** Whether an error is that of a schema, and the schema refused the value at a path. */
const hasIssueAt = (error: unknown, path: string): boolean =>
  error instanceof z.ZodError && error.issues.some((issue) => issue.path.join('.') === path)

/** Finds the caller by their key. A wrong key counts against the limit of the caller's address. */
async function findActor({ deps, request, apiKey, findCaller }: IntegrationContext) {
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
    // Nothing has been changed yet, whatever the operation.
    throw toAppError(error, { isRead: true })
  }
}
