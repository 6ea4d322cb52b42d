import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { findCollectionsWith } from '../../test/raw-database.ts'
import { openBackOffice, password, readLinkSecret, refusal, signedInUser } from '../../test/user.ts'
import { renewLink } from './link.ts'

const server = useServer()

let company: TestCompany
let email: string
let client: Awaited<ReturnType<typeof signedInUser>>['client']
beforeAll(async () => {
  company = await server.company()
  ;({ client, email } = await signedInUser(server, company))
})

const newAddress = () => `${randomUUID()}@example.com`
const listed = async (who: string) => (await client.user.list.query()).users.find((user) => user.email === who)

describe('users of a company', () => {
  it('a removed user is signed out everywhere at once and cannot sign in again', { tags: ['people'] }, async () => {
    const otherUser = await signedInUser(server, company)
    const elsewhere = openBackOffice(server.url)
    await elsewhere.client.session.signIn.mutate({ email: otherUser.email, password })
    await client.user.remove.mutate({ id: (await listed(otherUser.email))?.id ?? '' })
    for (const session of [otherUser, elsewhere])
      await expect(session.client.session.me.query()).rejects.toMatchObject(refusal('sign_in_required'))
    await expect(elsewhere.client.session.signIn.mutate({ email: otherUser.email, password })).rejects.toMatchObject(
      refusal('sign_in_refused'),
    )
    expect(await listed(otherUser.email)).toBeUndefined()
  })

  it('the audit trail says who was invited, chose a password, signed in and was removed, and by whom', async () => {
    const otherUser = newAddress()
    const theirs = openBackOffice(server.url)
    const link = readLinkSecret(await client.user.invite.mutate({ email: otherUser }))
    await theirs.client.session.setPassword.mutate({ link, password })
    await theirs.client.session.signIn.mutate({ email: otherUser, password })
    await client.user.remove.mutate({ id: (await listed(otherUser))?.id ?? '' })
    const { events } = await client.activity.audit.query({})
    expect(events.slice(0, 4).map(({ by, action, target }) => [by, action, target])).toEqual([
      [email, 'user_removed', otherUser],
      [otherUser, 'signed_in', otherUser],
      [otherUser, 'password_set', otherUser],
      [email, 'user_invited', otherUser],
    ])
  })

  it('an invitation that another user uses in their own browser names that user in the audit trail', async () => {
    const [invited, another] = [newAddress(), newAddress()]
    const inviter = await signedInUser(server, company)
    const stranger = await signedInUser(server, await server.company())
    for (const target of [invited, another]) {
      const link = readLinkSecret(await inviter.client.user.invite.mutate({ email: target }))
      // After the first link the browser is signed in as the invited person, who uses the second one.
      await inviter.client.session.setPassword.mutate({ link, password })
      if (target === invited)
        expect(await inviter.client.session.me.query()).toMatchObject({ email: invited, company: { id: company.id } })
    }
    const { events } = await client.activity.audit.query({})
    const chosen = events.filter(({ action }) => action === 'password_set').slice(0, 2)
    expect(chosen.map(({ by, target, details }) => [by, target, details])).toEqual([
      [another, another, { signedInAs: invited }],
      [invited, invited, { signedInAs: inviter.email }],
    ])
    // Who is signed in to another company, or not at all, is not named to this one.
    for (const browser of [stranger, openBackOffice(server.url)]) {
      const link = readLinkSecret(await client.user.invite.mutate({ email: newAddress() }))
      await browser.client.session.setPassword.mutate({ link, password })
      const { events: newest } = await client.activity.audit.query({})
      expect(newest[0]).toMatchObject({ action: 'password_set', details: {} })
    }
  })

  it('the database contains no link’s secret and no password', { tags: ['no-secret-stored'] }, async () => {
    const otherUser = newAddress()
    const link = readLinkSecret(await client.user.invite.mutate({ email: otherUser }))
    const hash = createHash('sha256').update(link).digest('hex')
    expect(await findCollectionsWith(server.connection, hash)).toStrictEqual(['users'])
    expect(await findCollectionsWith(server.connection, link)).toStrictEqual([])
    await openBackOffice(server.url).client.session.setPassword.mutate({ link, password })
    // The cost that OWASP recommends: a cheaper hash is sooner guessed.
    const { passwordHash } = (await server.deps.users.findByEmail(company.id, otherUser)) ?? {}
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    for (const secret of [link, password])
      expect(await findCollectionsWith(server.connection, secret)).toStrictEqual([])
  })
})

