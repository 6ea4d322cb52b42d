import { z } from 'zod'
import { signedIn } from '../user/signed-in.ts'
import { listAudit } from './audit.ts'
import { listRequests } from './requests.ts'

/** Where the page begins, from the answer of the page before. tRPC's infinite queries need the name `cursor`. */
const cursor = z.string().max(100).nullish()

const RequestFilter = z.object({
  keyId: z.string().optional(),
  requestId: z.string().optional(),
  failedOnly: z.boolean().optional(),
  cursor,
})

export const activityProcedures = {
  /** Lists the requests to the integration API. */
  list: signedIn.input(RequestFilter).query(({ ctx, input }) => listRequests(ctx.deps, ctx.actor, input)),
  /** Lists what the company's people changed. */
  audit: signedIn.input(z.object({ cursor })).query(({ ctx, input }) => listAudit(ctx.deps, ctx.actor, input)),
}
