import { randomUUID } from 'node:crypto'
import type { ApplicationStatus } from '@boardwalk/schema/application'
import { beforeEach, describe, expect, it } from 'vitest'
import { recoverDatabase } from '../../admin/recover.ts'
import { noteConfirmation } from '../../feature/desk/mails.ts'
import { apply, trapFilled } from '../../test/form.ts'
import { type TestCompany, useSecondServer, useServer } from '../../test/harness.ts'
import { useMailServer, watchOutbox } from '../../test/mail-server.ts'
import { refusal, signedInUser } from '../../test/user.ts'
import { deliverReplies } from './deliver.ts'
import { replying } from './state.ts'
import type { ReplyKind } from './template.ts'

/* Users reply to applicants. The server and a second process send the replies that are due when a test tells them to. */

const smtp = useMailServer()
const never = new AbortController().signal
const HOUR_MS = 60 * 60 * 1000
let laterMs = 0
const options = { mail: () => smtp.settings, now: () => Date.now() + laterMs }
const server = useServer(options)
const second = useSecondServer(server, options)

let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
let jobUrl: string
beforeEach(async () => {
  smtp.refuse(undefined)
  company = await server.company()
  user = await signedInUser(server, company)
  jobUrl = (await company.boardJob('Comptable')).jobUrl
})

const newAddress = () => `${randomUUID()}@example.com`
/** Sends an application, and returns its id. */
const send = async (email: string, url = jobUrl): Promise<string> => (await apply(url, { email })).body.id

const repliesTo = (email: string) =>
  smtp.received.filter(({ to, headers }) => to.includes(email) && String(headers.get('message-id')).includes('reply.'))

/** Waits until no reply is due any more. The confirmation to an address that was refused is tried again on another day. */
async function waitUntilSent(): Promise<void> {
  const mails = server.connection.db.collection('mails')
  await expect.poll(() => mails.countDocuments({ kind: /^reply/, dueAt: { $exists: true } })).toBe(0)
}

/** Lets time pass, and sends what is due by two processes at once. */
async function pass(ms: number): Promise<void> {
  laterMs += ms
  await Promise.all([server, second].map(({ deps }) => deliverReplies(deps, never)))
  await waitUntilSent()
}

/** Previews a reply as the page does, and sends it to all whom the preview names. */
async function reply(kind: ReplyKind, ids: string[], from: ApplicationStatus = 'PENDING', client = user.client) {
  const { recipients, seen } = await client.reply.preview.query({ kind, ids })
  return client.reply.send.mutate({ kind, people: recipients.map((id) => ({ id, from })), seen })
}

it('people are refused in three languages after an hour, each once, though two processes send and the call comes twice', async () => {
  const people = Array.from({ length: 12 }, (_, index) => ({
    email: newAddress(),
    locale: ['fr', 'en', 'ar'][index % 3] ?? 'fr',
  }))
  const ids = await Promise.all(people.map(({ email, locale }) => send(email, jobUrl.replace('/fr/', `/${locale}/`))))
  await server.deps.background.settled()
  const { recipients, mails, skipped, seen } = await user.client.reply.preview.query({ kind: 'refuse', ids })
  expect([recipients, skipped]).toEqual([ids, []])
  expect(mails.map(({ locale, count, subject }) => [locale, count, subject])).toEqual([
    ['fr', 4, 'Votre candidature\u00a0: Comptable'],
    ['en', 4, 'Your application: Comptable'],
    ['ar', 4, 'ترشحك: Comptable'],
  ])
  const call = { kind: 'refuse' as const, people: ids.map((id) => ({ id, from: 'PENDING' as const })), seen }
  const sent = await Promise.all([user.client.reply.send.mutate(call), user.client.reply.send.mutate(call)])
  expect(sent.flatMap(({ queued }) => queued).toSorted()).toEqual(ids.toSorted())
  expect((await company.call('GET', '/candidates?pageSize=100')).body.candidates).toHaveLength(12)
  await pass(HOUR_MS - 60_000)
  expect(people.flatMap(({ email }) => repliesTo(email))).toEqual([])
  await pass(120_000)
  await pass(HOUR_MS)
  expect(people.map(({ email }) => repliesTo(email).length)).toEqual(people.map(() => 1))
  const [mail] = repliesTo(people[0]?.email ?? '')
  expect(mail?.text).toContain('Bonjour Salma,\n\nMerci du temps que vous avez consacré')
  expect(mail?.headers.get('auto-submitted')).toBe('no')
  // The other process has another address.
  const withoutSite = (text = '') => text.replace(/127\.0\.0\.1:\d+/, '')
  expect(withoutSite(mail?.text)).toBe(withoutSite(mails[0]?.text))
  const { replies } = await user.client.reply.list.query({ ids })
  expect(new Set(replies.map(({ state, actor }) => `${state} ${actor}`))).toEqual(new Set([`sent ${user.email}`]))
  const trail = await user.client.activity.audit.query({})
  expect(trail.events.filter(({ action }) => action === 'reply_sent')).toHaveLength(12)
})

