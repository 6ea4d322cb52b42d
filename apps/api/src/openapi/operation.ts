import type { Scope } from '@boardwalk/schema/api-key'
import { ApiError } from '@boardwalk/schema/error'
import type { OpenApiRouter } from 'trpc-to-openapi'
import { z } from 'zod'
import { integrationRouter } from '../router/integration.ts'
import { type OperationMeta, proceduresOf } from '../trpc/init.ts'

/** One procedure of the integration router, as the document needs it. */
export interface Operation {
  name: string
  meta: OperationMeta
  input: z.ZodType
  hasBody: boolean
  scope: Scope
}

const procedures = proceduresOf(integrationRouter)

export const operations: Operation[] = procedures.map(({ name, type, input, meta }) => {
  if (meta.openapi.operationId !== name) throw new Error(`${name} must be its own operationId`)
  return {
    name,
    meta,
    input,
    hasBody: meta.example.request !== undefined,
    // A procedure does not say its scope. That queries read and mutations write, document.test.ts asks the server.
    scope: type === 'query' ? 'read' : 'write',
  }
})

function errorBody(nullMember: string): z.ZodType {
  const id = `${nullMember.charAt(0).toUpperCase()}${nullMember.slice(1)}Error`
  return z.object({ [nullMember]: z.null(), error: ApiError }).meta({ id })
}

/**
 * The router as the generator wants it: each procedure with an output, and with none of the generator's own errors.
 * Documentation only, for an output of the real procedure would be parsed on every call. Here it is either of two:
 * the body of a success, and of an error.
 */
export function documentedRouter(): OpenApiRouter {
  // Operations of one null member share a schema: JobIdError, CandidatesError, …
  const errorBodies: Record<string, z.ZodType> = {}
  const documented = procedures.map(({ name, procedure, meta: { output, openapi, nullMember } }) => {
    const meta = { openapi: { ...openapi, errorResponses: [] } }
    errorBodies[nullMember] ??= errorBody(nullMember)
    const answer = z.union([output, errorBodies[nullMember]])
    return [name, { _def: { ...procedure._def, meta, output: answer } }]
  })
  // The generator reads these definitions and nothing else of a router.
  return { _def: { procedures: Object.fromEntries(documented) } } as OpenApiRouter
}
