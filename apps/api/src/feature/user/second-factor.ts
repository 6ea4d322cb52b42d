import { randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { actAsOperator, noteAudit, type UserActor } from '../activity/audit.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code.ts'
import { createKey, findStep, formatKeyAddress } from './totp.ts'
import type { SessionUser, StoredUser } from './user.ts'

/*
 * The second factor of an account: codes of an authenticator app, and recovery codes for when the telephone is lost. The
 * callers limit how often somebody may try a code.
 */
/** How long a person may take to add the key to an authenticator app. */
const ENROLMENT_MS_MAX = 60 * 60 * 1000

/**
 * Uses up a code of the authenticator app, or a recovery code. Two requests with one code, also on two processes, use it
 * once. Throws `code_wrong`.
 */
export async function useCode(deps: Deps, account: StoredUser, code: string): Promise<void> {
  const { id, secondFactor, email } = account
  if (secondFactor === undefined) return
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    if (await deps.secondFactors.useRecoveryCode(id, hashRecoveryCode(code), randomUUID()))
      return noteAudit(deps, account, 'recovery_code_used', email)
  } else {
    const { key } = secondFactor
    const step = findStep(key, digits, deps.now())
    if (step !== undefined && (await deps.secondFactors.useStep(id, { key, step }, randomUUID()))) return
  }
  await noteAudit(deps, account, 'code_refused', email)
  throw new AppError('code_wrong')
}

/** Says whether an account has a second factor, and how many recovery codes are left. */
export async function describeSecondFactor(
  deps: Deps,
  { userId: id }: SessionUser,
): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const found = await deps.secondFactors.find(id)
  return { isOn: found !== undefined, recoveryCodesLeft: found?.recoveryCodes.length ?? 0 }
}

/** Begins an enrolment: makes a key for the authenticator app. It protects nothing yet. Throws `second_factor_on`. */
export async function beginEnrolment(
  deps: Deps,
  { id, email }: StoredUser,
  company: string,
): Promise<{ key: string; address: string }> {
  const key = createKey()
  const expiresAt = new Date(deps.now() + ENROLMENT_MS_MAX)
  if (!(await deps.secondFactors.enrol(id, { key, expiresAt }))) throw new AppError('second_factor_on')
  return { key, address: formatKeyAddress(key, { company, email }) }
}

/**
 * Puts the second factor in force, once the authenticator app has shown a right code. Returns the recovery codes, this one
 * time. Throws `code_wrong` and `enrolment_over`.
 */
export async function finishEnrolment(
  deps: Deps,
  actor: SessionUser,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { userId: id, email } = actor
  const key = await deps.secondFactors.findEnrolment(id, new Date(deps.now()))
  if (key === undefined) throw new AppError('enrolment_over')
  const step = findStep(key, code.replaceAll(/\s/g, ''), deps.now())
  if (step === undefined) throw new AppError('code_wrong')
  const recoveryCodes = createRecoveryCodes()
  // The code that confirms the key is used up, too.
  const lastUse = { step, id: randomUUID() }
  const secondFactor = { key, lastUse, recoveryCodes: recoveryCodes.map(hashRecoveryCode) }
  if (!(await deps.secondFactors.turnOn(id, secondFactor))) throw new AppError('enrolment_over')
  await noteAudit(deps, actor, 'second_factor_on', email)
  return { recoveryCodes }
}

/** Makes new recovery codes, which end the old ones, and returns them, this one time. */
export async function makeRecoveryCodes(deps: Deps, account: StoredUser): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = createRecoveryCodes()
  await deps.secondFactors.replaceRecoveryCodes(account.id, recoveryCodes.map(hashRecoveryCode))
  await noteAudit(deps, account, 'recovery_codes_made', account.email)
  return { recoveryCodes }
}

/** Turns the second factor of an account off. The operator does it for somebody who has lost the telephone. */
export async function removeSecondFactor(
  deps: Deps,
  { id, companyId, email }: { id: string; companyId: string; email: string },
  actor: UserActor = actAsOperator(companyId),
): Promise<void> {
  await deps.secondFactors.turnOff(companyId, id)
  await noteAudit(deps, actor, 'second_factor_off', email)
}

/** Ends every recovery code of the board, and returns how many accounts had some: a restored one may have been used. */
export function endAllRecoveryCodes(deps: Deps): Promise<number> {
  return deps.secondFactors.endAllRecoveryCodes()
}
