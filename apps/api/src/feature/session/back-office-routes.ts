import { Password, PasswordMailRequest, SignIn } from '@boardwalk/schema/user'
import { z } from 'zod'
import { anyone } from '../../trpc/back-office.ts'
import { getCompany } from '../company/service.ts'
import { requestPasswordMail } from '../mail/queue.ts'
import { setPassword } from '../user/password.ts'
import { signIn } from '../user/session.ts'
import { findAdministrator, signedIn } from '../user/signed-in.ts'
import { inTurn } from '../user/turn.ts'
import { findLinkOwner } from '../user/user.ts'

/** The secret of a one-time link. */
const link = z.string().max(200)

export const sessionProcedures = {
  /**
   * Signs a person in. If the password is right in several companies, answers these to choose from instead; if the
   * account has a second factor and no code came, that it is needed.
   */
  signIn: anyone.input(SignIn).mutation(({ ctx, input }) =>
    inTurn(async () => {
      const result = await signIn(ctx.deps, input, ctx.address)
      if (!('administrator' in result)) return result
      await ctx.session.start(result.administrator)
      return { userId: result.administrator.id }
    }),
  ),
  /** Says what the board can do, so that pages offer nothing else. */
  board: anyone.query(({ ctx }) => ({ sendsMail: ctx.deps.settings.sendsMail })),
  /** Asks for a mail with new links to the accounts of an address. The answer does not say whether there are any. */
  requestPasswordMail: anyone
    .input(PasswordMailRequest)
    .mutation(({ ctx, input }) => inTurn(() => requestPasswordMail(ctx.deps, input, ctx.address))),
  signOut: signedIn.mutation(({ ctx }) => ctx.session.end()),
  /** Returns the signed-in administrator and their company. */
  me: signedIn.query(async ({ ctx: { deps, actor } }) => {
    const { id, name, slug, locale } = await getCompany(deps, actor.companyId)
    return { userId: actor.administratorId, email: actor.email, company: { id, name, slug, locale } }
  }),
  /** Returns the e-mail address of a one-time link's administrator. This does not use the link up. */
  checkLink: anyone
    .input(z.object({ link }))
    .query(async ({ ctx, input }) => ({ email: (await findLinkOwner(ctx.deps, input)).email })),
  /**
   * Sets a password with a one-time link, which uses the link up, and signs the administrator in. If the account has a
   * second factor, answers for which account a sign-in asks for its code.
   */
  setPassword: anyone.input(z.object({ link, password: Password })).mutation(async ({ ctx, input }) => {
    const before = await findAdministrator(ctx.deps, ctx.session)
    const administrator = await inTurn(() => setPassword(ctx.deps, input, before))
    const { email, companyId, secondFactor } = administrator
    if (secondFactor !== undefined) return { codeNeededFor: { email, companyId } }
    await ctx.session.start(administrator)
    return { codeNeededFor: null }
  }),
}
