import { type AnyProcedure, type AnyRouter, initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { z } from 'zod'
import type { IntegrationContext } from './context.ts'

/* What tRPC is configured with for the integration API: the types of the context and of the meta of a procedure. */

/** The meta of a procedure, for http/rest.ts and the generator of the OpenAPI document. tRPC does not use it. */
interface OperationMeta extends Record<string, unknown> {
  openapi: NonNullable<OpenApiMeta['openapi']>
  /** The first member of a success, which is null in the body of an error. */
  nullMember: string
  /** Whether a success is a file (`FileAnswer`), which is the null member of the output. */
  isFile: boolean
  /** Whether the operation refuses every unknown parameter and member. */
  isExtension: boolean
  input: z.ZodObject
  /** The body of a success, for the document only. The compiler checks the answer of a route. */
  output: z.ZodObject
}

const t = initTRPC.context<IntegrationContext>().meta<OperationMeta>().create()

/** `procedure` is the empty procedure, to which `buildProcedure` adds its meta and its route. */
export const { procedure, router: createIntegrationRouter } = t

/** Lists the procedures of the router of `router/integration.ts`, each with its meta. */
export function listProcedures(router: AnyRouter) {
  return Object.entries<AnyProcedure>(router._def.procedures).map(([name, procedure]) => {
    // The cast holds because `buildProcedure` gives each procedure this meta.
    return { name, procedure, meta: procedure._def.meta as OperationMeta }
  })
}
