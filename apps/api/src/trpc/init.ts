import { type AnyProcedure, type AnyRouter, initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { z } from 'zod'
import type { IntegrationContext } from './context.ts'

/* What tRPC is configured with for the integration API: the types of the context and of the meta of a procedure. */

/** The meta of a procedure, for http/rest.ts and the generator of the OpenAPI document. tRPC does not use it. */
interface OperationMeta extends Record<string, unknown> {
  openapi: NonNullable<OpenApiMeta['openapi']>
  /** The first member of a success, which is null in the body of an error. */
  nullMember: string
  /** Whether the operation refuses every unknown parameter and member. */
  isExtension: boolean
  /** The body of a success, for the document only. The compiler checks the answer of a route. */
  output: z.ZodObject
}

const t = initTRPC.context<IntegrationContext>().meta<OperationMeta>().create()

/** `procedure` is the empty procedure, to which `withKey` adds a middleware and `buildProcedure` the rest. */
export const { procedure, router: createIntegrationRouter } = t

/** Lists the procedures of the router of `router/integration.ts`, each with its input schema and meta. */
export function listProcedures(router: AnyRouter) {
  return Object.entries<AnyProcedure>(router._def.procedures).map(([name, procedure]) => {
    const { type, inputs } = procedure._def
    const [input] = inputs
    if (!(input instanceof z.ZodObject)) throw new Error(`${name} must have a zod object as its input`)
    // The cast holds because `buildProcedure` gives each procedure this meta.
    return { name, procedure, type, input, meta: procedure._def.meta as OperationMeta }
  })
}
