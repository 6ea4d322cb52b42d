import { Password, SignIn } from '@boardwalk/schema/user'
import { z } from 'zod'
import { anyone } from '../../trpc/back-office.ts'
import { companyOf } from '../company/service.ts'
import { setPassword, userOfLink } from '../user/service.ts'
import { signedIn } from '../user/signed-in.ts'
import { signIn } from './service.ts'

/** The secret of a one-time link. */
const link = z.string().max(200)

export const sessionRoutes = {
  signIn: anyone.input(SignIn).mutation(async ({ ctx, input }) => {
    await ctx.session.start(await signIn(ctx.deps, input, ctx.address))
  }),
  signOut: signedIn.mutation(({ ctx }) => ctx.session.end()),
  /** Who is signed in. */
  me: signedIn.query(async ({ ctx: { deps, actor } }) => {
    const { id, name, slug, locale } = await companyOf(deps, actor.companyId)
    return { userId: actor.userId, email: actor.email, company: { id, name, slug, locale } }
  }),
  /** Whom a one-time link is for; opening it uses nothing up. */
  checkLink: anyone
    .input(z.object({ link }))
    .query(async ({ ctx, input }) => ({ email: (await userOfLink(ctx.deps, input)).email })),
  /** Uses a one-time link up, and signs its person in. */
  setPassword: anyone.input(z.object({ link, password: Password })).mutation(async ({ ctx, input }) => {
    await ctx.session.start(await setPassword(ctx.deps, input))
  }),
}
