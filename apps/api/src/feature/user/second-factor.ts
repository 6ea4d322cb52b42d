import { createHash, randomUUID } from 'node:crypto'
import { actAsOperator, noteAudit, type UserActor } from '@boardwalk/core/activity/audit'
import { getCompany } from '@boardwalk/core/company/service'
import { AppError, requireNoWait } from '@boardwalk/core/error'
import { randomText } from '@boardwalk/core/process/random'
import { PRODUCT_NAME } from '@boardwalk/core/process/settings'
import { Secret, TOTP } from 'otpauth'
import type { Deps } from '../../deps.ts'
import { confirmPassword } from './password.ts'
import type { SessionUser, StoredUser } from './user.ts'

/* The second factor of a user: codes of an authenticator app, and recovery codes for when the telephone is lost. */

/** What authenticator apps expect by default (RFC 6238): six digits, a new code every 30 seconds. */
const totpSettings = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Codes of this many steps before and after the current one are accepted, because telephones' clocks are not exact. */
const STEPS_AROUND = 1
const KEY_BYTES = 20

/** Finds the step of 30 seconds whose code this is. Undefined if it is the code of no step around this moment. */
export function findStep(key: string, code: string, nowMs: number): number | undefined {
  const totp = new TOTP({ ...totpSettings, secret: Secret.fromBase32(key) })
  const distance = totp.validate({ token: code, timestamp: nowMs, window: STEPS_AROUND })
  return distance === null ? undefined : totp.counter({ timestamp: nowMs }) + distance
}

/** Formats a key as the address that an authenticator app reads from a QR code. */
function formatKeyAddress(key: string, { issuer, email }: { issuer: string; email: string }): string {
  const secret = Secret.fromBase32(key)
  // Apps split the name at a colon.
  return new TOTP({ ...totpSettings, secret, issuer: issuer.replaceAll(':', ' '), label: email }).toString()
}

const RECOVERY_CODES = 10
/** Letters and digits that people do not confuse. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_CHARACTERS = 4

/** Makes the recovery codes of a user. Each has 79 random bits, so a fast hash is enough. */
const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, () => randomText(ALPHABET, GROUP_CHARACTERS)).join('-'),
  )

/** Hashes a recovery code with SHA-256. Case, spaces and hyphens do not count. */
const hashRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest('hex')

/** Counts a try of a code, before the code is checked. Throws `too_many_requests`. */
async function countCode(deps: Deps, userId: string): Promise<void> {
  requireNoWait(await deps.signInLimit.takeCode(userId))
}

/** Checks and uses up a code of a user who has a second factor. Throws `code_wrong` and `too_many_requests`. */
export async function requireCode(deps: Deps, user: StoredUser, code: string): Promise<void> {
  await countCode(deps, user.id)
  await useCode(deps, user, code)
  await deps.signInLimit.forgiveCodes(user.id)
}

/** Uses up a code of the app, or a recovery code. Of two requests with one code, also on two processes, one succeeds. */
async function useCode(deps: Deps, user: StoredUser, code: string): Promise<void> {
  const { id, secondFactor, email } = user
  if (secondFactor === undefined) return
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    if (await deps.secondFactors.useRecoveryCode(id, hashRecoveryCode(code), randomUUID()))
      return noteAudit(deps, user, 'recovery_code_used', email)
  } else {
    const { key } = secondFactor
    const step = findStep(key, digits, deps.now())
    if (step !== undefined && (await deps.secondFactors.useStep(id, { key, step }, randomUUID()))) return
  }
  await noteAudit(deps, user, 'code_refused', email)
  throw new AppError('code_wrong')
}

/** Says whether a user has a second factor, and how many recovery codes are left. */
export async function describeSecondFactor(
  deps: Deps,
  { userId }: SessionUser,
): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const found = await deps.secondFactors.find(userId)
  return { isOn: found !== undefined, recoveryCodesLeft: found?.recoveryCodes.length ?? 0 }
}

/** How long a person may take to add the key to an authenticator app. */
const ENROLMENT_MS_MAX = 60 * 60 * 1000

