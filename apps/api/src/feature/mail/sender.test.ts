import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { captureLog } from '../../test/capture-log.ts'
import { useSecondServer, useServer } from '../../test/harness.ts'
import { useMailServer } from '../../test/mail-server.ts'
import { signedInUser } from '../../test/user.ts'
import { createSendMessage, describeFailure } from './transport.ts'

const smtp = useMailServer()
const { log, lines } = captureLog('info')
let laterMs = 0
const now = () => Date.now() + laterMs
const server = useServer({ mail: () => smtp.settings, log, now })
const second = useSecondServer(server, { mail: () => smtp.settings, log, now })

const newAddress = () => `${randomUUID()}@example.com`
const mails = () => server.connection.db.collection('mails')
const countWaiting = () => mails().countDocuments({ dueAt: { $exists: true } })

it('two processes send each mail once', async () => {
  const company = await server.company()
  const inviters = [await signedInUser(server, company), await signedInUser(second, company)]
  const addresses = Array.from({ length: 20 }, newAddress)
  await Promise.all(addresses.map((email, index) => inviters[index % 2]?.client.user.invite.mutate({ email })))
  await expect.poll(countWaiting).toBe(0)
  expect(smtp.received.map(({ to: [email = ''] }) => email).sort()).toEqual(addresses.sort())
})

it('a recipient that the mail server refuses for good is given up at once, and others are tried again', async () => {
  const { client } = await signedInUser(server, await server.company())
  const [refused, deferred] = [newAddress(), newAddress()]
  smtp.refuse((address) => (address === refused ? 550 : address === deferred ? 450 : undefined))
  for (const email of [refused, deferred]) await client.user.invite.mutate({ email })
  const attempted = () =>
    mails().countDocuments({ attempts: 1, kind: 'invitation', dueAt: { $gt: new Date(now() + 5_000) } })
  await expect.poll(async () => [await countWaiting(), await attempted()]).toEqual([1, 1])
  await expect
    .poll(async () => (await mails().findOne({ dueAt: { $exists: true } }))?.dueAt.getTime() - now())
    .toBeLessThan(31_000)
  smtp.refuse(undefined)
  laterMs += 31_000
  await smtp.receive(deferred)
  expect(smtp.received.filter(({ to }) => to.includes(refused))).toEqual([])
})

it('the log and the metrics say what became of the mails, and never whose they were', async () => {
  const logged = lines.filter((line) => line.includes('"kind"')).map((line) => JSON.parse(line))
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 30, kind: 'invitation', attempts: 1, msg: 'mail sent' }),
  )
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 40, code: 'EENVELOPE', reply: 550, msg: 'mail given up' }),
  )
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 40, code: 'EENVELOPE', reply: 450, msg: 'mail postponed' }),
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
  expect(failure).toMatchObject({ code: 'ETLS', isPermanent: false })
  expect(smtp.received.filter(({ to }) => to.includes(message.to))).toEqual([])
})
