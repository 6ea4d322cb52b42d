import { type AnyProcedure, type AnyRouter, initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { z } from 'zod'
import type { IntegrationContext } from './context.ts'

/** The description of a procedure, for the REST transport and the generator of the OpenAPI document. */
interface OperationMeta extends Record<string, unknown> {
  openapi: NonNullable<OpenApiMeta['openapi']>
  /** The member of the answer that is null in the body of an error. */
  nullMember: string
  /** Whether every unknown parameter and member is refused. */
  isExtension: boolean
  /** The body of a success. Only the document needs it: the compiler checks what a route answers. */
  output: z.ZodObject
}

const t = initTRPC.context<IntegrationContext>().meta<OperationMeta>().create()

export const { procedure, router: createIntegrationRouter } = t

/** Lists the procedures of a router that `router/integration.ts` made, each with its input and meta. */
export function listProcedures(router: AnyRouter) {
  return Object.entries<AnyProcedure>(router._def.procedures).map(([name, procedure]) => {
    const { type, inputs } = procedure._def
    const [input] = inputs
    if (!(input instanceof z.ZodObject)) throw new Error(`${name} must have a zod object as its input`)
    // The builder of the router gives each procedure this meta.
    return { name, procedure, type, input, meta: procedure._def.meta as OperationMeta }
  })
}
