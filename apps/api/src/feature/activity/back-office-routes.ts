import { z } from 'zod'
import { signedIn } from '../administrator/signed-in.ts'
import { listAudit } from '../audit/service.ts'
import { listRequests } from './service.ts'

/** Where the page begins, as the one before said; under the name by which tRPC's infinite queries send it. */
const cursor = z.string().max(100).nullish()

const RequestFilter = z.object({
  keyId: z.string().optional(),
  requestId: z.string().optional(),
  failedOnly: z.boolean().optional(),
  cursor,
})

export const activityProcedures = {
  /** What came by the integration API. */
  list: signedIn.input(RequestFilter).query(({ ctx, input }) => listRequests(ctx.deps, ctx.actor, input)),
  /** What people did. */
  audit: signedIn.input(z.object({ cursor })).query(({ ctx, input }) => listAudit(ctx.deps, ctx.actor, input)),
}
