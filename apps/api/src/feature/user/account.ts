import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { getCompany } from '../company/service.ts'
import { replacePassword } from './password.ts'
import { beginEnrolment, finishEnrolment, makeRecoveryCodes, removeSecondFactor } from './second-factor.ts'
import { confirmPassword, countCode, forgiveCodes, requireCode } from './session.ts'
import type { SessionUser, StoredUser } from './user.ts'

/* What people do with their own account. It needs the password, because a browser may be unattended. */

/**
 * Changes the password of the user who is signed in, which ends all their sessions. Throws `password_wrong` and
 * `too_many_requests`.
 */
export async function changePassword(
  deps: Deps,
  actor: SessionUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  address: string,
): Promise<StoredUser> {
  const account = await confirmPassword(deps, actor, currentPassword, address)
  return replacePassword(deps, account, newPassword)
}

/**
 * Begins to turn the second factor on: makes the key for the authenticator app. Throws `password_wrong`,
 * `second_factor_on` and `too_many_requests`.
 */
export async function enrolSecondFactor(
  deps: Deps,
  actor: SessionUser,
  { password }: { password: string },
  address: string,
): ReturnType<typeof beginEnrolment> {
  const account = await confirmPassword(deps, actor, password, address)
  return beginEnrolment(deps, account, (await getCompany(deps, actor.companyId)).name)
}

/** Turns the second factor on. Throws `code_wrong`, `enrolment_over` and `too_many_requests`. */
export async function turnOnSecondFactor(
  deps: Deps,
  actor: SessionUser,
  input: { code: string },
): ReturnType<typeof finishEnrolment> {
  await countCode(deps, actor.userId)
  const made = await finishEnrolment(deps, actor, input)
  await forgiveCodes(deps, actor.userId)
  return made
}

/** What must be right before the second factor is changed. */
interface Proof {
  password: string
  code: string
}

/** Makes new recovery codes. Throws `password_wrong`, `code_wrong`, `second_factor_off` and `too_many_requests`. */
export async function renewRecoveryCodes(
  deps: Deps,
  actor: SessionUser,
  proof: Proof,
  address: string,
): ReturnType<typeof makeRecoveryCodes> {
  return makeRecoveryCodes(deps, await confirmBoth(deps, actor, proof, address))
}

/** Turns the second factor off. Throws `password_wrong`, `code_wrong`, `second_factor_off` and `too_many_requests`. */
export async function turnOffSecondFactor(
  deps: Deps,
  actor: SessionUser,
  proof: Proof,
  address: string,
): Promise<void> {
  await removeSecondFactor(deps, await confirmBoth(deps, actor, proof, address), actor)
}

async function confirmBoth(
  deps: Deps,
  actor: SessionUser,
  { password, code }: Proof,
  address: string,
): Promise<StoredUser> {
  const account = await confirmPassword(deps, actor, password, address)
  if (account.secondFactor === undefined) throw new AppError('second_factor_off')
  await requireCode(deps, account, code)
  return account
}
