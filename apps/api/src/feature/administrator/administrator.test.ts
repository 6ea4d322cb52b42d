import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBackOffice, password, secretOf, signedInAdministrator } from '../../test/administrator.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { findCollectionsWith } from '../../test/raw-database.ts'

const server = useServer()

let company: TestCompany
let email: string
let client: Awaited<ReturnType<typeof signedInAdministrator>>['client']
beforeAll(async () => {
  company = await server.company()
  ;({ client, email } = await signedInAdministrator(server, company))
})

const newAddress = () => `${randomUUID()}@example.com`
const listed = async (who: string) => (await client.user.list.query()).users.find((user) => user.email === who)

describe('works', () => {
  it('a colleague is invited by a link to our own page, good for 7 days, and has a password once they chose one', async () => {
    const colleague = newAddress()
    const invitation = await client.user.invite.mutate({ email: colleague })
    expect(invitation.link).toMatch(new RegExp(`^${server.url}/backoffice/set-password#[\\w-]{43}$`))
    const daysLeft = (Date.parse(invitation.expiresAt) - Date.now()) / 86_400_000
    expect(Math.round(daysLeft)).toBe(7)
    const row = {
      id: expect.stringMatching(/^usr_/),
      email: colleague,
      invitedBy: email,
      createdAt: expect.any(String),
    }
    expect(await listed(colleague)).toEqual({ ...row, hasPassword: false })
    const theirs = openBackOffice(server.url)
    await theirs.client.session.setPassword.mutate({ link: secretOf(invitation), password })
    expect(await listed(colleague)).toEqual({ ...row, hasPassword: true })
    expect(await theirs.client.session.me.query()).toMatchObject({ company: { id: company.id } })
  })

  it('inviting again, before a password is chosen, gives a new link and ends the old one', async () => {
    const colleague = newAddress()
    const first = secretOf(await client.user.invite.mutate({ email: colleague }))
    const second = secretOf(await client.user.invite.mutate({ email: colleague }))
    await expect(client.session.checkLink.query({ link: first })).rejects.toMatchObject({
      data: { code: 'link_invalid' },
    })
    expect(await client.session.checkLink.query({ link: second })).toEqual({ email: colleague })
  })

  it('the list is in one order, also of accounts made at the same moment', async () => {
    const { id: companyId } = await server.company()
    const createdAt = new Date()
    const ids = ['usr_a', 'usr_b', 'usr_c', 'usr_d'].map((id) => `${id}_${companyId}`)
    for (const id of ids.toReversed()) {
      const user = { id, companyId, email: newAddress(), invitedBy: 'operator', createdAt }
      const link = { hash: randomUUID(), expiresAt: createdAt }
      await server.deps.administrators.insert({ ...user, passwordHash: null, passwordSetAt: null }, link)
    }
    expect((await server.deps.administrators.list(companyId)).map(({ id }) => id)).toEqual(ids)
  })

  it('who is removed is out at once, wherever they are signed in, and cannot come back', async () => {
    const colleague = await signedInAdministrator(server, company)
    const elsewhere = openBackOffice(server.url)
    await elsewhere.client.session.signIn.mutate({ email: colleague.email, password })
    await client.user.remove.mutate({ id: (await listed(colleague.email))?.id ?? '' })
    for (const session of [colleague, elsewhere])
      await expect(session.client.session.me.query()).rejects.toMatchObject({ data: { code: 'sign_in_required' } })
    await expect(elsewhere.client.session.signIn.mutate({ email: colleague.email, password })).rejects.toMatchObject({
      data: { code: 'sign_in_refused' },
    })
    expect(await listed(colleague.email)).toBeUndefined()
  })

  it('the audit trail has who came, who chose a password, who signed in and who was removed by whom', async () => {
    const colleague = newAddress()
    const theirs = openBackOffice(server.url)
    const link = secretOf(await client.user.invite.mutate({ email: colleague }))
    await theirs.client.session.setPassword.mutate({ link, password })
    await theirs.client.session.signIn.mutate({ email: colleague, password })
    await client.user.remove.mutate({ id: (await listed(colleague))?.id ?? '' })
    const { events } = await client.activity.audit.query({})
    expect(events.slice(0, 4).map(({ by, action, target }) => [by, action, target])).toEqual([
      [email, 'user_removed', colleague],
      [colleague, 'signed_in', colleague],
      [colleague, 'password_set', colleague],
      [email, 'user_invited', colleague],
    ])
  })

  it('neither a link’s secret nor a password stands in the database', async () => {
    const colleague = newAddress()
    const link = secretOf(await client.user.invite.mutate({ email: colleague }))
    const hash = createHash('sha256').update(link).digest('hex')
    expect(await findCollectionsWith(server.connection, hash)).toStrictEqual(['users'])
    expect(await findCollectionsWith(server.connection, link)).toStrictEqual([])
    await openBackOffice(server.url).client.session.setPassword.mutate({ link, password })
    expect((await server.deps.administrators.findByEmail(colleague))?.passwordHash).toMatch(/^\$argon2id\$/)
    for (const secret of [link, password])
      expect(await findCollectionsWith(server.connection, secret)).toStrictEqual([])
  })
})

describe('bad input', () => {
  it('what is no e-mail address cannot be invited', async () => {
    await expect(client.user.invite.mutate({ email: 'salma' })).rejects.toMatchObject({
      data: { httpStatus: 400, issues: [{ path: 'email' }] },
    })
  })

  it('nobody removes themselves, so that a company keeps somebody', async () => {
    const { userId } = await client.session.me.query()
    await expect(client.user.remove.mutate({ id: userId })).rejects.toMatchObject({
      message: 'You cannot remove your own account; another administrator can',
      data: { httpStatus: 409, code: 'own_account' },
    })
  })
})

describe('no right', () => {
  it('an invitation does not end the one of another company, nor is it answered with a link', async () => {
    const stranger = await signedInAdministrator(server, await server.company())
    const colleague = newAddress()
    const link = secretOf(await stranger.client.user.invite.mutate({ email: colleague }))
    await expect(client.user.invite.mutate({ email: colleague })).rejects.toMatchObject({
      data: { httpStatus: 409, code: 'user_exists' },
    })
    expect(await stranger.client.session.checkLink.query({ link })).toEqual({ email: colleague })
  })

  it('an invitation takes nobody’s account over, in this company or another', async () => {
    const colleague = await signedInAdministrator(server, company)
    const stranger = await signedInAdministrator(server, await server.company())
    for (const taken of [colleague, stranger]) {
      await expect(client.user.invite.mutate({ email: taken.email })).rejects.toMatchObject({
        data: { httpStatus: 409, code: 'user_exists' },
      })
      await expect(taken.client.session.me.query()).resolves.toMatchObject({ email: taken.email })
    }
  })
})

describe('not there', () => {
  it('removing somebody who is not there says so', async () => {
    await expect(client.user.remove.mutate({ id: 'usr_x' })).rejects.toMatchObject({
      message: 'There is no account for usr_x',
      data: { httpStatus: 404, code: 'user_not_found' },
    })
  })
})
