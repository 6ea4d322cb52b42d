import { RetentionMonths } from '@boardwalk/schema/company'
import { z } from 'zod'
import { signedIn } from '../user/signed-in.ts'
import { getRetention, previewRetention, setRetention } from './service.ts'

export const retentionProcedures = {
  get: signedIn.query(({ ctx }) => getRetention(ctx.deps, ctx.actor)),
  preview: signedIn
    .input(z.object({ months: RetentionMonths }))
    .query(({ ctx, input }) => previewRetention(ctx.deps, ctx.actor, input)),
  /** Sets for how many months applications are kept. Null: until somebody erases them. */
  set: signedIn
    .input(z.object({ months: RetentionMonths.nullable() }))
    .mutation(({ ctx, input }) => setRetention(ctx.deps, ctx.actor, input)),
}
