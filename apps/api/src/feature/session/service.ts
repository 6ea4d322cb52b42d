import { AppError } from '../../error.ts'
import type { Needs } from '../../needs.ts'
import { noteAudit } from '../audit/service.ts'
import { type User, userWithPassword } from '../user/service.ts'
import type { SignInLimit } from './limit-store.ts'

/** Who signs in from this address of the network. Throws `sign_in_refused` and `too_many_requests`. */
export async function signIn(
  deps: { signInLimit: SignInLimit } & Needs<typeof userWithPassword> & Needs<typeof noteAudit>,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<User> {
  const retryAfterSeconds = await deps.signInLimit.take(email, address)
  if (retryAfterSeconds !== undefined) {
    throw new AppError('too_many_requests', { minutes: Math.ceil(retryAfterSeconds / 60) }, { retryAfterSeconds })
  }
  const user = await userWithPassword(deps, { email, password })
  await deps.signInLimit.forgive(email, address)
  await noteAudit(deps, user, 'signed_in', user.email)
  return user
}
