import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { captureLog } from '../../test/capture-log.ts'
import { useSecondServer, useServer } from '../../test/harness.ts'
import { useMailServer } from '../../test/mail-server.ts'
import { signedInUser } from '../../test/user.ts'
import { createServerFault } from './server-fault.ts'
import { createSendMessage, describeFailure } from './transport.ts'

const smtp = useMailServer()
const { log, lines } = captureLog('info')
let laterMs = 0
const now = () => Date.now() + laterMs
const server = useServer({ mail: () => smtp.settings, log, now })
const second = useSecondServer(server, { mail: () => smtp.settings, log, now })

const newAddress = () => `${randomUUID()}@example.com`
const mails = () => server.connection.db.collection('mails')
const DAY_MS = 24 * 60 * 60 * 1000
const countWaiting = () => mails().countDocuments({ dueAt: { $exists: true } })

it('two processes send each mail once', async () => {
  const company = await server.company()
  const inviters = [await signedInUser(server, company), await signedInUser(second, company)]
  const addresses = Array.from({ length: 20 }, newAddress)
  await Promise.all(addresses.map((email, index) => inviters[index % 2]?.client.user.invite.mutate({ email })))
  await expect.poll(countWaiting).toBe(0)
  expect(smtp.received.map(({ to: [email = ''] }) => email).sort()).toEqual(addresses.sort())
})

it('a mailbox that does not exist is given up when the mail server says so again on another day, and others are tried again', async () => {
  const { client } = await signedInUser(server, await server.company())
  const [refused, deferred] = [newAddress(), newAddress()]
  const blocked = newAddress()
  const replies = new Map([
    [refused, '550 5.1.1 Unknown user'],
    [deferred, '450 4.2.0 Later'],
    [blocked, '554 5.7.1 Blocked'],
  ])
  smtp.refuse((address) => replies.get(address))
  for (const email of replies.keys()) await client.user.invite.mutate({ email })
  // A claim lasts five minutes.
  const countDue = (fromMs: number, toMs: number) => {
    const dueAt = { $gt: new Date(now() + fromMs), $lt: new Date(now() + toMs) }
    return mails().countDocuments({ attempts: 1, kind: 'invitation', dueAt })
  }
  await expect.poll(async () => [await countDue(0, 31_000), await countDue(DAY_MS / 2, 2 * DAY_MS)]).toEqual([2, 1])
  replies.delete(deferred)
  replies.delete(blocked)
  laterMs += 31_000
  for (const email of [deferred, blocked]) await smtp.receive(email)
  // The mail is due again on the same day: a person was invited again, or an operator has changed the row.
  await mails().updateMany({ dueAt: { $exists: true } }, { $set: { dueAt: new Date(now()) } })
  await expect.poll(() => mails().countDocuments({ attempts: 2, dueAt: { $gt: new Date(now() + DAY_MS / 2) } })).toBe(1)
  laterMs += DAY_MS
  await expect.poll(countWaiting).toBe(0)
  expect(smtp.received.filter(({ to }) => to.includes(refused))).toEqual([])
})

it('the log and the metrics say what became of the mails, and never whose they were', {
  tags: ['mail-log'],
}, async () => {
  const logged = lines.filter((line) => line.includes('"kind"')).map((line) => JSON.parse(line))
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 30, kind: 'invitation', attempts: 1, msg: 'mail sent' }),
  )
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 40, code: 'EENVELOPE', reply: 550, enhancedCode: '5.1.1', msg: 'mail given up' }),
  )
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 40, code: 'EENVELOPE', reply: 450, enhancedCode: '4.2.0', msg: 'mail postponed' }),
  )
  const measured = `${await server.deps.metrics.text()}${await second.deps.metrics.text()}`
  for (const outcome of ['sent', 'postponed', 'given_up'])
    expect(measured).toContain(`boardwalk_mails_total{kind="invitation",outcome="${outcome}"}`)
  for (const text of [...lines, measured]) expect(text).not.toContain('@example.com')
})

const message = { to: 'salma@example.com', subject: 'Hello', text: 'Hello', language: 'en' }

