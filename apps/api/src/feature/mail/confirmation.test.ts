import { randomUUID } from 'node:crypto'
import { deleteCompany } from '@boardwalk/core/company/removal'
import { UNNAMED_BOARD } from '@boardwalk/core/process/settings'
import { describe, expect, it } from 'vitest'
import { apply, trapFilled } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { useMailServer, watchOutbox } from '../../test/mail-server.ts'
import { signedInUser } from '../../test/user.ts'
import { applicationMails } from '../desk/mails.ts'

const smtp = useMailServer()
let laterMs = 0
const server = useServer({ mail: () => smtp.settings, now: () => Date.now() + laterMs })
const withoutMail = useServer()

const DAY_MS = 24 * 60 * 60 * 1000
const newAddress = () => `${randomUUID()}@example.com`
const mails = () => server.connection.db.collection('mails')

/** Makes a company with a job. */
async function makeJob(title = 'Comptable'): Promise<{ company: TestCompany; jobUrl: string }> {
  const company = await server.company()
  return { company, jobUrl: (await company.boardJob(title)).jobUrl }
}

const { waitUntilSent } = watchOutbox(server, () => Date.now() + laterMs)
const waitForFailure = (applicationId: string) =>
  expect.poll(() => mails().countDocuments({ target: applicationId, attempts: { $gte: 1 } })).toBe(1)
const countSent = (email: string) => smtp.received.filter(({ to }) => to.includes(email)).length

describe('an application is confirmed by mail', () => {
  it('the applicant gets a confirmation in the language of the page', async () => {
    const { jobUrl } = await makeJob()
    // On the wire its domain is in ASCII; the mail server of the test shows it in letters.
    const email = `a/b&${randomUUID()}@موقع.المغرب`
    const message = 'I am the best accountant'
    const { body } = await apply(jobUrl.replace('/fr/', '/ar/'), { email, message })
    const mail = await smtp.receiveOne(email)
    expect(mail).toMatchObject({ to: [email], subject: 'ترشحك: Comptable' })
    for (const part of [
      'مرحبا Salma،',
      'بترشحك لعرض «\u2068Comptable\u2069»',
      'Atlas Talents',
      `${body.id.slice(0, 8)}\n`,
      server.url,
    ])
      expect(mail.text).toContain(part)
    expect(await (await fetch(`${jobUrl}/applied`)).text()).toContain('confirmation par e-mail')
    for (const part of [message, 'Bennani']) expect(`${mail.subject} ${mail.text}`).not.toContain(part)
    await waitUntilSent()
    expect(await mails().findOne({ _id: `mail_${body.id}` as never })).toMatchObject({ target: '' })
  })

  it('a form that is sent twice is confirmed once, also after the first mail has gone', async () => {
    const { jobUrl } = await makeJob()
    const form = { email: newAddress(), formId: randomUUID() }
    await Promise.all([apply(jobUrl, form), apply(jobUrl, form)])
    await smtp.receive(form.email)
    await waitUntilSent()
    await apply(jobUrl, form)
    await server.deps.background.settled()
    await waitUntilSent()
    expect(countSent(form.email)).toBe(1)
  })
})

