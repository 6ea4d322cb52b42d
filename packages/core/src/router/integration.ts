import type { Operation } from '@boardwalk/schema/operation/operation'
import { type OperationName, operationNames, operations } from '@boardwalk/schema/operations'
import { getMe } from '../company/service.ts'
import { downloadCv } from '../intake/cv.ts'
import { listAllCandidates, listCandidates } from '../intake/poll.ts'
import { getCandidate } from '../intake/read.ts'
import { updateCandidates } from '../intake/update.ts'
import { createJob } from '../job/create.ts'
import { linkJobs } from '../job/link.ts'
import { unpublishJob } from '../job/publish.ts'
import { getJob, listJobs } from '../job/read.ts'
import { updateJob } from '../job/update.ts'
import { upsertJobs } from '../job/upsert.ts'
import type { AnyRoute, Routes } from '../trpc/context.ts'
import { createIntegrationRouter, procedure } from '../trpc/init.ts'
import { withKey } from './with-key.ts'

/*
 * tRPC calls an operation a procedure, and a table of procedures a router. A request such as `PUT /api/job/A` goes this way:
 *
 * 1. http/rest.ts finds the procedure by method and path, here `updateJob`, and calls it with a context (trpc/context.ts).
 * 2. `withKey` checks the key, and then lets http/rest.ts read the input: the members of the body, the query and the path.
 * 3. `withKey` parses the input with the operation's schema (packages/schema/src/operation/job.ts).
 * 4. The route of the operation, `updateJob` in feature/job/update.ts, returns the body of the answer or throws an AppError.
 * 5. http/rest.ts sends the body, or the error in the form of trpc/error.ts.
 */

/** The router of the integration API: the spec's five operations and the extensions, each with its route. */
export const integrationRouter = buildRouter({
  createJob,
  updateJob,
  upsertJobs,
  unpublishJob,
  linkJobs,
  getJob,
  listJobs,
  listCandidates,
  listAllCandidates,
  getCandidate,
  downloadCv,
  updateCandidates,
  getMe,
})

function buildRouter(routes: Routes) {
  return createIntegrationRouter(
    Object.fromEntries(operationNames.map((name) => [name, buildProcedure(name, routes[name])])),
  )
}

/**
 * Makes the procedure of an operation. Its meta is for http/rest.ts, and for the OpenAPI document. tRPC gets neither the input schema nor
 * a middleware, because it copies the call for each of them.
 */
function buildProcedure(name: OperationName, route: AnyRoute) {
  const operation: Operation = operations[name]
  const { method, path, summary, tag, scope, requestHeaders, responseHeaders } = operation
  const { nullMember, isExtension, input, output, fileType } = operation
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
  const described = procedure.meta({ openapi, nullMember, isFile: fileType !== undefined, isExtension, input, output })
  const answer = withKey(operation, route)
  // tRPC calls a procedure that reads a query, and one that writes a mutation.
  return method === 'GET' ? described.query(answer) : described.mutation(answer)
}
