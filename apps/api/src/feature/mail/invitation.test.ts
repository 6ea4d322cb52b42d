import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { readMailedSecrets, useMailServer } from '../../test/mail-server.ts'
import { findCollectionsWith } from '../../test/raw-database.ts'
import { openBackOffice, password, readLinkSecret, signedInUser } from '../../test/user.ts'

const smtp = useMailServer()
let laterMs = 0
const server = useServer({ mail: () => smtp.settings, now: () => Date.now() + laterMs })

let company: TestCompany
let inviter: Awaited<ReturnType<typeof signedInUser>>
beforeAll(async () => {
  company = await server.company()
  inviter = await signedInUser(server, company)
})

const newAddress = () => `${randomUUID()}@example.com`
const invite = (email: string) => inviter.client.user.invite.mutate({ email })
const findPerson = async (email: string) =>
  (await inviter.client.user.list.query()).users.find((user) => user.email === email) ?? expect.fail('not invited')
const findMail = async (email: string) => {
  const { id } = await findPerson(email)
  return server.connection.db.collection('mails').findOne({ companyId: company.id, target: id })
}
/** Waits until an attempt to send the mail has failed. */
const waitForFailure = (email: string, attempts = 1) =>
  expect
    .poll(async () => {
      const mail = await findMail(email)
      return mail?.attempts === attempts && mail.dueAt.getTime() - Date.now() - laterMs < 60_000
    })
    .toBe(true)

describe('an invitation', () => {
  it('only the invited person gets the link, by mail, and chooses a password with it', {
    tags: ['mail-links'],
  }, async () => {
    const email = newAddress()
    expect(await invite(email)).toEqual({ sentTo: email, isAgain: false })
    const mail = await smtp.receiveOne(email)
    expect(mail).toMatchObject({ to: [email], from: '"Atlas Jobs" <jobs@board.example>' })
    const [secret = ''] = readMailedSecrets(mail)
    expect(mail.text).toContain(`${server.url}/backoffice/set-password#${secret}`)
    const theirs = openBackOffice(server.url)
    await theirs.client.session.setPassword.mutate({ link: secret, password })
    expect(await theirs.client.session.me.query()).toMatchObject({ email, company: { id: company.id } })
    const { events } = await inviter.client.activity.audit.query({})
    expect(events.find(({ target }) => target === email)).toMatchObject({ action: 'password_set', by: email })
    expect(events).toContainEqual(expect.objectContaining({ action: 'user_invited', by: inviter.email, target: email }))
  })
})

describe('while the mail server is away', () => {
  it('people are invited all the same, no secret is stored, and the mail comes when the server is back', async () => {
    const email = newAddress()
    await smtp.whileAway(async () => {
      expect(await invite(email)).toEqual({ sentTo: email, isAgain: false })
      await waitForFailure(email)
      laterMs += 31_000
      await waitForFailure(email, 2)
      expect(JSON.stringify(await findMail(email))).not.toContain(email)
    })
    laterMs += 61_000
    const [secret = ''] = readMailedSecrets(await smtp.receiveOne(email))
    expect(await inviter.client.session.checkLink.query({ link: secret })).toEqual({ email })
    expect(await findCollectionsWith(server.connection, secret)).toStrictEqual([])
  })

  it('who is removed, or has chosen a password in the meantime, gets no mail, whose link could replace it', async () => {
    const [email, removed] = [newAddress(), newAddress()]
    await smtp.whileAway(async () => {
      for (const each of [removed, email]) {
        await invite(each)
        await waitForFailure(each)
      }
      const link = readLinkSecret({ link: await company.invite(email) })
      await openBackOffice(server.url).client.session.setPassword.mutate({ link, password })
      const { id } = await findPerson(removed)
      await inviter.client.user.remove.mutate({ id })
      expect(await server.connection.db.collection('mails').countDocuments({ target: id })).toBe(0)
    })
    laterMs += 61_000
    await expect.poll(() => findMail(email)).toBeNull()
    expect(smtp.received.filter(({ to }) => to.includes(email) || to.includes(removed))).toEqual([])
  })
})