describe('a link for another user who has forgotten the password', () => {
  const renew = async (who: string) => client.user.renewLink.mutate({ id: (await listed(who))?.id ?? '' })

  it('ends the link before it, and nothing else until it is used, and sets the password once', {
    tags: ['link-for-a-colleague'],
  }, async () => {
    const otherUser = await signedInUser(server, company)
    const operators = await renewLink(server.deps, { companyId: company.id, email: otherUser.email })
    const link = readLinkSecret(await renew(otherUser.email))
    const { client: theirs } = openBackOffice(server.url)
    const ended = theirs.session.checkLink.query({ link: readLinkSecret(operators) })
    await expect(ended).rejects.toMatchObject(refusal('link_invalid'))
    await theirs.session.signIn.mutate({ email: otherUser.email, password })
    await expect(otherUser.client.session.me.query()).resolves.toMatchObject({ email: otherUser.email })
    expect(await theirs.session.checkLink.query({ link })).toEqual({ email: otherUser.email })
    await theirs.session.setPassword.mutate({ link, password: 'not forgotten again' })
    await expect(otherUser.client.session.me.query()).rejects.toMatchObject(refusal('sign_in_required'))
    await expect(theirs.session.setPassword.mutate({ link, password })).rejects.toMatchObject(refusal('link_invalid'))
  })
})

describe('what no user may do', () => {
  it('a user makes no link for themselves: an unattended browser is not enough for a new password', async () => {
    const { userId: id } = await client.session.me.query()
    await expect(client.user.renewLink.mutate({ id })).rejects.toMatchObject({
      message: 'You change your own password under “Your account”; a link is for another user',
      ...refusal('own_link'),
    })
  })

  it('a user cannot remove themselves, so that a company keeps a user', async () => {
    const { userId: id } = await client.session.me.query()
    await expect(client.user.remove.mutate({ id })).rejects.toMatchObject({
      message: 'You cannot remove yourself; another user can',
      ...refusal('own_account'),
    })
  })

  it('an invitation takes no account of another user over', async () => {
    await expect(client.user.invite.mutate({ email })).rejects.toMatchObject(refusal('user_exists'))
  })

  it('inviting the address of another company’s user, or of one whom it has invited, is answered like a new address', {
    tags: ['invitations'],
  }, async () => {
    const stranger = await signedInUser(server, await server.company())
    const invited = newAddress()
    const link = readLinkSecret(await stranger.client.user.invite.mutate({ email: invited }))
    const shape = { link: expect.stringMatching(/#[\w-]{43}$/), expiresAt: expect.any(String), isAgain: false }
    for (const email of [newAddress(), stranger.email, invited])
      expect(await client.user.invite.mutate({ email })).toEqual(shape)
    expect(await client.user.list.query()).toMatchObject({
      users: expect.arrayContaining([expect.objectContaining({ email: stranger.email, hasPassword: false })]),
    })
    // The other company's accounts are as before: the session goes on, and the link is still for its own account.
    await expect(stranger.client.session.me.query()).resolves.toMatchObject({ email: stranger.email })
    const theirs = openBackOffice(server.url)
    await theirs.client.session.setPassword.mutate({ link, password })
    const { company: other } = await stranger.client.session.me.query()
    expect(await theirs.client.session.me.query()).toMatchObject({ email: invited, company: { id: other.id } })
  })
})
