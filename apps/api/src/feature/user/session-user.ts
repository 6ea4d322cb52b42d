import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { findSignedIn, type SignedIn } from './user.ts'

/** Whom a session has signed in. Undefined before the sign-in. */
interface SessionOwner {
  signedIn: { administratorId: string; passwordSetAtMs: number } | undefined
}

/** Finds the administrator of a session. Throws `sign_in_required`. */
export async function requireAdministrator(deps: Deps, session: SessionOwner): Promise<SignedIn> {
  const administrator = await findAdministrator(deps, session)
  if (administrator === undefined) throw new AppError('sign_in_required')
  return administrator
}

/** Finds the administrator of a session. Undefined if nobody is signed in. */
export async function findAdministrator(deps: Deps, { signedIn }: SessionOwner): Promise<SignedIn | undefined> {
  const found = signedIn && (await findSignedIn(deps, signedIn))
  if (signedIn === undefined || found === undefined) return undefined
  return { ...signedIn, companyId: found.companyId, email: found.email }
}
