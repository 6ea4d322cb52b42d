import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { findStep } from './totp.ts'

/** The key of the test vectors in RFC 6238, appendix B, for SHA-1. */
const key = Secret.fromUTF8('12345678901234567890').base32

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [20000000000, '353130'],
  ])('at second %i is that of RFC 6238', (second, code) => {
    expect(findStep(key, code, second * 1000)).toBe(Math.floor(second / 30))
  })

  it('is accepted one step early and one step late, and no more', () => {
    const step = Math.floor(1111111109 / 30)
    const found = [-2, -1, 0, 1, 2].map((distance) => findStep(key, '081804', (step + distance) * 30_000))
    expect(found).toEqual([undefined, step, step, step, undefined])
  })
})
