import { z } from 'zod'
import { signedIn } from '../../router/back-office-procedure.ts'
import { findAlarms } from './alarms.ts'
import { getWatch, setWatch } from './mails.ts'

export const procedures = {
  watch: {
    /** Says what is wrong with the ATS of the company. */
    alarms: signedIn.query(({ ctx }) => findAlarms(ctx.deps, ctx.actor)),
    get: signedIn.query(({ ctx }) => getWatch(ctx.deps, ctx.actor)),
    set: signedIn
      .input(z.object({ isOn: z.boolean() }))
      .mutation(({ ctx, input }) => setWatch(ctx.deps, ctx.actor, input)),
  },
}
