import { AppError } from '../../error.ts'
import type { Needs } from '../../needs.ts'
import { anyone, type Session } from '../../trpc/back-office.ts'
import { userSignedIn } from './service.ts'

/** An administrator who is signed in. */
interface Administrator {
  userId: string
  companyId: string
  email: string
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

/** Who is signed in. Throws `sign_in_required`. */
export async function requireAdministrator(deps: Needs<typeof userSignedIn>, session: Session): Promise<Administrator> {
  const administrator = await findAdministrator(deps, session)
  if (administrator === undefined) throw new AppError('sign_in_required')
  return administrator
}

/** Who is signed in; undefined for nobody. */
export async function findAdministrator(
  deps: Needs<typeof userSignedIn>,
  { person }: Session,
): Promise<Administrator | undefined> {
  const user = person === undefined ? undefined : await userSignedIn(deps, person)
  return user && { userId: user.id, companyId: user.companyId, email: user.email }
}