describe('a refusal waits', () => {
  it('those that are taken back send nothing, and can be asked for again', async () => {
    const people = Array.from({ length: 6 }, newAddress)
    const ids = await Promise.all(people.map((email) => send(email)))
    await reply('refuse', ids)
    const { takenBack } = await user.client.reply.takeBack.mutate({ kind: 'refuse', ids })
    expect(takenBack.toSorted()).toEqual(ids.toSorted())
    await pass(2 * HOUR_MS)
    expect(people.flatMap((email) => repliesTo(email))).toEqual([])
    const [first = ''] = ids
    user = await signedInUser(server, company)
    await reply('refuse', [first], 'REJECTED')
    await pass(2 * HOUR_MS)
    expect(people.map((email) => repliesTo(email).length)).toEqual(people.map((_, index) => (index === 0 ? 1 : 0)))
    user = await signedInUser(server, company)
    expect(await user.client.reply.takeBack.mutate({ kind: 'refuse', ids })).toEqual({ takenBack: [] })
  })

  it('another status before its time cancels it, by a user or by a key, for good', async () => {
    const people = [newAddress(), newAddress()]
    const [byUser = '', byKey = ''] = await Promise.all(people.map((email) => send(email)))
    await reply('refuse', [byUser, byKey])
    await user.client.application.setStatus.mutate({ id: byUser, status: 'REVIEWED' })
    await company.call('PUT', '/candidates', { candidates: [{ id: byKey, status: 'SHORTLISTED' }] })
    await server.deps.background.settled()
    await company.call('PUT', '/candidates', { candidates: [{ id: byKey, status: 'REJECTED' }] })
    await server.deps.background.settled()
    const { replies } = await user.client.reply.list.query({ ids: [byUser, byKey] })
    expect(replies.map(({ state, cancelReason }) => [state, cancelReason])).toEqual([
      ['cancelled', 'status'],
      ['cancelled', 'status'],
    ])
    await pass(2 * HOUR_MS)
    expect(people.flatMap((email) => repliesTo(email))).toEqual([])
  })

  it('and is cancelled after a restore of the database, because it may have been sent before', async () => {
    const email = newAddress()
    const id = await send(email)
    await reply('refuse', [id])
    await recoverDatabase(server.deps)
    await pass(2 * HOUR_MS)
    expect(repliesTo(email)).toEqual([])
    user = await signedInUser(server, company)
    const { replies } = await user.client.reply.list.query({ ids: [id] })
    expect(replies).toMatchObject([{ state: 'cancelled', cancelReason: 'restored' }])
  })

  it('a process that is told of no status looks at it when it sends, and sends nothing', async () => {
    const email = newAddress()
    const { id } = (await apply(jobUrl, { email })).body
    await reply('refuse', [id])
    // Another process wrote the status, and died before it told its listeners.
    const rows = server.connection.db.collection<{ _id: string }>('applications')
    await rows.updateOne({ _id: id }, { $set: { status: 'HIRED' } })
    await pass(2 * HOUR_MS)
    expect(repliesTo(email)).toEqual([])
  })
})

