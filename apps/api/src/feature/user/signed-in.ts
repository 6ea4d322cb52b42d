import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { anyone, type Session } from '../../trpc/back-office.ts'
import { findSignedIn, type SignedIn } from './user.ts'

/**
 * A tRPC procedure for signed-in administrators. It finds the administrator and their company before it reads the body. If
 * the body was still arriving, it checks again afterwards, because the session may have ended or the account may be removed.
 */
export const signedIn = anyone.use(async ({ ctx, next, getRawInput }) => {
  const actor = await requireAdministrator(ctx.deps, ctx.session)
  if (ctx.isWhole) return next({ ctx: { actor } })
  await getRawInput()
  await ctx.session.reload()
  return next({ ctx: { actor: await requireAdministrator(ctx.deps, ctx.session) } })
})

/** Finds the administrator of a session. Throws `sign_in_required`. */
export async function requireAdministrator(deps: Deps, session: Session): Promise<SignedIn> {
  const administrator = await findAdministrator(deps, session)
  if (administrator === undefined) throw new AppError('sign_in_required')
  return administrator
}

/** Finds the administrator of a session. Undefined if nobody is signed in. */
export async function findAdministrator(deps: Deps, { signedIn }: Session): Promise<SignedIn | undefined> {
  const found = signedIn && (await findSignedIn(deps, signedIn))
  if (signedIn === undefined || found === undefined) return undefined
  return { ...signedIn, companyId: found.companyId, email: found.email }
}
