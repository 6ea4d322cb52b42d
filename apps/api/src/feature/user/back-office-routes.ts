import { Email } from '@boardwalk/schema/user'
import { z } from 'zod'
import { inviteUser, listUsers, removeUser } from './service.ts'
import { signedIn } from './signed-in.ts'

export const userRoutes = {
  list: signedIn.query(async ({ ctx }) => ({ users: await listUsers(ctx.deps, ctx.actor) })),
  /** The link is shown to the one who invites, who sends it on. */
  invite: signedIn
    .input(z.object({ email: Email }))
    .mutation(({ ctx, input }) => inviteUser(ctx.deps, ctx.actor, input)),
  remove: signedIn
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => removeUser(ctx.deps, ctx.actor, input)),
}
