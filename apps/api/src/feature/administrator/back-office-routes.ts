import { Email } from '@boardwalk/schema/user'
import { z } from 'zod'
import { inviteAdministrator, listAdministrators, removeAdministrator } from './service.ts'
import { signedIn } from './signed-in.ts'

export const administratorProcedures = {
  list: signedIn.query(async ({ ctx }) => ({ users: await listAdministrators(ctx.deps, ctx.actor) })),
  /** The administrator who invites gets the link, and sends it on. */
  invite: signedIn
    .input(z.object({ email: Email }))
    .mutation(({ ctx, input }) => inviteAdministrator(ctx.deps, ctx.actor, input)),
  remove: signedIn
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => removeAdministrator(ctx.deps, ctx.actor, input)),
}
