import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { findSignedIn, type SessionUser } from './user.ts'

/** Whom a session has signed in. Undefined before the sign-in. */
interface SessionOwner {
  signedIn: { userId: string; passwordSetAtMs: number } | undefined
}

/** Finds the user of a session. Throws `sign_in_required`. */
export async function requireUser(deps: Deps, session: SessionOwner): Promise<SessionUser> {
  const user = await findUser(deps, session)
  if (user === undefined) throw new AppError('sign_in_required')
  return user
}

/** Finds the user of a session. Undefined if nobody is signed in. */
export async function findUser(deps: Deps, { signedIn }: SessionOwner): Promise<SessionUser | undefined> {
  const found = signedIn && (await findSignedIn(deps, signedIn))
  if (signedIn === undefined || found === undefined) return undefined
  return { ...signedIn, companyId: found.companyId, email: found.email }
}
