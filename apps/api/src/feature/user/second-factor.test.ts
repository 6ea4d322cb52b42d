import { Secret } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestCompany, useSecondServer, useServer } from '../../test/harness.ts'
import { findCollectionsWith } from '../../test/raw-database.ts'
import {
  enrolSecondFactor,
  openBackOffice,
  password,
  readCode,
  readLinkSecret,
  refusal,
  signedInUser,
  turnOnSecondFactor,
} from '../../test/user.ts'
import { renewLink } from './link.ts'
import { findStep, removeSecondFactor } from './second-factor.ts'

/* The second factor: codes of an authenticator app, and recovery codes. */

const STEP_MS = 30_000
// Near the machine's time, which is that of the second process. The middle of a step, so that a slow test stays in it.
const clock = { ms: Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2 }
const server = useServer({ now: () => clock.ms })
const second = useSecondServer(server, { now: () => clock.ms })

let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})
// Every test begins in another step than the one before.
beforeEach(() => {
  clock.ms += 10 * STEP_MS
})

/** A user with a second factor, in the step after the one whose code turned it on. */
async function createGuardedUser() {
  const user = await signedInUser(server, company)
  const made = await turnOnSecondFactor(user.client, clock.ms)
  clock.ms += STEP_MS
  return { ...made, client: user.client, email: user.email, code: () => readCode(made.key, clock.ms) }
}

/** Tries to sign in from a new browser. */
async function trySignIn(email: string, code?: string, { tried = password, url = server.url } = {}) {
  const { client } = openBackOffice(url)
  const answer = await client.session.signIn.mutate({ email, password: tried, ...(code !== undefined && { code }) })
  const isSignedIn = await client.session.me.query().then(
    () => true,
    () => false,
  )
  return { answer, isSignedIn }
}
const signsIn = expect.objectContaining({ isSignedIn: true })

/** The newest events of the trail, the newest first. */
async function readTrail(count: number) {
  await server.deps.background.settled()
  const { events } = await server.deps.auditEvents.list(company.id, undefined, count)
  return events.map(({ by, action, target }) => [by, action, target])
}

