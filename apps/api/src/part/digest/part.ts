import { z } from 'zod'
import type { Part } from '../../part.ts'
import { signedIn } from '../../router/back-office-procedure.ts'
import { digestMails, getDigest, queueDueDigests, setDigest } from './digest.ts'

/** Sends users the numbers of new applications by mail, once a day, if they have turned it on. */
export const digestPart = {
  name: 'digest',
  mails: digestMails,
  works: ({ settings }) =>
    settings.sendsMail ? [{ name: 'queue the daily digests', everyMs: 30_000, run: queueDueDigests }] : [],
  procedures: {
    digest: {
      get: signedIn.query(({ ctx }) => getDigest(ctx.deps, ctx.actor)),
      set: signedIn
        .input(z.object({ isOn: z.boolean() }))
        .mutation(({ ctx, input }) => setDigest(ctx.deps, ctx.actor, input)),
    },
  },
} satisfies Part
