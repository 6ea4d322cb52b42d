import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useSecondServer, useServer } from '../../test/harness.ts'
import { findCollectionsWith } from '../../test/raw-database.ts'
import { openBackOffice, password, readLinkSecret, refusal, signedInUser } from '../../test/user.ts'
import { renewLink } from './link.ts'
import { confirmPassword, replacePassword } from './password.ts'

/* What users do with their own account: its password, and its sessions. */

const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
const server = useServer({ now: () => clock.ms })
/** Another process over the same database, with the machine's own clock. */
const second = useSecondServer(server)
const newPassword = 'a much better password'

let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

/** Signs in from one more browser. */
async function signIn(email: string, tried = password, url = server.url) {
  const backOffice = openBackOffice(url)
  await backOffice.client.session.signIn.mutate({ email, password: tried })
  return backOffice
}
type BackOffice = ReturnType<typeof openBackOffice>

const isSignedIn = ({ client }: Pick<BackOffice, 'client'>) =>
  client.session.me.query().then(
    () => true,
    ({ data }) => (data?.code === 'sign_in_required' ? false : expect.fail(`${data?.code} is another error`)),
  )
const listNames = async ({ client }: Pick<BackOffice, 'client'>) =>
  (await client.account.listSessions.query()).map(({ name }) => name)

/** The newest events of the trail, the newest first. */
async function readTrail(count: number) {
  await server.deps.background.settled()
  const { events } = await server.deps.auditEvents.list(company.id, undefined, count)
  return events.map(({ by, action, target }) => [by, action, target])
}

describe('a change of the password', () => {
  const change = ({ client }: Pick<BackOffice, 'client'>, currentPassword = password) =>
    client.account.changePassword.mutate({ currentPassword, newPassword })

  it('ends every other session and one-time link, and goes on in the browser that made it, under a new id', {
    tags: ['own-password'],
  }, async () => {
    const here = await signedInUser(server, company)
    const elsewhere = await signIn(here.email)
    const before = here.cookie
    const link = readLinkSecret(await renewLink(server.deps, { companyId: company.id, email: here.email }))
    await change(here)
    await expect(here.client.session.checkLink.query({ link })).rejects.toMatchObject(refusal('link_invalid'))
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect(await isSignedIn(openBackOffice(server.url, server.url, before))).toBe(false)
    await expect(signIn(here.email)).rejects.toMatchObject(refusal('sign_in_refused'))
    expect(await isSignedIn(await signIn(here.email, newPassword))).toBe(true)
    expect((await readTrail(3)).at(-1)).toEqual([here.email, 'password_changed', here.email])
  })

  it('with wrong current passwords uses up the tries of the sign-in, which then refuses the right one', async () => {
    const here = await signedInUser(server, company)
    const takeTries = async (count: number) => {
      for (let tries = 0; tries < count; tries++)
        expect(await server.deps.signInLimit.take(here.email, '127.0.0.1')).toBeUndefined()
    }
    await takeTries(9)
    // A right one ends the count.
    await here.client.account.changePassword.mutate({ currentPassword: password, newPassword: password })
    await expect(change(here, 'wrong')).rejects.toMatchObject(refusal('password_wrong'))
    await takeTries(9)
    await expect(change(here)).rejects.toMatchObject(refusal('too_many_requests'))
    await expect(signIn(here.email)).rejects.toMatchObject(refusal('too_many_requests'))
  })

  it('happens once if two processes make one with the same current password at the same moment', async () => {
    const here = await signedInUser(server, company)
    const { userId } = await here.client.session.me.query()
    // Both have found the current password right before either has written.
    const user = await confirmPassword(server.deps, { userId, email: here.email }, password, '127.0.0.1')
    const passwords = ['a password of the first', 'a password of the second']
    const outcomes = await Promise.allSettled(
      [server, second].map(({ deps }, index) =>
        replacePassword({ ...deps, now: () => clock.ms }, user, passwords[index] ?? ''),
      ),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const kept = passwords[outcomes.findIndex(({ status }) => status === 'fulfilled')]
    expect(await isSignedIn(await signIn(here.email, kept))).toBe(true)
  })
})

describe('the list of sessions', () => {
  it('says when each began and was last used, in which browser, and which one this is', async () => {
    const startedMs = clock.ms
    const here = await signedInUser(server, company)
    clock.ms += 3_600_000
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
    const answer = await fetch(`${server.url}/trpc/session.signIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, 'user-agent': agent },
      body: JSON.stringify({ email: here.email, password }),
    })
    expect(answer.status).toBe(200)
    // The use of this session is stored with the first request, and listed by the second.
    await here.client.account.listSessions.query()
    expect(await here.client.account.listSessions.query()).toEqual(
      expect.arrayContaining([
        {
          name: expect.stringMatching(/^[0-9a-f]{20}$/),
          browser: { name: null, system: null },
          startedAt: new Date(startedMs).toISOString(),
          seenAt: new Date(clock.ms).toISOString(),
          isThis: true,
        },
        {
          name: expect.stringMatching(/^[0-9a-f]{20}$/),
          browser: { name: 'Firefox', system: 'Linux' },
          startedAt: new Date(clock.ms).toISOString(),
          seenAt: new Date(clock.ms).toISOString(),
          isThis: false,
        },
      ]),
    )
    // A name is nothing that is stored or sent as a cookie.
    const [name = ''] = await listNames(here)
    expect(await findCollectionsWith(server.connection, name)).toStrictEqual([])
    expect(here.cookie).not.toContain(name)
  })
})

describe('signing out', () => {
  it('of one session ends that one on every process, and no other, of this person or of another one', {
    tags: ['own-sessions'],
  }, async () => {
    const here = await signedInUser(server, company)
    const [mine = ''] = await listNames(here)
    const lost = await signIn(here.email)
    const kept = await signIn(here.email)
    const otherUser = await signedInUser(server, company)
    // A session of another person, and one that is not there, cannot be ended.
    for (const other of [...(await listNames(otherUser)), randomUUID()])
      await here.client.account.endSession.mutate({ name: other })
    expect([await isSignedIn(here), await isSignedIn(otherUser)]).toEqual([true, true])
    const keptName = (await kept.client.account.listSessions.query()).find(({ isThis }) => isThis)?.name
    const name = (await listNames(here)).find((listed) => listed !== mine && listed !== keptName) ?? ''
    await here.client.account.endSession.mutate({ name })
    expect(await listNames(here)).toHaveLength(2)
    expect([await isSignedIn(here), await isSignedIn(lost), await isSignedIn(kept)]).toEqual([true, false, true])
    expect(await isSignedIn(openBackOffice(second.url, second.url, lost.cookie))).toBe(false)
    expect(await readTrail(1)).toEqual([[here.email, 'sessions_ended', here.email]])
  })

  it('everywhere ends all sessions of the account, this one too, and nobody else’s', async () => {
    const here = await signedInUser(server, company)
    const elsewhere = await signIn(here.email)
    const otherUser = await signedInUser(server, company)
    const { cookie } = here
    await here.client.account.endSessions.mutate()
    expect(here.cookie).toBe('boardwalk=')
    for (const session of [openBackOffice(server.url, server.url, cookie), elsewhere])
      expect(await isSignedIn(session)).toBe(false)
    expect(await isSignedIn(otherUser)).toBe(true)
    expect(await readTrail(1)).toEqual([[here.email, 'sessions_ended', here.email]])
  })
})
