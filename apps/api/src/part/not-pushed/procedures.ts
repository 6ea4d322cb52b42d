import { PushDays } from '@boardwalk/schema/company'
import { z } from 'zod'
import { signedIn } from '../../router/back-office-procedure.ts'
import { getPushRule, previewPushRule, setPushRule } from './not-pushed.ts'

export const procedures = {
  pushRule: {
    get: signedIn.query(({ ctx }) => getPushRule(ctx.deps, ctx.actor)),
    preview: signedIn
      .input(z.object({ days: PushDays }))
      .query(({ ctx, input }) => previewPushRule(ctx.deps, ctx.actor, input)),
    /** Sets after how many days without a push a job is unpublished. With null, it stays published. */
    set: signedIn
      .input(z.object({ days: PushDays.nullable() }))
      .mutation(({ ctx, input }) => setPushRule(ctx.deps, ctx.actor, input)),
  },
}
