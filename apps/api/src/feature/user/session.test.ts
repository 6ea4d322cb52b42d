import { createHash, randomUUID } from 'node:crypto'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { findCollectionsWith } from '../../test/raw-database.ts'
import { openBackOffice, password, readLinkSecret, refusal, signedInUser } from '../../test/user.ts'
import { renewLink } from './link.ts'
import { inviteUserByLink } from './user.ts'

const HOUR_MS = 60 * 60 * 1000
const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
const server = useServer({ now: () => clock.ms })

let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const readOwnStatus = async (cookie = '') => {
  const answer = await fetch(`${server.url}/trpc/session.me`, { headers: { cookie } })
  // The last byte comes after the use of the session was stored.
  await answer.text()
  return answer.status
}

const newInvitation = async () => {
  const email = `${randomUUID()}@example.com`
  return { email, link: readLinkSecret(await inviteUserByLink(server.deps, actAsOperator(company.id), { email })) }
}

describe('sessions', () => {
  it('a signed-in user stays signed in until they sign out, and the old cookie is useless after that', {
    tags: ['sessions'],
  }, async () => {
    const { email } = await signedInUser(server, company)
    const backOffice = openBackOffice(server.url)
    await backOffice.client.session.signIn.mutate({ email: ` ${email.toUpperCase()}`, password })
    const { cookie } = backOffice
    expect(await backOffice.client.session.me.query()).toEqual({
      userId: expect.stringMatching(/^usr_/),
      email,
      company: { id: company.id, name: 'Atlas Talents', slug: company.slug, locale: 'fr', isSuspended: false },
      operatorEmail: null,
    })
    await backOffice.client.session.signOut.mutate()
    expect(backOffice.cookie).toBe('boardwalk=')
    expect(await readOwnStatus(cookie)).toBe(401)
  })

  it('the database stores a hash of a session’s id, never the id in the cookie', async () => {
    const { cookie = '' } = await signedInUser(server, company)
    // More than a minute passes, so that the use of the session is stored too.
    clock.ms += 61_000
    expect(await readOwnStatus(cookie)).toBe(200)
    const id = /^boardwalk=s%3A([\w-]{20,})\./.exec(cookie)?.[1] ?? expect.fail(`no session id in ${cookie}`)
    const hash = createHash('sha256').update(id).digest('hex')
    expect(await findCollectionsWith(server.connection, hash)).toStrictEqual(['sessions'])
    expect(await findCollectionsWith(server.connection, id)).toStrictEqual([])
  })

  it('a request that is running while its session ends does not restore the session', async () => {
    const { client, cookie } = await signedInUser(server, company)
    // More than a minute passes, so that the request stores that the session is in use.
    clock.ms += 61_000
    const { companies } = server.deps
    const working = { find: companies.find }
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let underWay: Promise<number> | undefined
    await new Promise<void>((isReached) => {
      const find = async (id: string) => {
        isReached()
        await held
        return working.find(id)
      }
      Object.assign(companies, { find })
      underWay = readOwnStatus(cookie)
    })
    Object.assign(companies, working)
    await client.session.signOut.mutate()
    letGo()
    expect(await underWay).toBe(200)
    expect(await readOwnStatus(cookie)).toBe(401)
  })

  it('signing in starts a new session, so a planted cookie gives nobody access', async () => {
    const attacker = await signedInUser(server, company)
    const planted = attacker.cookie
    const { email } = await signedInUser(server, company)
    const victim = openBackOffice(server.url, server.url, planted)
    await victim.client.session.signIn.mutate({ email, password })
    expect(victim.cookie).not.toBe(planted)
    expect(await victim.client.session.me.query()).toMatchObject({ email })
    expect(await readOwnStatus(planted)).toBe(401)
  })

  it('a session ends after 12 hours without a request, and continues with one', {
    tags: ['session-ends'],
  }, async () => {
    const { cookie = '' } = await signedInUser(server, company)
    const sessions = server.connection.db.collection('sessions')
    const findNewest = () => sessions.findOne({}, { sort: { expires: -1 } })
    const before = Number((await findNewest())?.expires)
    // The cookie's expiry is in whole seconds.
    await expect.poll(() => Date.now()).toBeGreaterThan(before - 12 * HOUR_MS + 1_000)
    for (let times = 0; times < 3; times++) {
      clock.ms += 12 * HOUR_MS - 1
      const answer = await fetch(`${server.url}/trpc/session.me`, { headers: { cookie } })
      await answer.text()
      expect(answer.status).toBe(200)
      // The browser and the database keep it longer, too.
      const [, expires = ''] = /Expires=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? []
      expect(Date.parse(expires)).toBeGreaterThan(before)
      expect(Number((await findNewest())?.expires)).toBeGreaterThan(before)
    }
    clock.ms += 12 * HOUR_MS
    // The first request does not bring it back for the second one.
    for (const times of [1, 2]) expect([times, await readOwnStatus(cookie)]).toEqual([times, 401])
  })

  it('a session ends after 7 days, also if it is in use', async () => {
    const { cookie } = await signedInUser(server, company)
    const startedMs = clock.ms
    for (; clock.ms < startedMs + 7 * 24 * HOUR_MS; clock.ms += 6 * HOUR_MS)
      expect(await readOwnStatus(cookie)).toBe(200)
    expect(await readOwnStatus(cookie)).toBe(401)
  })

  it('choosing a password ends every earlier session, on every device', async () => {
    const { email, cookie } = await signedInUser(server, company)
    const elsewhere = openBackOffice(server.url)
    await elsewhere.client.session.signIn.mutate({ email, password })
    clock.ms += 1
    const link = readLinkSecret(await renewLink(server.deps, { companyId: company.id, email }))
    expect(await readOwnStatus(cookie)).toBe(200)
    const { client } = openBackOffice(server.url)
    await client.session.setPassword.mutate({ link, password: 'another password' })
    expect(await readOwnStatus(cookie)).toBe(401)
    expect(await readOwnStatus(elsewhere.cookie)).toBe(401)
    await expect(client.session.me.query()).resolves.toMatchObject({ email })
  })
})

