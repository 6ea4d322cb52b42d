import { randomUUID } from 'node:crypto'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { describe, expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'
import { readMailedSecrets, useMailServer } from '../../test/mail-server.ts'
import { openBackOffice, password, refusal, signedInUser } from '../../test/user.ts'
import { hashSecret } from '../user/link.ts'
import { inviteUserByLink } from '../user/user.ts'

const smtp = useMailServer()
// Each test has callers of its own.
const server = useServer({ mail: () => smtp.settings, settings: { trustProxy: 1 } })

const newAddress = () => `${randomUUID()}@example.com`
let callers = 0
const newCaller = () => `192.0.2.${++callers}`

async function request(email: string, { locale = 'en', caller = newCaller() } = {}) {
  const answer = await fetch(`${server.url}/trpc/session.requestPasswordMail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, 'x-forwarded-for': caller },
    body: JSON.stringify({ email, locale }),
  })
  const headers: Record<string, string> = {}
  answer.headers.forEach((value, name) => {
    if (!['date', 'x-request-id'].includes(name)) headers[name] = value
  })
  return { status: answer.status, headers, body: await answer.text() }
}

const signIn = (email: string, password: string) =>
  openBackOffice(server.url).client.session.signIn.mutate({ email, password })

describe('a forgotten password', () => {
  it('one mail has a link for each account of the address, and names the companies', async () => {
    const email = newAddress()
    const companies = await Promise.all(
      ['Atlas', 'Rif'].map(async (name) => {
        const company = await server.company()
        await server.deps.companies.updateTexts(company.id, 0, { name }, 'operator')
        await signedInUser(server, company, email)
        return company
      }),
    )
    expect(await request(email)).toMatchObject({ status: 200 })
    const mail = await smtp.receiveOne(email)
    // The old password works until a link is used.
    expect(await signIn(email, password)).toHaveProperty('companies')
    const secrets = readMailedSecrets(mail)
    expect(secrets).toHaveLength(2)
    for (const { id } of companies)
      expect((await server.deps.auditEvents.list(id, undefined, 100)).events).toContainEqual(
        expect.objectContaining({ action: 'password_link_made', by: email, target: email }),
      )
    for (const [index, link] of secrets.entries()) {
      const theirs = openBackOffice(server.url)
      await theirs.client.session.setPassword.mutate({ link, password: `another password ${index}` })
      const { company } = await theirs.client.session.me.query()
      expect(companies.map(({ id }) => id)).toContain(company.id)
      expect(mail.text).toMatch(new RegExp(`${company.name} \\(within one hour\\):\\n\\S+#${link}\\n`))
      await expect(theirs.client.session.checkLink.query({ link })).rejects.toMatchObject(refusal('link_invalid'))
    }
    await expect(signIn(email, password)).rejects.toMatchObject(refusal('sign_in_refused'))
  })

  it.each([
    ['a forgotten password', 'one hour', 60],
    ['an invitation that has not been used', '7 days', 7 * 24 * 60],
  ])('the link for %s is valid for %s', async (what, time, minutes) => {
    const company = await server.company()
    const email = newAddress()
    if (what === 'a forgotten password') await signedInUser(server, company, email)
    else await inviteUserByLink(server.deps, actAsOperator(company.id), { email })
    await request(email)
    const mail = await smtp.receiveOne(email)
    expect(mail.text).toContain(`(within ${time}):`)
    const [secret = ''] = readMailedSecrets(mail)
    const after = (later: number) => new Date(server.deps.now() + later * 60_000)
    const findAfter = (later: number) => server.deps.users.findByLink(hashSecret(secret), after(later))
    expect(await findAfter(minutes - 20)).toMatchObject({ email })
    expect(await findAfter(minutes + 1)).toBeUndefined()
  })
})

describe('nobody learns who has an account', () => {
  it('a known and an unknown address get the same answer, and the unknown one no mail', {
    tags: ['forgotten-password'],
  }, async () => {
    const { email: known } = await signedInUser(server, await server.company())
    const unknown = newAddress()
    expect(await request(unknown)).toEqual(await request(known))
    await smtp.receive(known)
    const waiting = () => server.connection.db.collection('mails').countDocuments({ dueAt: { $exists: true } })
    await expect.poll(waiting).toBe(0)
    expect(smtp.received.filter(({ to }) => to.includes(unknown))).toEqual([])
    // Nothing of either address is kept.
    expect(await server.connection.db.collection('mails').distinct('target', { kind: 'password' })).toEqual([''])
  })

  it('the fourth request in an hour for one address is refused, known or not, and does not keep the person elsewhere from a mail', async () => {
    const { email: known } = await signedInUser(server, await server.company())
    for (const email of [known, newAddress()]) {
      // Many mail servers deliver these to one inbox.
      const caller = newCaller()
      for (const inbox of ['@', '+1@', '+2@'])
        expect((await request(email.replace('@', inbox), { caller })).status).toBe(200)
      const { status, headers, body } = await request(email, { caller })
      const { message, data } = JSON.parse(body).error
      expect([status, data.code]).toEqual([429, 'too_many_requests'])
      expect(message).toContain(`try again in ${Math.ceil(Number(headers['retry-after']) / 60)} minutes`)
      for (let others = 0; others < 17; others++) expect((await request(email)).status).toBe(200)
      expect((await request(email)).status).toBe(429)
    }
  })
})
