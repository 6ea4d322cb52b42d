import { Code, CurrentPassword, Password } from '@boardwalk/schema/user'
import { z } from 'zod'
import {
  changePassword,
  enrolSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../user/account.ts'
import { describeSecondFactor } from '../user/second-factor.ts'
import { endOwnSessions, endSession, listSessions } from '../user/session.ts'
import { signedIn } from '../user/signed-in.ts'

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