it('without STARTTLS nothing is said to a mail server, unless the address says so', async () => {
  const { server: local, from } = smtp.settings
  const send = createSendMessage({ server: { ...local, encryption: 'starttls' }, from })
  const failure = await send(message, AbortSignal.timeout(60_000)).catch(describeFailure)
  expect(failure).toMatchObject({ code: 'ETLS', refused: 'other' })
  expect(smtp.received.filter(({ to }) => to.includes(message.to))).toEqual([])
})

describe('a reply of the mail server says whether the mailbox, the mail or the server is at fault', () => {
  const fail = (response: string, command: string) =>
    describeFailure(
      Object.assign(new Error(response), { response, responseCode: Number(response.slice(0, 3)), command }),
    )

  it.each([
    // The mailbox does not exist.
    ['550 5.1.1 <salma@example.com>: user unknown in the table of mailboxes', 'mailbox'],
    ['550-5.1.1 no such account at this provider\n550 5.1.1 see the help pages', 'mailbox'],
    ['550 5.1.10 recipient not found by SMTP address lookup', 'mailbox'],
    ['550 #5.1.1 unknown', 'mailbox'],
    ['550 [5.1.1] unknown', 'mailbox'],
    ['550-The address is wrong\n550 5.1.1 unknown', 'mailbox'],
    ['556 5.1.10 the domain takes no mail', 'mailbox'],
    ['550 5.1.2 no such domain', 'mailbox'],
    ['553 5.1.3 bad address syntax', 'mailbox'],
    ['551 5.1.6 moved', 'mailbox'],
    ['550 5.2.1 this account is disabled', 'mailbox'],
    // The sender, the relay, a policy, a full mailbox, or a reason that is not named.
    ['550 5.7.1 the client host is blocked by a list', 'other'],
    ['554 5.7.1 relay access denied', 'other'],
    ['550 5.7.708 traffic of this address is not accepted', 'other'],
    ['550-5.7.26 the sender is not authenticated\n550 5.7.26 see the help pages', 'other'],
    ['552 5.2.2 mailbox full', 'other'],
    ['552-5.2.2 over quota\n552 5.2.2 see the help pages', 'other'],
    ['550 5.4.1 recipient rejected: access denied', 'other'],
    ['550 5.1.8 sender rejected', 'other'],
    ['553 5.7.1 sender is not owned by the user', 'other'],
    ['550 5.1.0 address rejected', 'other'],
    ['554 message rejected: the address is not verified', 'other'],
    ['550 no such user', 'other'],
    ['554 5.1.1.9 is on a list', 'other'],
    ['535 5.7.8 authentication failed', 'other'],
    // It may take the mail later.
    ['450 4.1.1 user unknown', undefined],
    ['451 4.7.1 greylisted', undefined],
    ['450 5.1.1 a reply that contradicts itself', undefined],
    ['454 throttling: the daily quota is used up', undefined],
    ['421 4.3.2 closing', undefined],
  ] as const)('%s', (response, refused) => {
    expect(fail(response, 'RCPT TO').refused).toBe(refused)
    expect(fail(response, 'DATA').refused).toBe(refused)
    // No other command names the recipient.
    expect(fail(response, 'MAIL FROM').refused).toBe(refused && 'other')
    expect(JSON.stringify(fail(response, 'RCPT TO'))).not.toMatch(/example|user/)
  })
})

it('three recipients in a row whom the mail server refuses with one code are a fault of the mail server, which a mail that it takes ends', () => {
  const changes: boolean[] = []
  const fault = createServerFault((isFaulty) => changes.push(isFaulty))
  const refuse = (...refusals: [code: string, recipient: string][]) => {
    for (const refusal of refusals) fault.noteRefused(...refusal)
    return fault.isFaulty()
  }
  expect(refuse(['5.7.1', 'a'], ['5.7.1', 'a'], ['5.7.1', 'a'], ['5.7.1', 'b'])).toBe(false)
  expect(refuse(['5.2.2', 'c'], ['5.7.1', 'd'], ['5.7.1', 'e'])).toBe(false)
  fault.noteTaken()
  expect(refuse(['5.7.1', 'f'], ['5.7.1', 'g'])).toBe(false)
  expect(refuse(['5.7.1', 'h'], ['5.2.2', 'i'])).toBe(true)
  fault.noteTaken()
  expect(fault.isFaulty()).toBe(false)
  expect(changes).toEqual([true, false])
})
