import { Password, SignIn } from '@boardwalk/schema/user'
import { z } from 'zod'
import { anyone } from '../../trpc/back-office.ts'
import { findLinkOwner, setPassword } from '../administrator/service.ts'
import { signedIn } from '../administrator/signed-in.ts'
import { companyOf } from '../company/service.ts'
import { signIn } from './service.ts'

/** The secret of a one-time link. */
const link = z.string().max(200)

export const sessionProcedures = {
  signIn: anyone.input(SignIn).mutation(async ({ ctx, input }) => {
    await ctx.session.start(await signIn(ctx.deps, input, ctx.address))
  }),
  signOut: signedIn.mutation(({ ctx }) => ctx.session.end()),
  /** Who is signed in. */
  me: signedIn.query(async ({ ctx: { deps, actor } }) => {
    const { id, name, slug, locale } = await companyOf(deps, actor.companyId)
    return { userId: actor.administratorId, email: actor.email, company: { id, name, slug, locale } }
  }),
  /** The address of the administrator that a one-time link is for. Opening the link does not use it up. */
  checkLink: anyone
    .input(z.object({ link }))
    .query(async ({ ctx, input }) => ({ email: (await findLinkOwner(ctx.deps, input)).email })),
  /** Uses a one-time link up, and signs its administrator in. */
  setPassword: anyone.input(z.object({ link, password: Password })).mutation(async ({ ctx, input }) => {
    await ctx.session.start(await setPassword(ctx.deps, input))
  }),
}
