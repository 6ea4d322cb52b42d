import { AppError } from '../../error.ts'
import type { Needs } from '../../needs.ts'
import { requirePassword, type StoredAdministrator } from '../administrator/service.ts'
import { noteAudit } from '../audit/service.ts'
import type { SignInLimit } from './limit-store.ts'

/** Signs an administrator in from a network address. Throws `sign_in_refused` and `too_many_requests`. */
export async function signIn(
  deps: { signInLimit: SignInLimit } & Needs<typeof requirePassword> & Needs<typeof noteAudit>,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<StoredAdministrator> {
  const retryAfterSeconds = await deps.signInLimit.take(email, address)
  if (retryAfterSeconds !== undefined) {
    throw new AppError('too_many_requests', { minutes: Math.ceil(retryAfterSeconds / 60) }, { retryAfterSeconds })
  }
  const administrator = await requirePassword(deps, { email, password })
  await deps.signInLimit.forgive(email, address)
  await noteAudit(deps, administrator, 'signed_in', administrator.email)
  return administrator
}