describe('an address that does not exist', () => {
  it('is told at once: to users, and to callers in the list of changes and as long as the mail server says so', async () => {
    const { company, jobUrl } = await makeJob()
    const { client } = await signedInUser(server, company)
    const addresses = [newAddress(), newAddress(), newAddress()]
    const [typo = '', back = '', blocked = ''] = addresses
    const replies = new Map([typo, back].map((address) => [address, '550 5.1.2 No such domain']))
    smtp.refuse((address) => (address === blocked ? '550 5.7.1 Blocked' : replies.get(address)))
    const since = (await company.call('GET', '/candidates')).headers.get('x-synced-through') ?? ''
    for (const email of addresses) await apply(jobUrl, { email })
    const refused = () => mails().countDocuments({ companyId: company.id, refusedAt: { $exists: true } })
    await expect.poll(refused).toBe(2)
    await server.deps.background.settled()
    const list = async (query = '') =>
      (await company.call('GET', `/candidates${query}`)).body.candidates.map((one: Record<string, string>) => [
        one.email,
        one.confirmation,
      ])
    expect(await list()).toEqual([
      [typo, 'refused'],
      [back, 'refused'],
      [blocked, undefined],
    ])
    const { applications } = await client.application.list.query({})
    expect(applications.map((line) => [line.email, line.isConfirmationRefused])).toEqual([
      [blocked, false],
      [back, true],
      [typo, true],
    ])
    const { headers } = await company.call('GET', `/candidates?changes=true&since=${since}`)
    const cursor = headers.get('x-synced-through')
    // The mailbox of one works on the next day. The other is given up, and a form of hours ago has told of both.
    replies.delete(back)
    smtp.refuse((address) => replies.get(address))
    laterMs += DAY_MS + 60_000
    await waitUntilSent()
    await server.deps.background.settled()
    expect(await list(`?changes=true&since=${cursor}`)).toEqual([[back, undefined]])
    expect(addresses.map(countSent)).toEqual([0, 1, 1])
    const typed = applications.at(-1)?.id ?? ''
    // The session of the day before has ended.
    const { client: later } = await signedInUser(server, company)
    await later.application.erase.mutate({ id: typed, allOfPerson: false })
    expect((await company.call('GET', `/candidate/${typed}`)).body.candidate).not.toHaveProperty('confirmation')
    smtp.refuse(undefined)
  })
})

it('each user with a password is told once a day what is held back, and not of what was decided', async () => {
  const { company, jobUrl } = await makeJob()
  const { email } = await signedInUser(server, company)
  await company.invite(newAddress())
  const noon = Date.parse(new Date().toISOString().replace(/T.*/, 'T12:00:00Z'))
  const countReceived = () => smtp.received.filter(({ subject }) => subject.includes('à vérifier')).length
  const hold = async (atMs: number) => {
    laterMs = atMs - Date.now()
    const { id } = (await apply(jobUrl, trapFilled)).body
    await server.deps.background.settled()
    await waitUntilSent()
    return id as string
  }
  const ids = [await hold(noon + DAY_MS), await hold(noon + DAY_MS)]
  const mail = await smtp.receiveOne(email)
  for (const part of ['Atlas Talents\u00a0: ', `${server.url}/backoffice/applications?view=held`])
    expect(mail.text).toContain(part)
  expect(countReceived()).toBe(1)
  ids.push(await hold(noon + 2 * DAY_MS))
  expect(countReceived()).toBe(2)
  await server.deps.heldApplications.remove(company.id, ids)
  const queued = { locale: null, companyId: company.id }
  const { id: target } = (await server.deps.users.list(company.id))[0] ?? expect.fail('there is one')
  expect(await applicationMails.held(server.deps, { ...queued, target })).toBeUndefined()
})

describe('the form is no mail cannon', () => {
  it('an address gets five confirmations a day, however it is written, and every application is accepted', {
    tags: ['mail-limits'],
  }, async () => {
    const [local = ''] = newAddress().split('@')
    const dotted = [1, 2].map((length) => `${local.slice(0, length)}.${local.slice(length, 4)}.${local.slice(4)}`)
    const written = [local, ...dotted, `${local}+1`, local.toUpperCase(), `${dotted[0]}+2`]
    const addresses = written.map((variant) => `${variant}@example.com`)
    for (const email of addresses) {
      const { jobUrl } = await makeJob()
      expect((await apply(jobUrl, { email })).status).toBe(201)
      await server.deps.background.settled()
    }
    await waitUntilSent()
    expect(addresses.map(countSent)).toEqual([1, 1, 1, 1, 1, 0])
  })

  it('a first name is greeted if it is one, and an advertisement is left out', async () => {
    const company = await withoutMail.company()
    const { jobUrl } = await company.boardJob()
    async function compose(firstName: string): Promise<string> {
      const { body } = await apply(jobUrl, { firstName })
      const mail = { locale: 'fr', target: body.id as string, companyId: company.id } as const
      const composed = await applicationMails.confirmation(withoutMail.deps, mail)
      return `${composed?.subject}\n${composed?.text}`
    }
    for (const name of ['Lalla Fatima Zahra', 'N’Golo']) expect(await compose(name)).toContain(`\nBonjour ${name},\n`)
    for (const name of ['Visit https://evil.example now', 'Call 0600000000', 'You have won a prize', '<b>Salma</b>']) {
      const text = await compose(name)
      expect(text).toContain('\nBonjour,\n')
      expect(text).not.toContain(name)
    }
  })

  it('neither an address nor a title adds a header or a recipient', { tags: ['mail-injection'] }, async () => {
    const { company, jobUrl } = await makeJob()
    for (const email of ['a@example.com,b@example.com', 'a@example.com\r\nBcc: b@example.com', 'A <a@example.com>'])
      expect((await apply(jobUrl, { email })).status).toBe(400)
    // A title that another program wrote into the database.
    const title = 'Comptable\r\nBcc: victim@example.com\r\n\r\nHello'
    await server.connection.db
      .collection('jobs')
      .updateMany({ companyId: company.id }, { $set: { 'fields.title': title } })
    const email = newAddress()
    await apply(jobUrl, { email })
    const mail = await smtp.receiveOne(email)
    expect(mail.to).toEqual([email])
    expect([...mail.headers.keys()]).not.toContain('bcc')
    expect(mail.subject).toBe('Votre candidature\u00a0: Comptable Bcc: victim@example.com Hello')
    expect(mail.text).toContain('«\u00a0Comptable Bcc: victim@example.com Hello\u00a0»')
  })
})