/**
 * Begins to turn the second factor on: makes the key for the authenticator app, which protects nothing yet. Throws
 * `password_wrong`, `second_factor_on` and `too_many_requests`.
 */
export async function enrolSecondFactor(
  deps: Deps,
  actor: SessionUser,
  { password }: { password: string },
  address: string,
): Promise<{ key: string; address: string }> {
  const { id, email } = await confirmPassword(deps, actor, password, address)
  const company = await getCompany(deps, actor.companyId)
  const issuer = `${deps.settings.board.name ?? PRODUCT_NAME} ${company.name}`
  const key = new Secret({ size: KEY_BYTES }).base32
  const expiresAt = new Date(deps.now() + ENROLMENT_MS_MAX)
  if (!(await deps.secondFactors.enrol(id, { key, expiresAt }))) throw new AppError('second_factor_on')
  return { key, address: formatKeyAddress(key, { issuer, email }) }
}

/**
 * Turns the second factor on, after a right code of the authenticator app. Ends all sessions of the user, because each was opened with
 * the password alone. Returns the recovery codes, this one time. Throws `code_wrong`, `enrolment_over` and `too_many_requests`.
 */
export async function turnOnSecondFactor(
  deps: Deps,
  actor: SessionUser,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { userId: id, email } = actor
  await countCode(deps, id)
  const key = await deps.secondFactors.findEnrolment(id, new Date(deps.now()))
  if (key === undefined) throw new AppError('enrolment_over')
  const step = findStep(key, code.replaceAll(/\s/g, ''), deps.now())
  if (step === undefined) throw new AppError('code_wrong')
  const recoveryCodes = createRecoveryCodes()
  // This code is used up, too.
  const lastUse = { step, id: randomUUID() }
  const secondFactor = { key, lastUse, recoveryCodes: recoveryCodes.map(hashRecoveryCode) }
  if (!(await deps.secondFactors.turnOn(id, secondFactor))) throw new AppError('enrolment_over')
  await deps.sessions.endAllOf(id)
  await noteAudit(deps, actor, 'second_factor_on', email)
  await deps.signInLimit.forgiveCodes(id)
  return { recoveryCodes }
}

/** What must be right before the second factor is changed. */
interface Proof {
  password: string
  code: string
}

/** Throws `password_wrong`, `code_wrong`, `second_factor_off` and `too_many_requests`. */
async function confirmBoth(
  deps: Deps,
  actor: SessionUser,
  { password, code }: Proof,
  address: string,
): Promise<StoredUser> {
  const user = await confirmPassword(deps, actor, password, address)
  if (user.secondFactor === undefined) throw new AppError('second_factor_off')
  await requireCode(deps, user, code)
  return user
}

/** Makes new recovery codes, which end the old ones, and returns them, this one time. Throws what `confirmBoth` throws. */
export async function renewRecoveryCodes(
  deps: Deps,
  actor: SessionUser,
  proof: Proof,
  address: string,
): Promise<{ recoveryCodes: string[] }> {
  const user = await confirmBoth(deps, actor, proof, address)
  const recoveryCodes = createRecoveryCodes()
  await deps.secondFactors.replaceRecoveryCodes(user.id, recoveryCodes.map(hashRecoveryCode))
  await noteAudit(deps, user, 'recovery_codes_made', user.email)
  return { recoveryCodes }
}

/** Turns the second factor off. Throws what `confirmBoth` throws. */
export async function turnOffSecondFactor(
  deps: Deps,
  actor: SessionUser,
  proof: Proof,
  address: string,
): Promise<void> {
  await removeSecondFactor(deps, await confirmBoth(deps, actor, proof, address), actor)
}

/** Turns the second factor of a user off without a proof. The operator does it for a person who has lost the telephone. */
export async function removeSecondFactor(
  deps: Deps,
  { id, companyId, email }: { id: string; companyId: string; email: string },
  actor: UserActor = actAsOperator(companyId),
): Promise<void> {
  await deps.secondFactors.turnOff(companyId, id)
  await noteAudit(deps, actor, 'second_factor_off', email)
}
