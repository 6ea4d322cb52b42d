import { ApiError } from '@boardwalk/schema/error'
import type { OpenApiRouter } from 'trpc-to-openapi'
import { z } from 'zod'
import { integrationRouter } from '../router/integration.ts'
import { listProcedures } from '../trpc/init.ts'

/**
 * Makes the schema of an error's body, such as JobIdError. Some code generators fail on a member whose only type is null. So
 * the null member has the type that it has in a success, too, and `const` says that it is null here.
 */
function makeErrorBody(nullMember: string, output: z.ZodObject): z.ZodType {
  const id = `${nullMember.charAt(0).toUpperCase()}${nullMember.slice(1)}Error`
  const member = z.nullable(output.shape[nullMember] ?? z.unknown())
  return z
    .object({
      [nullMember]: member.meta({ description: 'Null in an error.', const: null, examples: [null] }),
      error: ApiError,
    })
    .meta({ id })
}

/**
 * Makes the router in the form that the generator needs: each procedure with an output, and without the generator's own errors.
 * The output is the body of a success or of an error. The real procedures have no output, because tRPC would parse it on
 * every call.
 */
export function makeDocumentedRouter(): OpenApiRouter {
  // Operations with the same null member share a schema: JobIdError, CandidatesError, …
  const errorBodies: Record<string, z.ZodType> = {}
  const documented = listProcedures(integrationRouter).map(
    ({ name, procedure, meta: { output, openapi, nullMember } }) => {
      errorBodies[nullMember] ??= makeErrorBody(nullMember, output)
      const meta = { openapi: { ...openapi, errorResponses: [] } }
      const answer = z.union([output, errorBodies[nullMember]])
      return [name, { _def: { ...procedure._def, meta, output: answer } }]
    },
  )
  // The generator reads these definitions and nothing else of a router.
  return { _def: { procedures: Object.fromEntries(documented) } } as OpenApiRouter
}