describe('new passwords', () => {
  it('a password that is too short is refused with the minimum length, and the link stays valid', {
    tags: ['short-password'],
  }, async () => {
    const { email, link } = await newInvitation()
    const { client } = openBackOffice(server.url)
    await expect(client.session.setPassword.mutate({ link, password: 'short' })).rejects.toMatchObject({
      message: 'password must be at least 12 characters',
      data: { httpStatus: 400, code: 'invalid_request', issues: [{ path: 'password' }] },
    })
    expect(await client.session.checkLink.query({ link })).toEqual({ email })
  })
})

describe('sign-in and one-time links', () => {
  it('a wrong password, an unknown address and an account without a password get the same answer', async () => {
    const { email } = await signedInUser(server, company)
    const invited = await newInvitation()
    for (const wrong of [
      { email, password: `${password}!` },
      { email: 'nobody@example.com', password },
      { email: invited.email, password },
    ]) {
      const { client } = openBackOffice(server.url)
      await expect(client.session.signIn.mutate(wrong)).rejects.toMatchObject({
        message: 'The e-mail address or the password is wrong',
        ...refusal('sign_in_refused'),
      })
    }
  })

  it('a link works once: if many use it at the same time, one is signed in', { tags: ['links'] }, async () => {
    const { email, link } = await newInvitation()
    expect(await openBackOffice(server.url).client.session.checkLink.query({ link })).toEqual({ email })
    const uses = [...Array(5)].map(() =>
      openBackOffice(server.url).client.session.setPassword.mutate({ link, password: randomUUID() }),
    )
    const outcomes = await Promise.allSettled(uses)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { client } = openBackOffice(server.url)
    await expect(client.session.setPassword.mutate({ link, password })).rejects.toMatchObject(refusal('link_invalid'))
    // An invented link gets the same answer as a used one.
    for (const each of [link, 'x'.repeat(43)])
      await expect(client.session.checkLink.query({ link: each })).rejects.toMatchObject({
        message: 'This link has been used or has expired; ask another user of your company for a new one',
        ...refusal('link_invalid'),
      })
  })

  it('a link is valid for 7 days', async () => {
    const { email, link } = await newInvitation()
    const { client } = openBackOffice(server.url)
    clock.ms += 7 * 24 * 60 * 60 * 1000 - 1
    expect(await client.session.checkLink.query({ link })).toEqual({ email })
    clock.ms += 1
    await expect(client.session.checkLink.query({ link })).rejects.toMatchObject(refusal('link_invalid'))
    await expect(client.session.setPassword.mutate({ link, password })).rejects.toMatchObject(refusal('link_invalid'))
  })
})

describe('an address with an account in each of two companies, with a password of its own in each', () => {
  let other: TestCompany
  beforeAll(async () => {
    other = await server.company()
  })

  /** Makes an account of one address in both companies. Returns the address. */
  async function makeAccounts(...passwords: [inCompany: string, inOther: string]): Promise<string> {
    const email = `${randomUUID()}@example.com`
    for (const [index, chosen] of passwords.entries()) {
      const link = readLinkSecret({ link: await (index === 0 ? company : other).invite(email) })
      await openBackOffice(server.url).client.session.setPassword.mutate({ link, password: chosen })
    }
    return email
  }
  async function findCompanySignedInTo(input: { email: string; password: string; companyId?: string }) {
    const { client } = openBackOffice(server.url)
    expect(await client.session.signIn.mutate(input)).toEqual({ userId: expect.stringMatching(/^usr_/) })
    return (await client.session.me.query()).company.id
  }

  it('with one password in both, the person is asked which, and is signed in to the one they choose', async () => {
    const email = await makeAccounts(password, password)
    const { client } = openBackOffice(server.url)
    const choices = [company, other].map(({ id }) => ({ id, name: 'Atlas Talents' }))
    // To be asked is no failed attempt.
    for (let times = 0; times < 11; times++) {
      const { companies } = Object(await client.session.signIn.mutate({ email, password }))
      expect(new Set(companies)).toEqual(new Set(choices))
    }
    await expect(client.session.me.query()).rejects.toMatchObject(refusal('sign_in_required'))
    const { events } = await server.deps.auditEvents.list(company.id, undefined, 100)
    expect(events.filter(({ by, action }) => by === email && action === 'signed_in')).toEqual([])
    for (const { id: companyId } of [company, other])
      expect(await findCompanySignedInTo({ email, password, companyId })).toBe(companyId)
  })

  it('the companies of an address are named only after the right password', {
    tags: ['several-companies'],
  }, async () => {
    const email = await makeAccounts(password, password)
    const wrong = { email, password: `${password}!` }
    for (const input of [wrong, { ...wrong, companyId: company.id }])
      await expect(openBackOffice(server.url).client.session.signIn.mutate(input)).rejects.toMatchObject(
        refusal('sign_in_refused'),
      )
  })

  it('a company that is named needs the password of its own account', async () => {
    const email = await makeAccounts(password, `${password}!`)
    expect(await findCompanySignedInTo({ email, password: `${password}!` })).toBe(other.id)
    for (const companyId of [other.id, 'cmp_x'])
      await expect(
        openBackOffice(server.url).client.session.signIn.mutate({ email, password, companyId }),
      ).rejects.toMatchObject(refusal('sign_in_refused'))
  })
})
