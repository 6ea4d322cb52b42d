import { z } from 'zod'
import { signedIn } from '../../router/back-office-procedure.ts'
import { countDays, countJobDays, listMostRead } from './read.ts'

export const procedures = {
  view: {
    /** Counts each of the last 30 days, and lists the jobs that were read most in them. */
    summary: signedIn.query(async ({ ctx: { deps, actor } }) => {
      const [days, mostRead] = await Promise.all([
        countDays(deps, actor.companyId),
        listMostRead(deps, actor.companyId),
      ])
      return { days, mostRead }
    }),
    /** Counts how often a job was read on each of the last 30 days, and what came of it. */
    ofJob: signedIn
      .input(z.object({ jobId: z.int() }))
      .query(({ ctx, input }) => countJobDays(ctx.deps, ctx.actor, input)),
  },
}