describe('no one gets a reply', () => {
  it('who was erased, withdrew, is held back, is of another company, has it already, or whose address was refused', async () => {
    const other = await server.company()
    const foreign = (await apply((await other.boardJob()).jobUrl)).body.id
    const held = (await apply(jobUrl, trapFilled)).body.id
    const [erasedAddress, refusedAddress, repliedAddress, withdrawnAddress] = [
      newAddress(),
      newAddress(),
      newAddress(),
      newAddress(),
    ]
    smtp.refuse((address) => (address === refusedAddress ? '550 5.1.1 User unknown' : undefined))
    const [erased, refused, replied, withdrawn] = [
      await send(erasedAddress),
      await send(refusedAddress),
      await send(repliedAddress),
      await send(withdrawnAddress),
    ]
    const isRefused = async () => (await user.client.application.get.query({ id: refused })).isConfirmationRefused
    await expect.poll(isRefused).toBe(true)
    // A later application with the address, whose confirmation has not been tried.
    const again = await send(refusedAddress)
    const rows = server.connection.db.collection<{ _id: string }>('applications')
    await rows.updateOne({ _id: again }, { $unset: { confirmationRefusedAt: '' } })
    await user.client.application.erase.mutate({ id: erased })
    await company.call('PUT', '/candidates', { candidates: [{ id: withdrawn, status: 'WITHDRAWN' }] })
    expect((await reply('invite', [replied])).queued).toEqual([replied])
    const ids = [erased, refused, again, replied, withdrawn, held, foreign, 'none']
    const { recipients, skipped } = await user.client.reply.preview.query({ kind: 'invite', ids })
    expect(recipients).toEqual([])
    expect(skipped.map(({ id, reason }) => [ids.indexOf(id), reason])).toEqual([
      [0, 'erased'],
      [1, 'address_refused'],
      [2, 'address_refused'],
      [3, 'replied'],
      [4, 'withdrawn'],
    ])
  })

  it('who is erased while the refusal waits, and none of a company that is suspended meanwhile', async () => {
    const [erased, suspended] = [newAddress(), newAddress()]
    const { id } = (await apply(jobUrl, { email: erased })).body
    const late = (await apply(jobUrl, { email: suspended })).body.id
    await reply('refuse', [id, late])
    await user.client.application.erase.mutate({ id })
    await server.deps.companies.setSuspension(company.id, new Date(options.now()))
    await pass(2 * HOUR_MS)
    expect([erased, suspended].flatMap(repliesTo)).toEqual([])
    user = await signedInUser(server, company)
    await expect(user.client.reply.preview.query({ kind: 'invite', ids: [late] })).rejects.toMatchObject(
      refusal('company_suspended'),
    )
  })
})

describe('nothing is sent that the user has not seen', () => {
  it('after a change of the template, the delay, the people or the status since the preview', async () => {
    const [id, other] = [(await apply(jobUrl)).body.id as string, (await apply(jobUrl)).body.id as string]
    const { seen } = await user.client.reply.preview.query({ kind: 'refuse', ids: [id] })
    const send = (changed: object = {}) =>
      user.client.reply.send.mutate({ kind: 'refuse', people: [{ id, from: 'PENDING' }], seen, ...changed })
    const outdated = refusal('preview_outdated')
    await expect(send({ people: [{ id: other, from: 'PENDING' }] })).rejects.toMatchObject(outdated)
    await expect(send({ kind: 'invite' })).rejects.toMatchObject(outdated)
    const template = { subject: 'Réponse', text: 'Bonjour {name}, non.' }
    const colleague = await signedInUser(server, company)
    await colleague.client.replyRules.saveTemplate.mutate({ kind: 'refuse', locale: 'fr', template, revision: 0 })
    await expect(send()).rejects.toMatchObject(outdated)
    const again = await user.client.reply.preview.query({ kind: 'refuse', ids: [id] })
    expect(again.mails[0]?.text).toMatch(/^Bonjour Salma, non\.\n/)
    await colleague.client.replyRules.set.mutate({ delayMinutes: 240, tellsKeyRefusals: false, revision: 1 })
    await expect(send({ seen: again.seen })).rejects.toMatchObject(outdated)
    expect((await company.call('GET', '/candidates')).body.candidates[0].status).toBe('PENDING')
  })

  it('a person whose status changed since is left out, and is named', async () => {
    const [id, other] = [(await apply(jobUrl)).body.id as string, (await apply(jobUrl)).body.id as string]
    const { seen } = await user.client.reply.preview.query({ kind: 'refuse', ids: [id, other] })
    await company.call('PUT', '/candidates', { candidates: [{ id, status: 'HIRED' }] })
    const people = [id, other].map((each) => ({ id: each, from: 'PENDING' as const }))
    const { queued, skipped } = await user.client.reply.send.mutate({ kind: 'refuse', people, seen })
    expect([queued, skipped]).toEqual([[other], [{ id, reason: 'changed' }]])
    expect((await user.client.application.get.query({ id })).status).toBe('HIRED')
  })

  it('a text that is changed while it waits goes out as it was seen, with the replies to the company', async () => {
    const email = newAddress()
    const { id } = (await apply(jobUrl, { email, firstName: 'Visit https://evil.example' })).body
    await user.client.company.update.mutate({ revision: 0, contactEmail: 'rh@atlas.example' })
    const { mails, replyTo } = await user.client.reply.preview.query({ kind: 'refuse', ids: [id] })
    expect(replyTo).toBe('rh@atlas.example')
    await reply('refuse', [id])
    const template = { subject: 'X', text: 'X' }
    await user.client.replyRules.saveTemplate.mutate({ kind: 'refuse', locale: 'fr', template, revision: 0 })
    await pass(2 * HOUR_MS)
    const [mail] = repliesTo(email)
    expect(mail?.headers.get('reply-to')).toMatchObject({ text: 'rh@atlas.example' })
    expect(mail?.subject).toBe(mails[0]?.subject)
    // A name that is no name is left out.
    expect(mail?.text).toMatch(/^Bonjour,\n/)
  })
})

