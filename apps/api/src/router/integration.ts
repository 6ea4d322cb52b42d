import type { Operation } from '@boardwalk/schema/operation/operation'
import { type OperationName, operationNames, operations } from '@boardwalk/schema/operations'
import { type Route, type Routes, withKey } from '../feature/api-key/with-key.ts'
import { candidateRoutes } from '../feature/application/poll-routes.ts'
import { callerRoutes } from '../feature/company/routes.ts'
import { jobRoutes } from '../feature/job/routes.ts'
import { createIntegrationRouter } from '../trpc/init.ts'

/** The integration API: the spec's five operations and the extensions. */
export const integrationRouter = buildRouter({ ...jobRoutes, ...candidateRoutes, ...callerRoutes })

/** Makes the router of the integration API: each operation as a procedure that answers with its route. */
function buildRouter(routes: Routes<typeof operations>) {
  return createIntegrationRouter(
    Object.fromEntries(operationNames.map((name) => [name, buildProcedure(name, routes[name])])),
  )
}

function buildProcedure(name: OperationName, route: Route<never, unknown>) {
  const operation: Operation = operations[name]
  const { method, path, requestHeaders, responseHeaders, nullMember, isExtension, input, output } = operation
  const openapi = { method, path, requestHeaders, responseHeaders }
  const procedure = withKey(operation).meta({ openapi, nullMember, isExtension, output }).input(input)
  // `Routes` gives each operation a route that takes what the operation's own schema makes.
  const answer: Route<unknown, unknown> = ({ ctx, input }) => route({ ctx, input: input as never })
  return method === 'GET' ? procedure.query(answer) : procedure.mutation(answer)
}
