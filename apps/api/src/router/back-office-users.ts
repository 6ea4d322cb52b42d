import { Code, CurrentPassword, Email, Password, PasswordMailRequest, SignIn } from '@boardwalk/schema/user'
import { z } from 'zod'
import { getCompany } from '../feature/company/service.ts'
import { requestPasswordMail } from '../feature/mail/queue.ts'
import {
  changePassword,
  enrolSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../feature/user/account.ts'
import { setPassword } from '../feature/user/password.ts'
import { describeSecondFactor } from '../feature/user/second-factor.ts'
import { endOwnSessions, endSession, listSessions, signIn } from '../feature/user/session.ts'
import { findAdministrator } from '../feature/user/session-user.ts'
import { inTurn } from '../feature/user/turn.ts'
import {
  findLinkOwner,
  inviteColleague,
  listAdministrators,
  removeAdministrator,
  renewColleagueLink,
} from '../feature/user/user.ts'
import { anyone, signedIn } from './back-office-procedure.ts'

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

/** What proves that the person at the browser is the owner of the account. */
const proof = z.object({ password: CurrentPassword, code: Code })

/** What people do with their own account. */
export const accountProcedures = {
  /** Changes the password. All sessions end, and this browser gets a new one. */
  changePassword: signedIn
    .input(z.object({ currentPassword: CurrentPassword, newPassword: Password }))
    .mutation(async ({ ctx, input }) => {
      await ctx.session.start(await changePassword(ctx.deps, ctx.actor, input, ctx.address))
    }),
  listSessions: signedIn.query(async ({ ctx: { deps, actor, session } }) => {
    const sessions = await listSessions(deps, actor)
    return sessions.map(({ name, browser, startedAtMs, seenAtMs }) => ({
      ...{ name, browser, startedAt: new Date(startedAtMs), seenAt: new Date(seenAtMs) },
      isThis: name === session.name,
    }))
  }),
  endSession: signedIn
    .input(z.object({ name: z.string().max(100) }))
    .mutation(({ ctx, input }) => endSession(ctx.deps, ctx.actor, input)),
  /** Ends all sessions of the administrator, this one too. */
  endSessions: signedIn.mutation(async ({ ctx }) => {
    await endOwnSessions(ctx.deps, ctx.actor)
    await ctx.session.end()
  }),
  secondFactor: signedIn.query(({ ctx }) => describeSecondFactor(ctx.deps, ctx.actor)),
  /** Returns the key for the authenticator app, which protects nothing before `turnOnSecondFactor`. */
  enrolSecondFactor: signedIn
    .input(z.object({ password: CurrentPassword }))
    .mutation(({ ctx, input }) => enrolSecondFactor(ctx.deps, ctx.actor, input, ctx.address)),
  /** Returns the recovery codes, this one time. */
  turnOnSecondFactor: signedIn
    .input(z.object({ code: Code }))
    .mutation(({ ctx, input }) => turnOnSecondFactor(ctx.deps, ctx.actor, input)),
  renewRecoveryCodes: signedIn
    .input(proof)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.deps, ctx.actor, input, ctx.address)),
  turnOffSecondFactor: signedIn
    .input(proof)
    .mutation(({ ctx, input }) => turnOffSecondFactor(ctx.deps, ctx.actor, input, ctx.address)),
}

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