it('a user replies 500 people a day at most, and is told so', { tags: ['mail-limits'] }, async () => {
  const ids = [await send(newAddress()), await send(newAddress())]
  await replying(server.deps).replyLimit.take(company.id, user.email, 499)
  await expect(reply('invite', ids)).rejects.toMatchObject({
    data: expect.objectContaining({ code: 'too_many_replies' }),
    message: expect.stringContaining('500 people a day'),
  })
  // One is left of the day.
  expect((await reply('invite', ids.slice(0, 1))).queued).toEqual(ids.slice(0, 1))
  await expect(reply('invite', ids.slice(1))).rejects.toMatchObject({ message: expect.stringContaining('500 people') })
  const colleague = await signedInUser(server, company)
  expect((await reply('invite', ids.slice(1), 'PENDING', colleague.client)).queued).toEqual(ids.slice(1))
})

it('a template with a variable that does not exist is refused, and one of another revision, too', async () => {
  const save = (text: string, revision = 0, subject = 'A') =>
    user.client.replyRules.saveTemplate.mutate({
      kind: 'invite',
      locale: 'en',
      template: { subject, text },
      revision,
    })
  await expect(save('Hello {firstname}')).rejects.toThrow(
    'has no variable {firstname}; there are {name}, {job}, {company}',
  )
  await expect(save('Hello', 0, 'A {0}')).rejects.toThrow('has no variable {0}')
  await expect(save('Hello', 0, 'A\nBcc: b@example.com')).rejects.toThrow('must be one line')
  await save('Hello {name}, come to {company} for {job}.')
  await expect(save('Hello')).rejects.toMatchObject(refusal('replies_changed'))
  const { templates } = await user.client.replyRules.get.query()
  expect(templates.filter(({ isOwn }) => isOwn)).toMatchObject([{ kind: 'invite', locale: 'en' }])
  await user.client.replyRules.saveTemplate.mutate({ kind: 'invite', locale: 'en', template: null, revision: 1 })
  const { templates: back } = await user.client.replyRules.get.query()
  expect(back.some(({ isOwn }) => isOwn)).toBe(false)
  const trail = await user.client.activity.audit.query({})
  expect(trail.events.filter(({ action }) => action === 'replies_changed')).toHaveLength(2)
})

