import type { Scope } from '@boardwalk/schema/api-key'
import { type AnyProcedure, initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { z } from 'zod'
import type { UseField } from '../key/service.ts'
import type { AskAhead, IntegrationContext } from './context.ts'
import { toAppError, toProcedureError } from './error.ts'

/* What tRPC is configured with for the integration API: the context, the meta of a procedure, and the form of errors. */

/** The meta of a procedure. `openapi` is for http/rest.ts, and for trpc-to-openapi, which generates the OpenAPI document. */
export interface OperationMeta extends OpenApiMeta {
  openapi: NonNullable<OpenApiMeta['openapi']>
  /** The scope that the caller's key needs. With `any`, each key will do. */
  scope: Scope | 'any'
  /** The use of the key that a success is, besides its last use. */
  useField: UseField | undefined
  /** Begins reads that the route needs, before the key is known to be valid. */
  askAhead: AskAhead | undefined
  /** The first member of a success, which is null in the body of an error. */
  nullMember: string
  /** Whether a success is a file (`FileAnswer`), which is the null member of the output. */
  isFile: boolean
  /** Whether the operation refuses every unknown parameter and member. */
  isExtension: boolean
}

const t = initTRPC
  .context<IntegrationContext>()
  .meta<OperationMeta>()
  .create({
    errorFormatter({ shape, error, ctx, type }) {
      return toProcedureError(toAppError(error, { isRead: type === 'query' }), ctx?.request.id, shape.code)
    },
  })

/** `procedure` is the empty procedure. `keyProcedure` of router/key-procedure.ts is the base of all others. */
export const { procedure, router: createIntegrationRouter } = t

/** A router of the integration API: procedures by name. */
export type IntegrationRouter = ReturnType<typeof createIntegrationRouter<Record<never, AnyProcedure>>>

/**
 * Gives a procedure its output, for the compiler and the OpenAPI document: `keyProcedure.concat(declareOutput(schema))`. `.output(schema)`
 * would parse each answer too, and fifty candidates cost more to parse than the rest of their request.
 */
export function declareOutput<Output extends z.ZodType>(schema: Output) {
  const builder = procedure.output(schema)
  const declared: typeof builder = { ...builder, _def: { ...builder._def, middlewares: [] } }
  return declared
}

/** Lists the procedures of a router of the integration API, each with its meta and the schema of its input. */
export function listProcedures(router: IntegrationRouter) {
  return Object.entries<AnyProcedure>(router._def.procedures).map(([name, { _def }]) => {
    // The cast holds because each procedure is built with this meta and one `.input()`. The types of tRPC hide the schema of the input.
    const { type, meta, inputs } = _def as typeof _def & { meta: OperationMeta; inputs: [z.ZodObject] }
    return { name, type, meta, input: inputs[0] }
  })
}
