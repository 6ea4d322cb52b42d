import { AppError } from '../../error.ts'
import type { Needs } from '../../needs.ts'
import { anyone, type Session } from '../../trpc/back-office.ts'
import type { Administrator } from '../audit/service.ts'
import { findSignedIn } from './service.ts'

interface SignedIn extends Administrator {
  administratorId: string
}

/**
 * A procedure for signed-in administrators. It finds the administrator and their company before it reads the body. If the
 * body was still arriving, it looks again afterwards: the session may have ended, or the account been removed.
 */
export const signedIn = anyone.use(async ({ ctx, next, getRawInput }) => {
  const actor = await requireAdministrator(ctx.deps, ctx.session)
  if (ctx.isWhole) return next({ ctx: { actor } })
  await getRawInput()
  await ctx.session.reload()
  return next({ ctx: { actor: await requireAdministrator(ctx.deps, ctx.session) } })
})

/** Finds who is signed in. Throws `sign_in_required`. */
export async function requireAdministrator(deps: Needs<typeof findSignedIn>, session: Session): Promise<SignedIn> {
  const administrator = await findAdministrator(deps, session)
  if (administrator === undefined) throw new AppError('sign_in_required')
  return administrator
}

/** Finds who is signed in; undefined if nobody is. */
export async function findAdministrator(
  deps: Needs<typeof findSignedIn>,
  { signedIn }: Session,
): Promise<SignedIn | undefined> {
  const found = signedIn && (await findSignedIn(deps, signedIn))
  return found && { administratorId: found.id, companyId: found.companyId, email: found.email }
}