describe('an ATS that sets statuses', () => {
  const reject = (id: string) => company.call('PUT', '/candidates', { candidates: [{ id, status: 'REJECTED' }] })

  it('sends no mail, unless the company has turned that on and seen the mails; then a person is told once', async () => {
    const [before, email] = [newAddress(), newAddress()]
    const early = (await apply(jobUrl, { email: before })).body.id
    await reject(early)
    await server.deps.background.settled()
    await pass(2 * HOUR_MS)
    user = await signedInUser(server, company)
    const rules = { delayMinutes: 60 as const, tellsKeyRefusals: true, revision: 0 }
    await expect(user.client.replyRules.set.mutate(rules)).rejects.toMatchObject(refusal('preview_outdated'))
    const { mails, seen } = await user.client.replyRules.previewKeyRefusals.query({ delayMinutes: 60 })
    expect(mails.map(({ locale }) => locale)).toEqual(['fr', 'en', 'ar'])
    await user.client.replyRules.set.mutate({ ...rules, seen })
    const { id } = (await apply(jobUrl.replace('/fr/', '/en/'), { email })).body
    for (let night = 0; night < 2; night++) {
      await reject(id)
      await reject(early)
      await server.deps.background.settled()
      await pass(24 * HOUR_MS)
    }
    expect([before, email].map((address) => repliesTo(address).length)).toEqual([0, 1])
    const [mail] = repliesTo(email)
    expect(mail?.subject).toBe('Your application: Comptable')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    user = await signedInUser(server, company)
    const { replies } = await user.client.reply.list.query({ ids: [id] })
    expect(replies).toMatchObject([{ by: 'key', actor: 'test', state: 'sent' }])
  })

  it('does not send again what a user has taken back', async () => {
    const email = newAddress()
    const { seen } = await user.client.replyRules.previewKeyRefusals.query({ delayMinutes: 60 })
    await user.client.replyRules.set.mutate({ delayMinutes: 60, tellsKeyRefusals: true, seen, revision: 0 })
    const { id } = (await apply(jobUrl, { email })).body
    await reject(id)
    await server.deps.background.settled()
    expect(await user.client.reply.takeBack.mutate({ kind: 'refuse', ids: [id] })).toEqual({ takenBack: [id] })
    await company.call('PUT', '/candidates', { candidates: [{ id, status: 'PENDING' }] })
    await reject(id)
    await server.deps.background.settled()
    await pass(2 * HOUR_MS)
    expect(repliesTo(email)).toEqual([])
  })
})

it('a mail server that is away for two days makes a reply fail, which can then be asked for again', async () => {
  const email = newAddress()
  const { id } = (await apply(jobUrl, { email })).body
  await waitUntilSent()
  await smtp.whileAway(async () => {
    await reply('invite', [id])
    await deliverReplies(server.deps, never)
    await watchOutbox(server, options.now).waitForFailure('replyInvite')
    laterMs += 49 * HOUR_MS
    await deliverReplies(server.deps, never)
  })
  user = await signedInUser(server, company)
  const { replies } = await user.client.reply.list.query({ ids: [id] })
  expect(replies).toMatchObject([{ state: 'failed' }])
  await reply('invite', [id])
  await pass(60_000)
  expect(repliesTo(email)).toHaveLength(1)
})

it('a reply is refused only if the mail server does not know the mailbox on two days', async () => {
  const [known, unknown] = [newAddress(), newAddress()]
  const ids = [await send(known), await send(unknown)]
  await Promise.all([known, unknown].map((email) => smtp.receiveOne(email)))
  await reply('invite', ids)
  // The confirmation was refused meanwhile, too.
  await noteConfirmation(server.deps, { companyId: company.id, applicationId: ids[0] ?? '' }, new Date(options.now()))
  smtp.refuse((address) => ([known, unknown].includes(address) ? '550 5.1.1 User unknown' : undefined))
  await deliverReplies(server.deps, never)
  const mails = server.connection.db.collection('mails')
  await expect.poll(() => mails.countDocuments({ companyId: company.id, refusedAt: { $exists: true } })).toBe(2)
  smtp.refuse((address) => (address === unknown ? '550 5.1.1 User unknown' : undefined))
  await pass(25 * HOUR_MS)
  expect([known, unknown].map((email) => repliesTo(email).length)).toEqual([1, 0])
  user = await signedInUser(server, company)
  const { replies } = await user.client.reply.list.query({ ids })
  const states = new Map(replies.map(({ applicationId, state }) => [applicationId, state]))
  expect(ids.map((id) => states.get(id))).toEqual(['sent', 'refused'])
  const { client } = user
  expect((await client.application.get.query({ id: ids[1] ?? '' })).isConfirmationRefused).toBe(true)
})
