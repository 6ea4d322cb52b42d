import { Email } from '@boardwalk/schema/user'
import { z } from 'zod'
import { signedIn } from '../user/signed-in.ts'
import { inviteColleague, listAdministrators, removeAdministrator, renewColleagueLink } from '../user/user.ts'

export const administratorProcedures = {
  list: signedIn.query(async ({ ctx }) => ({ users: await listAdministrators(ctx.deps, ctx.actor) })),
  /** Sends the link to the new colleague or, on a board without mail, returns it to the administrator, who passes it on. */
  invite: signedIn
    .input(z.object({ email: Email }))
    .mutation(({ ctx, input }) => inviteColleague(ctx.deps, ctx.actor, input)),
  /** Returns the link to the administrator who asks for it, who sends it to the colleague. */
  renewLink: signedIn
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => renewColleagueLink(ctx.deps, ctx.actor, input)),
  remove: signedIn
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => removeAdministrator(ctx.deps, ctx.actor, input)),
}
