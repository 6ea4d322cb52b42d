import type { Operation } from '@boardwalk/schema/operation/operation'
import { type OperationName, operationNames, operations } from '@boardwalk/schema/operations'
import { listAllCandidates, listCandidates } from '../feature/application/poll.ts'
import { getMe } from '../feature/company/service.ts'
import { createJob } from '../feature/job/create.ts'
import { linkJobs } from '../feature/job/link.ts'
import { unpublishJob } from '../feature/job/publish.ts'
import { getJob, listJobs } from '../feature/job/read.ts'
import { updateJob } from '../feature/job/update.ts'
import { upsertJobs } from '../feature/job/upsert.ts'
import type { Route, Routes } from '../trpc/context.ts'
import { createIntegrationRouter } from '../trpc/init.ts'
import { withKey } from './with-key.ts'

/** A route of any operation. Its input is of its own operation. */
type AnyRoute = (call: { ctx: Parameters<Route<OperationName>>[0]['ctx']; input: never }) => Promise<object>

/** The integration API: the spec's five operations and the extensions. */
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
  getMe,
})

/** Makes the router of the integration API: each operation as a procedure that answers with its route. */
function buildRouter(routes: Routes) {
  return createIntegrationRouter(
    Object.fromEntries(operationNames.map((name) => [name, buildProcedure(name, routes[name])])),
  )
}

function buildProcedure(name: OperationName, route: AnyRoute) {
  const operation: Operation = operations[name]
  const { method, path, summary, tag, scope, requestHeaders, responseHeaders } = operation
  const { nullMember, isExtension, input, output } = operation
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
  const procedure = withKey(operation).meta({ openapi, nullMember, isExtension, output }).input(input)
  // `Routes` gives each operation a route that takes what the operation's own schema makes.
  const answer = ({ ctx, input }: { ctx: Parameters<AnyRoute>[0]['ctx']; input: unknown }) =>
    route({ ctx, input: input as never })
  return method === 'GET' ? procedure.query(answer) : procedure.mutation(answer)
}
