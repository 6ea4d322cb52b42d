import { expect, it } from 'vitest'
import { apply } from '../../test/form.ts'
import { useSecondServer, useServer } from '../../test/harness.ts'
import { newApplication } from '../../test/mailbox-actors.ts'
import { signedInUser } from '../../test/user.ts'
import { findAlarms } from './alarms.ts'

const HOUR_MS = 60 * 60 * 1000
const clock = { ms: Date.now() }
const options = { now: () => clock.ms }
const server = useServer(options)
const second = useSecondServer(server, options)

it('10,000 applications that no key fetched are an alarm within an hour after a day, with their number, and none after the first poll', async () => {
  const company = await server.company()
  const settle = async () => {
    await server.deps.background.settled()
    await server.deps.keyUses.flush()
  }
  // A company whose key sends jobs has an ATS that should fetch applications.
  await company.call('PUT', '/job/A', { job: { title: 'A' } })
  await settle()
  const { jobUrl } = await company.boardJob()
  const firstMs = clock.ms
  clock.ms += HOUR_MS
  const waiting = Array.from({ length: 9_999 }, (_, index) => {
    const application = newApplication(company.id, `${company.id}${index}`)
    return { ...application, date: new Date(firstMs + index) }
  })
  for (let start = 0; start < waiting.length; start += 1_000)
    await server.deps.applications.insertNew(company.id, waiting.slice(start, start + 1_000))
  await apply(jobUrl)
  const calm = { polls: null, pushes: null }
  clock.ms = firstMs + 24 * HOUR_MS
  expect(await findAlarms(server.deps, { companyId: company.id })).toEqual(calm)
  clock.ms += HOUR_MS
  const { client } = await signedInUser(server, company)
  const alarms = { polls: { waiting: 10_000, lastAt: null, usualMs: null }, pushes: null }
  expect(await client.watch.alarms.query()).toEqual(alarms)
  expect(await findAlarms(second.deps, { companyId: company.id })).toEqual(alarms)
  expect((await company.call('GET', '/candidates')).status).toBe(200)
  await settle()
  expect(await client.watch.alarms.query()).toEqual(calm)
})