describe('answers', () => {
  const withContact = useServer({
    mail: () => smtp.settings,
    settings: { board: { ...UNNAMED_BOARD, contactEmail: 'operator@board.example' } },
  })

  it('an answer to a confirmation goes to the company, else to the operator, and to no address that an applicant typed', {
    tags: ['replies'],
  }, async () => {
    const readReplyTo = async (jobUrl: string) => {
      const email = newAddress()
      await apply(jobUrl, { email, message: 'Reply-To: a@example.com' })
      return (await smtp.receiveOne(email)).headers.get('reply-to')
    }
    const { jobUrl } = await makeJob()
    expect(await readReplyTo(jobUrl)).toBeUndefined()
    const company = await withContact.company()
    const job = await company.boardJob()
    expect(await readReplyTo(job.jobUrl)).toMatchObject({ text: 'operator@board.example' })
    const { client } = await signedInUser(withContact, company)
    const set = (contactEmail: string) => client.company.update.mutate({ revision: 0, contactEmail })
    await expect(set('jobs@atlas.example\r\nBcc: victim@example.com')).rejects.toThrow()
    await set('jobs@atlas.example')
    expect(await readReplyTo(job.jobUrl)).toMatchObject({ text: 'jobs@atlas.example' })
    // An address that another program wrote into the database.
    const contactEmail = 'jobs@atlas.example\r\nBcc: victim@example.com'
    const companies = withContact.connection.db.collection<{ _id: string }>('companies')
    await companies.updateOne({ _id: company.id }, { $set: { contactEmail } })
    await expect.poll(async () => (await withContact.deps.companies.find(company.id))?.contactEmail).toBe(contactEmail)
    const email = newAddress()
    await apply(job.jobUrl, { email })
    const { to, headers } = await smtp.receiveOne(email)
    expect([to, headers.get('bcc')]).toEqual([[email], undefined])
  })
})

describe('while the mail server is away', () => {
  it('an erased person and a removed company get no mail', async () => {
    const [erased, removed] = [await makeJob(), await makeJob()]
    const { client } = await signedInUser(server, erased.company)
    const [erasedAddress, removedAddress] = [newAddress(), newAddress()]
    await smtp.whileAway(async () => {
      const { body } = await apply(erased.jobUrl, { email: erasedAddress })
      const { body: ofRemoved } = await apply(removed.jobUrl, { email: removedAddress })
      await waitForFailure(body.id)
      await waitForFailure(ofRemoved.id)
      await client.application.erase.mutate({ id: body.id, allOfPerson: false })
      // Not even by a process that had taken the mail before.
      const taken = { companyId: erased.company.id, target: body.id, locale: 'fr' } as const
      expect(await applicationMails.confirmation(server.deps, taken)).toBeUndefined()
      await deleteCompany(server.deps, { companyId: removed.company.id })
      expect(await mails().countDocuments({ companyId: { $in: [erased.company.id, removed.company.id] } })).toBe(0)
    })
    laterMs += 31_000
    await waitUntilSent()
    expect([erasedAddress, removedAddress].map(countSent)).toEqual([0, 0])
  })
})
