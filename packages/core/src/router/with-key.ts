import { isObject } from '@boardwalk/schema/json'
import type { Operation } from '@boardwalk/schema/operation/operation'
import { describeIssues } from '@boardwalk/schema/wording'
import type { z } from 'zod'
import { AppError, invalidRequest } from '../error.ts'
import { authenticate, checkKeyAgain, getKeyByHash, hashHeader, noteUse, requireScope } from '../key/service.ts'
import type { AnyRoute, IntegrationContext, RequestNotes } from '../trpc/context.ts'
import { toAppError } from '../trpc/error.ts'

/**
 * Puts an operation's route behind the check of the key, for callers whose key has the operation's scope. It checks the key before the
 * body is read, so that the server reads no body of a caller without a key. It checks the key again afterwards, because a body may
 * take minutes, and the key may be revoked in that time.
 */
export function withKey(operation: Operation, route: AnyRoute) {
  const { scope, tag, input: schema } = operation
  const isOfCandidates = tag === 'Candidates'
  const pollField = isOfCandidates && scope === 'read' ? 'lastPollAt' : undefined
  const useField = !isOfCandidates && scope === 'write' ? 'lastPushAt' : pollField
  return async ({ ctx }: { ctx: IntegrationContext }): Promise<object> => {
    const { deps, request } = ctx
    const { actor, keyHash } = await findActor(ctx)
    requireScope(actor, scope)
    await deps.limits.countKeyRequest(() => actor.keyId, request.answer.headers)
    const sent = await ctx.readInput()
    const key = await checkKeyAgain(deps, keyHash)
    const idPath = noteExternalId(request, sent)
    const { data: input, error } = schema.safeParse(sent)
    if (error !== undefined) {
      if (hasIssueAt(error, idPath)) delete request.activity.externalId
      throw invalidRequest(describeIssues(error))
    }
    // The cast holds because `Routes` pairs each operation with a route that takes the output of the operation's input schema.
    const body = await route({ ctx: Object.assign(ctx, { actor }), input: input as never })
    if (useField !== undefined && !request.answer.changesNothing) noteUse(deps, key, useField)
    return body
  }
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

/** Whether a schema refused the value at a path. */
const hasIssueAt = ({ issues }: z.ZodError, path: string): boolean =>
  issues.some((issue) => issue.path.join('.') === path)

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
