import { getCompany } from '@boardwalk/core/company/service'
import { Code, CurrentPassword, Email, Password, PasswordMailRequest, SignIn } from '@boardwalk/schema/user'
import { z } from 'zod'
import { findLinkOwner, renewUserLink } from '../feature/user/link.ts'
import { requestPasswordMail } from '../feature/user/mails.ts'
import { changePassword, setPassword } from '../feature/user/password.ts'
import {
  describeSecondFactor,
  enrolSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../feature/user/second-factor.ts'
import { endOwnSessions, endSession, findUser, inTurn, listSessions, signIn } from '../feature/user/session.ts'
import { inviteUser, listUsers, removeUser } from '../feature/user/user.ts'
import { anyone, signedIn } from './back-office-procedure.ts'

/* The procedures for signing in, for what users do with their own sign-in, and for the users of a company. */

/** The secret of a one-time link. */
const link = z.string().max(200)

export const sessionProcedures = {
  /**
   * Signs a user in. If the password is right in several companies, returns these companies, to choose from. If the user has a second
   * factor and the input has no code, returns that a code is needed.
   */
  signIn: anyone.input(SignIn).mutation(({ ctx, input }) =>
    inTurn(ctx.address, async () => {
      const result = await signIn(ctx.deps, input, ctx.address)
      if (!('user' in result)) return result
      await ctx.session.start(result.user)
      return { userId: result.user.id }
    }),
  ),
  /** Returns what the board can do, so that pages offer only that. */
  board: anyone.query(({ ctx }) => ({ sendsMail: ctx.deps.settings.sendsMail })),
  /** Queues a mail with a new link for each user with this address. The answer does not say whether there is one. */
  requestPasswordMail: anyone
    .input(PasswordMailRequest)
    .mutation(({ ctx, input }) => inTurn(ctx.address, () => requestPasswordMail(ctx.deps, input, ctx.address))),
  signOut: signedIn.mutation(({ ctx }) => ctx.session.end()),
  /** Returns the signed-in user, their company, and the address of the operator, or null. */
  me: signedIn.query(async ({ ctx: { deps, actor } }) => {
    const { id, name, slug, locale, suspendedAt } = await getCompany(deps, actor.companyId)
    return {
      userId: actor.userId,
      email: actor.email,
      company: { id, name, slug, locale, isSuspended: suspendedAt !== null },
      operatorEmail: deps.settings.board.contactEmail,
    }
  }),
  /** Returns the e-mail address of a one-time link's user, and does not use the link up. */
  checkLink: anyone
    .input(z.object({ link }))
    .query(async ({ ctx, input }) => ({ email: (await findLinkOwner(ctx.deps, input)).email })),
  /**
   * Sets a password with a one-time link, which uses the link up, and signs the user in. A user with a second factor is not
   * signed in: the answer names the user, whose sign-in asks for a code.
   */
  setPassword: anyone.input(z.object({ link, password: Password })).mutation(async ({ ctx, input }) => {
    const before = await findUser(ctx.deps, ctx.session)
    const user = await inTurn(ctx.address, () => setPassword(ctx.deps, input, before))
    const { email, companyId, secondFactor } = user
    if (secondFactor !== undefined) return { codeNeededFor: { email, companyId } }
    await ctx.session.start(user)
    return { codeNeededFor: null }
  }),
}

/** Proves that the person at the browser is the user. */
const proof = z.object({ password: CurrentPassword, code: Code })

/** What users do with their own sign-in. */
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
      name,
      browser,
      startedAt: new Date(startedAtMs),
      seenAt: new Date(seenAtMs),
      isThis: name === session.name,
    }))
  }),
  endSession: signedIn
    .input(z.object({ name: z.string().max(100) }))
    .mutation(({ ctx, input }) => endSession(ctx.deps, ctx.actor, input)),
  /** Ends all sessions of the user, this one too. */
  endSessions: signedIn.mutation(async ({ ctx }) => {
    await endOwnSessions(ctx.deps, ctx.actor)
    await ctx.session.end()
  }),
  secondFactor: signedIn.query(({ ctx }) => describeSecondFactor(ctx.deps, ctx.actor)),
  /** Returns the key for the authenticator app. The second factor is off until `turnOnSecondFactor`. */
  enrolSecondFactor: signedIn
    .input(z.object({ password: CurrentPassword }))
    .mutation(({ ctx, input }) => enrolSecondFactor(ctx.deps, ctx.actor, input, ctx.address)),
  /** Returns the recovery codes, which no later call returns again. All sessions end, and this browser gets a new one. */
  turnOnSecondFactor: signedIn.input(z.object({ code: Code })).mutation(async ({ ctx, input }) => {
    const { userId, passwordSetAtMs } = ctx.actor
    const made = await turnOnSecondFactor(ctx.deps, ctx.actor, input)
    await ctx.session.start({ id: userId, passwordSetAt: new Date(passwordSetAtMs) })
    return made
  }),
  renewRecoveryCodes: signedIn
    .input(proof)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.deps, ctx.actor, input, ctx.address)),
  turnOffSecondFactor: signedIn
    .input(proof)
    .mutation(({ ctx, input }) => turnOffSecondFactor(ctx.deps, ctx.actor, input, ctx.address)),
}

export const userProcedures = {
  list: signedIn.query(async ({ ctx }) => ({ users: await listUsers(ctx.deps, ctx.actor) })),
  /** Sends the link to the invited person or, on a board without mail, returns it to the actor, who passes it on. */
  invite: signedIn
    .input(z.object({ email: Email }))
    .mutation(({ ctx, input }) => inviteUser(ctx.deps, ctx.actor, input)),
  /** Returns the link to the actor, who sends it to the user. */
  renewLink: signedIn
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => renewUserLink(ctx.deps, ctx.actor, input)),
  remove: signedIn
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => removeUser(ctx.deps, ctx.actor, input)),
}
