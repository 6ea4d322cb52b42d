import type { ErrorCode } from '@boardwalk/schema/error'
import type { Operation } from '@boardwalk/schema/operation/operation'
import { type OperationName, operations } from '@boardwalk/schema/operations'
import type { AnyProcedure } from '@trpc/server'
import type { z } from 'zod'
import { getMe } from '../company/service.ts'
import { findSuspendedIds } from '../company/suspension.ts'
import { downloadCv } from '../intake/cv.ts'
import { askForPoll, listAllCandidates, listCandidates } from '../intake/poll.ts'
import { getCandidate } from '../intake/read.ts'
import { updateCandidates } from '../intake/update.ts'
import { askForCreate, createJob } from '../job/create.ts'
import { linkJobs } from '../job/link.ts'
import { unpublishJob } from '../job/publish.ts'
import { getJob, listJobs } from '../job/read.ts'
import { askForUpdate, updateJob } from '../job/update.ts'
import { upsertJobs } from '../job/upsert.ts'
import type { UseField } from '../key/service.ts'
import type { AskAhead } from '../trpc/context.ts'
import { createIntegrationRouter, declareOutput } from '../trpc/init.ts'
import { keyProcedure } from './key-procedure.ts'

/*
 * A request such as `PUT /api/job/A` goes this way:
 *
 * 1. http/rest.ts finds the procedure by method and path, here `updateJob`, and calls it with a context (trpc/context.ts).
 * 2. `keyProcedure` checks the key, and then lets http/rest.ts read the input: the members of the body, the query and the path.
 * 3. tRPC parses the input with the operation's schema (packages/schema/src/operation/job.ts).
 * 4. The route of the operation, `updateJob` in job/update.ts, returns the body of the answer or throws an AppError.
 * 5. http/rest.ts sends the body, or the error in the form of the router's `errorFormatter` (trpc/init.ts).
 */

/** The router of the integration API: the spec's five operations and the extensions, each with its route. */
export const integrationRouter = createIntegrationRouter({
  createJob: beginProcedure(operations.createJob, askForCreate).mutation(createJob),
  updateJob: beginProcedure(operations.updateJob, askForUpdate).mutation(updateJob),
  unpublishJob: beginProcedure(operations.unpublishJob).mutation(unpublishJob),
  linkJobs: beginProcedure(operations.linkJobs).mutation(linkJobs),
  getJob: beginProcedure(operations.getJob).query(getJob),
  listJobs: beginProcedure(operations.listJobs).query(listJobs),
  upsertJobs: beginProcedure(operations.upsertJobs, findSuspendedIds).mutation(upsertJobs),
  listCandidates: beginProcedure(operations.listCandidates, askForPoll).query(listCandidates),
  listAllCandidates: beginProcedure(operations.listAllCandidates, askForPoll).query(listAllCandidates),
  getCandidate: beginProcedure(operations.getCandidate).query(getCandidate),
  downloadCv: beginProcedure(operations.downloadCv).query(downloadCv),
  updateCandidates: beginProcedure(operations.updateCandidates).mutation(updateCandidates),
  getMe: beginProcedure(operations.getMe).query(getMe),
} satisfies Record<OperationName, AnyProcedure>)

/** Begins the procedure of an operation with all but its route. */
function beginProcedure<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<ErrorCode, Operation['method'], Operation['path'], Input, Output>,
  askAhead?: AskAhead,
) {
  const { method, path, summary, tag, scope, requestHeaders, responseHeaders } = operation
  const { nullMember, isExtension, input, output, fileTypes } = operation
  const description =
    scope === 'any' ? operation.description : `${operation.description}\n\nScope of the key: \`${scope}\`.`
  const openapi = {
    method,
    path,
    summary,
    description,
    tags: [tag],
    requestHeaders,
    responseHeaders,
    errorResponses: [],
  }
  return keyProcedure
    .meta({
      openapi,
      scope,
      useField: findUseField(operation),
      askAhead,
      nullMember,
      isFile: fileTypes !== undefined,
      isExtension,
    })
    .input(input)
    .concat(declareOutput(output))
}

/** Finds the use of a key that a call of an operation is: a poll for candidates, or a push of jobs. */
function findUseField({ tag, scope, method, path }: Operation): UseField | undefined {
  if (tag === 'Candidates') return scope === 'read' ? 'lastPollAt' : undefined
  // An ATS that only withdraws jobs, or links them, sends none.
  return scope === 'write' && method !== 'DELETE' && path !== operations.linkJobs.path ? 'lastPushAt' : undefined
}
