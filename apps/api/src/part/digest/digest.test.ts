import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { apply, trapFilled } from '../../test/form.ts'
import { useSecondServer, useServer } from '../../test/harness.ts'
import { POSTPONED_MS_MAX, useMailServer, watchOutbox } from '../../test/mail-server.ts'
import { signedInUser } from '../../test/user.ts'
import { queueDueDigests } from './digest.ts'

const smtp = useMailServer()
let laterMs = 0
const options = { mail: () => smtp.settings, now: () => Date.now() + laterMs }
const server = useServer(options)
const second = useSecondServer(server, options)

const DAY_MS = 24 * 60 * 60 * 1000
const { waitUntilSent, waitForFailure } = watchOutbox(server, options.now)
const listDigests = (email: string) =>
  smtp.received.filter(({ to, text }) => to.includes(email) && text.includes('/settings/account'))

/** Lets a day pass, and queues and sends the digests, in two processes at the same moment. */
async function letDayPass(): Promise<void> {
  laterMs += DAY_MS
  await Promise.all([server, second].map(({ deps }) => queueDueDigests(deps, deps.background.stopping)))
  await waitUntilSent()
}

it('a user who has turned the digest on is told once a day what is new, with numbers and no names', async () => {
  const company = await server.company()
  const { email, client } = await signedInUser(server, company)
  const colleague = await signedInUser(server, company, `${randomUUID()}@example.com`)
  expect(await client.digest.get.query()).toEqual({ isOn: false })
  const [accountant, welder] = [await company.boardJob('Comptable'), await company.boardJob('Soudeur')]
  await apply(accountant.jobUrl)
  await client.digest.set.mutate({ isOn: true })
  expect(await client.digest.get.query()).toEqual({ isOn: true })
  const { userId } = await client.session.me.query()
  // What came before it was turned on is not new.
  laterMs += 60_000
  await letDayPass()
  expect(listDigests(email)).toEqual([])
  const applicant = { firstName: 'Ghizlane', email: 'ghizlane@example.com' }
  for (const { jobUrl } of [accountant, welder, welder]) await apply(jobUrl, applicant)
  await apply(welder.jobUrl, trapFilled)
  await server.deps.background.settled()
  await letDayPass()
  const [mail, ...others] = listDigests(email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('3 nouvelles candidatures\u00a0– Atlas Talents')
  for (const part of ['\nSoudeur\u00a0: 2\nComptable\u00a0: 1\n', 'décision\u00a0: 1\n', '/backoffice/applications\n'])
    expect(mail?.text).toContain(part)
  expect(mail?.text.toLowerCase()).not.toContain('ghizlane')
  expect(mail?.text).not.toContain('Encore')
  await letDayPass()
  expect(listDigests(email)).toHaveLength(1)
  // The applications have no answer for long.
  laterMs += 14 * DAY_MS
  await letDayPass()
  await apply(accountant.jobUrl, applicant)
  await letDayPass()
  expect(listDigests(email)[1]?.text).toContain('Encore «\u00a0Nouvelle\u00a0» après 14 jours\u00a0: 4\n')
  await server.deps.users.setDigest(company.id, userId, null)
  await apply(accountant.jobUrl, applicant)
  await letDayPass()
  expect(listDigests(email)).toHaveLength(2)
  expect(listDigests(colleague.email)).toEqual([])
})

it('after the mail server was away for days, one digest has what is new of all of them', async () => {
  const company = await server.company()
  const { email, client } = await signedInUser(server, company)
  await client.digest.set.mutate({ isOn: true })
  const { jobUrl } = await company.boardJob('Comptable')
  await smtp.whileAway(async () => {
    for (const day of [1, 2]) {
      await apply(jobUrl, { email: `${day}@example.com` })
      laterMs += DAY_MS
      await queueDueDigests(server.deps, server.deps.background.stopping)
      await waitForFailure('digest')
    }
  })
  laterMs += POSTPONED_MS_MAX
  await waitUntilSent()
  expect(listDigests(email).map(({ subject }) => subject)).toEqual(['2 nouvelles candidatures\u00a0– Atlas Talents'])
})
