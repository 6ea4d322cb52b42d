import { Secret, TOTP } from 'otpauth'

/** What authenticator apps expect if nothing else is said (RFC 6238): six digits, new every 30 seconds. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** How many steps before and after this moment a code may be of: the clocks of telephones are not exact. */
const STEPS_AROUND = 1
const KEY_BYTES = 20

const createTotp = (key: string) => new TOTP({ ...settings, secret: Secret.fromBase32(key) })

/** Makes the key that an authenticator app and the server share, in base32. */
export const createKey = (): string => new Secret({ size: KEY_BYTES }).base32

/** Finds the step of 30 seconds whose code this is. Undefined if it is of no step around this moment. */
export function findStep(key: string, code: string, nowMs: number): number | undefined {
  const totp = createTotp(key)
  const distance = totp.validate({ token: code, timestamp: nowMs, window: STEPS_AROUND })
  return distance === null ? undefined : totp.counter({ timestamp: nowMs }) + distance
}

/** Formats a key as the address that an authenticator app reads from a QR code. */
export function formatKeyAddress(key: string, { company, email }: { company: string; email: string }): string {
  // Apps split the name at a colon.
  const issuer = `Boardwalk ${company}`.replaceAll(':', ' ')
  return new TOTP({ ...settings, secret: Secret.fromBase32(key), issuer, label: email }).toString()
}