describe('turning on', () => {
  it('asks for the password, and protects nothing before a code has confirmed it', async () => {
    const { client, email } = await signedInUser(server, company)
    await expect(client.account.enrolSecondFactor.mutate({ password: 'wrong' })).rejects.toMatchObject(
      refusal('password_wrong'),
    )
    const { key, address, code } = await enrolSecondFactor(client, clock.ms)
    // The app shows whose code it is and what for.
    expect(decodeURIComponent(address)).toMatch(new RegExp(`^otpauth://totp/Boardwalk Atlas Talents:${email}\\?`))
    expect(new URL(address).searchParams.get('secret')).toBe(key)
    expect(await trySignIn(email)).toEqual(signsIn)
    expect(await client.account.secondFactor.query()).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    await expect(client.account.turnOnSecondFactor.mutate({ code: '000000' })).rejects.toMatchObject(
      refusal('code_wrong'),
    )
    const { recoveryCodes } = await client.account.turnOnSecondFactor.mutate({
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect(new Set(recoveryCodes).size).toBe(10)
    // Sixteen characters of 31, none of which is taken for another one.
    for (const each of recoveryCodes) expect(each).toMatch(/^[a-hjkmnp-z2-9]{4}(?:-[a-hjkmnp-z2-9]{4}){3}$/)
    expect(await client.account.secondFactor.query()).toEqual({ isOn: true, recoveryCodesLeft: 10 })
    expect(await readTrail(1)).toEqual([[email, 'second_factor_on', email]])
    // The code is used up.
    await expect(trySignIn(email, code)).rejects.toMatchObject(refusal('code_wrong'))
  })

  it('ends every session that the password alone had opened, on all processes, and goes on in the browser that made it', {
    tags: ['second-factor'],
  }, async () => {
    const here = await signedInUser(server, company)
    const elsewhere = openBackOffice(second.url)
    await elsewhere.client.session.signIn.mutate({ email: here.email, password })
    const before = openBackOffice(server.url, server.url, here.cookie)
    await turnOnSecondFactor(here.client, clock.ms)
    for (const { client } of [elsewhere, before])
      await expect(client.session.me.query()).rejects.toMatchObject(refusal('sign_in_required'))
    expect(await here.client.account.secondFactor.query()).toEqual({ isOn: true, recoveryCodesLeft: 10 })
  })

  it('stores the key readable, and no recovery code', { tags: ['key-of-the-second-factor'] }, async () => {
    const { key, recoveryCodes } = await createGuardedUser()
    expect(await findCollectionsWith(server.connection, key)).toStrictEqual(['users'])
    for (const code of recoveryCodes) expect(await findCollectionsWith(server.connection, code)).toStrictEqual([])
  })
})

describe('signing in', () => {
  it('takes a code once, also at the same moment on two processes, and none that is older than one that was used', {
    tags: ['second-factor'],
  }, async () => {
    const { email, key } = await createGuardedUser()
    const [earlier, now] = [readCode(key, clock.ms - STEP_MS), readCode(key, clock.ms)]
    const tries = [server, second, server, second].map(({ url }) => trySignIn(email, now, { url }))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const used of [now, earlier]) await expect(trySignIn(email, used)).rejects.toMatchObject(refusal('code_wrong'))
    expect((await readTrail(1))[0]).toEqual([email, 'code_refused', email])
    clock.ms += STEP_MS
    expect(await trySignIn(email, readCode(key, clock.ms))).toEqual(signsIn)
  })

  it('with a recovery code, however it is typed, works once, also at the same moment on two processes', async () => {
    const { client, email, recoveryCode } = await createGuardedUser()
    const typed = ` ${recoveryCode.toUpperCase().replaceAll('-', ' ')}`
    const outcomes = await Promise.allSettled([server, second].map(({ url }) => trySignIn(email, typed, { url })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(trySignIn(email, recoveryCode)).rejects.toMatchObject(refusal('code_wrong'))
    expect(await client.account.secondFactor.query()).toEqual({ isOn: true, recoveryCodesLeft: 9 })
    expect((await readTrail(10)).filter(([, action]) => action === 'recovery_code_used')).toContainEqual([
      email,
      'recovery_code_used',
      email,
    ])
  })

  it('after ten wrong codes refuses the right one too, from any address, and the password alone restores no tries', {
    tags: ['tries-of-codes'],
  }, async () => {
    const { email, code } = await createGuardedUser()
    const { signInLimit, users } = server.deps
    const { id = '' } = (await users.findByEmail(company.id, email)) ?? {}
    // They come from elsewhere, so that the limit of the password is not the one that refuses.
    const takeCodes = async (count: number) => {
      for (let tries = 0; tries < count; tries++) expect(await signInLimit.takeCode(id)).toBeUndefined()
    }
    await takeCodes(9)
    // A right code ends the count.
    expect(await trySignIn(email, code())).toEqual(signsIn)
    clock.ms += STEP_MS
    await expect(trySignIn(email, '000000')).rejects.toMatchObject(refusal('code_wrong'))
    await takeCodes(9)
    expect((await trySignIn(email)).answer).toEqual({ isCodeNeeded: true })
    await expect(trySignIn(email, code())).rejects.toMatchObject(refusal('too_many_requests'))
  })
})

describe('a one-time link of an account with a second factor', () => {
  it('sets the password and signs nobody in: the second factor stays on', {
    tags: ['second-factor-and-links'],
  }, async () => {
    const { email, code } = await createGuardedUser()
    const link = readLinkSecret(await renewLink(server.deps, { companyId: company.id, email }))
    const { client, cookie } = openBackOffice(server.url)
    const chosen = 'chosen with the link'
    expect(await client.session.setPassword.mutate({ link, password: chosen })).toEqual({
      codeNeededFor: { email, companyId: company.id },
    })
    expect(cookie).toBeUndefined()
    await expect(client.session.me.query()).rejects.toMatchObject(refusal('sign_in_required'))
    expect((await trySignIn(email, undefined, { tried: chosen })).answer).toEqual({ isCodeNeeded: true })
    expect(await trySignIn(email, code(), { tried: chosen })).toEqual(signsIn)
  })
})

describe('turning off', () => {
  it('needs the password and a code, and then the password alone signs in', {
    tags: ['second-factor-off'],
  }, async () => {
    const { client, email, recoveryCode, code } = await createGuardedUser()
    const off = (proof: { password: string; code: string }) => client.account.turnOffSecondFactor.mutate(proof)
    await expect(off({ password: 'wrong', code: code() })).rejects.toMatchObject(refusal('password_wrong'))
    await expect(off({ password, code: '000000' })).rejects.toMatchObject(refusal('code_wrong'))
    expect((await trySignIn(email)).answer).toEqual({ isCodeNeeded: true })
    await off({ password, code: recoveryCode })
    expect(await trySignIn(email)).toEqual(signsIn)
    expect((await readTrail(2)).at(-1)).toEqual([email, 'second_factor_off', email])
    await expect(off({ password, code: code() })).rejects.toMatchObject(refusal('second_factor_off'))
  })

  it('by the operator is for somebody who has lost the telephone, ends an enrolment too, and is in the audit trail', async () => {
    const { email, client } = await createGuardedUser()
    const { userId: id } = await client.session.me.query()
    await removeSecondFactor(server.deps, { id, companyId: company.id, email })
    expect(await readTrail(1)).toEqual([['operator', 'second_factor_off', email]])
    expect(await trySignIn(email)).toEqual(signsIn)
    // The page that asked for a code may still be open.
    expect(await trySignIn(email, '000000')).toEqual(signsIn)
    const { code } = await enrolSecondFactor(client, clock.ms)
    await removeSecondFactor(server.deps, { id, companyId: company.id, email })
    await expect(client.account.turnOnSecondFactor.mutate({ code })).rejects.toMatchObject(refusal('enrolment_over'))
  })
})

describe('new recovery codes', () => {
  it('need the password and a code, and end the old ones', async () => {
    const { client, email, recoveryCodes, code } = await createGuardedUser()
    await expect(client.account.renewRecoveryCodes.mutate({ password, code: '000000' })).rejects.toMatchObject(
      refusal('code_wrong'),
    )
    const renewed = await client.account.renewRecoveryCodes.mutate({ password, code: code() })
    expect(await readTrail(1)).toEqual([[email, 'recovery_codes_made', email]])
    expect(new Set([...recoveryCodes, ...renewed.recoveryCodes]).size).toBe(20)
    await expect(trySignIn(email, recoveryCodes[0])).rejects.toMatchObject(refusal('code_wrong'))
    expect(await trySignIn(email, renewed.recoveryCodes[9])).toEqual(signsIn)
  })
})

/** The key of the test vectors in RFC 6238, appendix B, for SHA-1. */
const vectorKey = Secret.fromUTF8('12345678901234567890').base32

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [20000000000, '353130'],
  ])('at second %i is that of RFC 6238', (second, code) => {
    expect(findStep(vectorKey, code, second * 1000)).toBe(Math.floor(second / 30))
  })

  it('is accepted one step early and one step late, and no more', { tags: ['codes'] }, () => {
    const step = Math.floor(1111111109 / 30)
    const found = [-2, -1, 0, 1, 2].map((distance) => findStep(vectorKey, '081804', (step + distance) * 30_000))
    expect(found).toEqual([undefined, step, step, step, undefined])
  })
})
