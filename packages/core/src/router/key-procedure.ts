import { isObject } from '@boardwalk/schema/json'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import {
  authenticate,
  checkKeyAgain,
  getKeyByHash,
  hashHeader,
  hasScope,
  noteUse,
  recallOwner,
  requireScope,
} from '../key/service.ts'
import type { IntegrationContext, RequestNotes } from '../trpc/context.ts'
import { toAppError } from '../trpc/error.ts'
import { type OperationMeta, procedure } from '../trpc/init.ts'

/**
 * The base of the integration API's procedures, for callers whose key has the scope of the procedure's meta. It checks the key before
 * `getRawInput` reads the body, so that the server reads no body of a caller without a key. It checks the key again afterwards, because a
 * body may take minutes, and the key may be revoked in that time. tRPC parses the input after that.
 */
export const keyProcedure = procedure.use(async ({ ctx, meta, type, getRawInput, next }) => {
  if (meta === undefined) throw new Error('A procedure has no meta, so no scope')
  const { deps, request } = ctx
  let asking: Promise<void> | undefined
  const { actor, keyHash } = await findActor(ctx, (keyHash) => {
    // The body is not read before the key.
    asking = askAhead(deps, keyHash, meta, type === 'query' ? getRawInput : ctx.readPath)
  })
  requireScope(actor, meta.scope)
  await deps.limits.countKeyRequest(() => actor.keyId, request.answer.headers)
  const sent = await getRawInput()
  const key = await checkKeyAgain(deps, keyHash)
  const idPath = noteExternalId(request, sent)
  // The route then finds what was read in the caches. Without this it would read again, because a read that is under way is not shared.
  await asking
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

/**
 * Begins the reads of an operation while the key is read, if this process knows the owner of the key. They only fill caches, which the
 * route uses by their own rules, and the key still decides before the route runs. A key that was revoked on another process causes them
 * once, because the process forgets the owner when it has read the key.
 */
async function askAhead(
  deps: Deps,
  keyHash: string,
  { scope, askAhead: ask }: OperationMeta,
  readInput: () => unknown,
): Promise<void> {
  const owner = ask && recallOwner(deps, keyHash)
  if (ask === undefined || owner === undefined || !hasScope(owner, scope)) return
  try {
    await ask(deps, owner.companyId, await readInput())
  } catch {
    // The route asks again, and its caller gets the error.
  }
}

/**
 * Finds the caller by their key. A wrong key counts against the limit of the caller's address. `onHash` is called before the key is read.
 */
async function findActor({ deps, request, apiKey, findCaller }: IntegrationContext, onHash: (keyHash: string) => void) {
  try {
    const keyHash = hashHeader(apiKey)
    onHash(keyHash)
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
