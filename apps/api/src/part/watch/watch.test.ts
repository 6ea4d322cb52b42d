import { eraseApplication } from '@boardwalk/core/intake/erase'
import { describe, expect, it } from 'vitest'
import { removeUser } from '../../feature/user/user.ts'
import { apply } from '../../test/form.ts'
import { type TestCompany, useSecondServer, useServer } from '../../test/harness.ts'
import { useMailServer, watchOutbox } from '../../test/mail-server.ts'
import { signedInUser } from '../../test/user.ts'
import { findAlarms } from './alarms.ts'
import { queueAlarms } from './mails.ts'
import { watching } from './state.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
// The clock begins today, because the database deletes requests that are two weeks old by its own clock. It is a Monday at 1:00.
const startMs = Math.floor(Date.now() / DAY_MS) * DAY_MS + HOUR_MS
const clock = { ms: startMs }
const smtp = useMailServer()
const options = { mail: () => smtp.settings, now: () => clock.ms }
const server = useServer(options)
const second = useSecondServer(server, options)
const { waitUntilSent, waitForFailure } = watchOutbox(server, options.now)

/** Waits until what the calls before have begun is stored. */
async function settle(): Promise<void> {
  await server.deps.background.settled()
  await Promise.all(server.deps.recorders.map(({ flush }) => flush()))
}
const poll = async (company: TestCompany) => {
  expect((await company.call('GET', '/candidates')).status).toBe(200)
  await settle()
}
const push = async (company: TestCompany, title: unknown = 'A') => {
  const { status } = await company.call('PUT', '/job/A', { job: { title } })
  await settle()
  return status
}
/** Lets the ATS of a company act again and again, each time after a while. The last act is now. */
async function repeat(waits: number[], act: () => Promise<unknown>): Promise<void> {
  await act()
  for (const wait of waits) {
    clock.ms += wait
    await act()
  }
}
const days = (count: number) => Array.from({ length: count }, () => DAY_MS)
const alarmsOf = (company: TestCompany) => findAlarms(server.deps, { companyId: company.id })
const calm = { polls: null, pushes: null }

/** Finds after how many of these steps there first is an alarm, and goes on from there. */
async function findFirstAlarm(company: TestCompany, stepMs: number, stepsMax: number): Promise<number> {
  for (let step = 1; step <= stepsMax; step++) {
    clock.ms += stepMs
    const { polls, pushes } = await alarmsOf(company)
    if (polls !== null || pushes !== null) return step
  }
  return 0
}

describe('applications that no key fetches', () => {
  it('are an alarm after three times the usual distance, and never within an hour; those of the last poll are not counted', async () => {
    const company = await server.company()
    const { jobUrl } = await company.boardJob()
    await repeat(
      Array.from({ length: 12 }, () => 6 * HOUR_MS),
      () => poll(company),
    )
    // The use of a key is noted once a minute. What comes in this minute may be fetched, too.
    const lastAt = new Date(clock.ms).toISOString()
    clock.ms += 10_000
    await apply(jobUrl)
    clock.ms += 10_000
    await poll(company)
    clock.ms += 10_000
    await apply(jobUrl)
    clock.ms += MINUTE_MS
    expect(await findFirstAlarm(company, HOUR_MS, 30)).toBe(18)
    expect(await alarmsOf(company)).toEqual({ polls: { waiting: 1, lastAt, usualMs: 6 * HOUR_MS }, pushes: null })

    const often = await server.company()
    const other = await often.boardJob()
    await repeat(
      Array.from({ length: 48 * 3 }, () => 30 * MINUTE_MS),
      () => poll(often),
    )
    await apply(other.jobUrl)
    clock.ms += MINUTE_MS
    expect(await findFirstAlarm(often, 10 * MINUTE_MS, 12)).toBe(9)
  })

  it('of an ATS that polls at night, in a burst that goes on past midnight, are no alarm on the next day, nor after a weekend', async () => {
    const company = await server.company()
    const { jobUrl } = await company.boardJob()
    clock.ms = Math.ceil(clock.ms / DAY_MS) * DAY_MS - 30 * MINUTE_MS
    const burst = () =>
      repeat(
        Array.from({ length: 6 }, () => 10 * MINUTE_MS),
        () => poll(company),
      )
    const restMs = DAY_MS - HOUR_MS
    // Two weeks from Monday to Friday.
    for (const waitMs of [
      ...Array(4).fill(restMs),
      restMs + 2 * DAY_MS,
      ...Array(4).fill(restMs),
      restMs + 2 * DAY_MS,
    ]) {
      await burst()
      await apply(jobUrl)
      expect(await findFirstAlarm(company, waitMs, 1)).toBe(0)
    }
    await burst()
    await apply(jobUrl)
    expect(await findFirstAlarm(company, HOUR_MS, 100)).toBeGreaterThan(71)
  })

  it('are no alarm during a silence that the company has had twice, such as that of its weekends', async () => {
    const company = await server.company()
    const { jobUrl } = await company.boardJob()
    const halfDays = Array.from({ length: 9 }, () => DAY_MS / 2)
    await repeat([...halfDays, 2 * DAY_MS, ...halfDays, 2 * DAY_MS, ...halfDays], () => poll(company))
    await apply(jobUrl)
    clock.ms += MINUTE_MS
    // A quarter more than the two days, where three times the usual distance is a day and a half.
    expect(await findFirstAlarm(company, HOUR_MS, 70)).toBe(60)
  })

  it('are none without a key that could fetch them, of a company whose keys neither poll nor push, and if they are erased', async () => {
    const company = await server.company()
    const { jobUrl } = await company.boardJob()
    await apply(jobUrl)
    clock.ms += 30 * DAY_MS
    expect(await alarmsOf(company)).toEqual(calm)
    // The company had no ATS before this push, but had a key.
    await push(company)
    expect(await alarmsOf(company)).toMatchObject({ polls: { waiting: 1 } })
    await company.createKey('pushes', ['write'])
    await company.revokeKey(company.keyId)
    expect(await alarmsOf(company)).toEqual(calm)
    const reader = await company.createKey('polls', ['read'])
    expect(await alarmsOf(company)).toMatchObject({ polls: { waiting: 1 } })
    await server.call(reader.key, 'GET', '/candidates')
    await settle()
    expect(await alarmsOf(company)).toEqual(calm)
    clock.ms += 2 * MINUTE_MS
    const { id } = (await apply(jobUrl)).body
    await eraseApplication(server.deps, { companyId: company.id, email: 'a user' }, { id, allOfPerson: false })
    clock.ms += 2 * DAY_MS
    await apply(jobUrl)
    expect(await alarmsOf(company)).toEqual(calm)
    clock.ms += 2 * DAY_MS
    expect(await alarmsOf(company)).toMatchObject({ polls: { waiting: 1 } })
  })

  it('of a company with two keys, the distance is that of both together', async () => {
    const company = await server.company()
    const { key } = await company.createKey('other', ['read'])
    let polls = 0
    await repeat(
      Array.from({ length: 16 }, () => 6 * HOUR_MS),
      async () => {
        await server.call(polls++ % 4 === 0 ? key : company.key, 'GET', '/candidates')
        await settle()
      },
    )
    const distances = await watching(server.deps).watches.listDistances(company.id, 'poll', 14)
    expect(distances.length).toBeGreaterThan(3)
    expect(new Set(distances)).toEqual(new Set([6 * HOUR_MS]))
  })

  it('an ATS that polls each minute costs one row a day', async () => {
    const company = await server.company()
    const noted: unknown[] = []
    const { distanceRecorder } = watching(server.deps)
    const { note } = distanceRecorder
    distanceRecorder.note = (row) => {
      noted.push(row)
      note(row)
    }
    await repeat(
      Array.from({ length: 20 }, () => MINUTE_MS + 1),
      () => poll(company),
    )
    distanceRecorder.note = note
    expect(noted).toHaveLength(1)
  })
})

describe('pushes', () => {
  it('that stopped are an alarm after three times their usual distance, if the ATS had a habit, until the next push', async () => {
    const company = await server.company()
    await repeat(days(3), () => push(company))
    clock.ms += 9 * DAY_MS
    expect(await alarmsOf(company)).toEqual(calm)
    await push(company)
    await repeat(days(4), () => push(company))
    const lastAt = new Date(clock.ms).toISOString()
    clock.ms += 3 * DAY_MS
    // A withdrawal is no push.
    expect((await company.call('DELETE', '/job/A')).status).toBe(200)
    clock.ms += HOUR_MS
    const { polls, pushes } = await alarmsOf(company)
    expect([polls, pushes]).toEqual([null, { lastAt, usualMs: DAY_MS, refusal: null }])
    await push(company)
    expect(await alarmsOf(company)).toEqual(calm)
  })

  it('that are refused are an alarm an hour after the first, with the reason, until one is accepted', async () => {
    const company = await server.company()
    expect(await push(company)).toBe(201)
    clock.ms += 2 * HOUR_MS
    expect(await push(company, 7)).toBe(400)
    clock.ms += 2 * HOUR_MS
    // One may be a mistake in one job.
    expect(await alarmsOf(company)).toEqual(calm)
    await company.call('PUT', '/jobs', { jobs: [{ id: 'B' }] })
    await settle()
    const refusal = { at: new Date(clock.ms).toISOString(), message: expect.stringContaining('title') }
    expect(await alarmsOf(company)).toMatchObject({ polls: null, pushes: { refusal } })
    // A batch of which one job is accepted is accepted.
    await company.call('PUT', '/jobs', { jobs: [{ id: 'B' }, { id: 'A', title: 'A' }] })
    await settle()
    expect(await alarmsOf(company)).toEqual(calm)
    clock.ms += 2 * HOUR_MS
    expect(await alarmsOf(company)).toEqual(calm)
    // A dry run is no push.
    const dryRun = async () => {
      await company.call('PUT', '/jobs', { dryRun: true, jobs: [{ id: 'B' }] })
      await settle()
    }
    await repeat([2 * HOUR_MS], dryRun)
    expect(await alarmsOf(company)).toEqual(calm)
    const refuse = async () => {
      await company.call('PUT', '/jobs', { jobs: [{ id: 'C' }] })
      await settle()
    }
    await repeat([2 * HOUR_MS], refuse)
    const refusedAt = new Date(clock.ms).toISOString()
    // It goes on while the ATS waits until its next push.
    clock.ms += 2 * HOUR_MS
    await dryRun()
    expect(await alarmsOf(company)).toMatchObject({ pushes: { refusal: { at: refusedAt } } })
  })
})

describe('users who want it', () => {
  const listMails = (email: string, page = '/backoffice/activity') =>
    smtp.received.filter(({ to, text }) => to.includes(email) && text.includes(page))
  const look = async () => {
    await Promise.all([server, second].map(({ deps }) => queueAlarms(deps, deps.background.stopping)))
    await waitUntilSent()
  }

  it('get one mail a day in the company’s language while the ATS stands still, also from two processes, and the digest says so', async () => {
    const company = await server.company()
    const { email, client } = await signedInUser(server, company)
    const colleague = await signedInUser(server, company)
    const removed = await signedInUser(server, company)
    expect(await client.watch.get.query()).toEqual({ isOn: false })
    for (const each of [client, removed.client]) await each.watch.set.mutate({ isOn: true })
    await colleague.client.digest.set.mutate({ isOn: true })
    expect(await client.watch.get.query()).toEqual({ isOn: true })
    const { userId } = await removed.client.session.me.query()
    await removeUser(server.deps, { companyId: company.id, email: 'operator' }, { id: userId })
    await push(company)
    await apply((await company.boardJob()).jobUrl)
    await look()
    expect(listMails(email)).toEqual([])
    clock.ms += DAY_MS + HOUR_MS
    for (let times = 0; times < 3; times++) {
      await look()
      clock.ms += 11 * MINUTE_MS
    }
    const [mail, ...others] = listMails(email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('1 candidature n’a pas été récupérée par votre ATS\u00a0– Atlas Talents')
    expect(mail?.text).toContain('Aucune clé n’a encore récupéré de candidatures.')
    expect(mail?.text).toContain('/backoffice/settings/account')
    clock.ms += DAY_MS
    await look()
    expect(listMails(email)).toHaveLength(2)
    await expect.poll(() => listMails(colleague.email, '/settings/account').length).toBeGreaterThan(0)
    expect(listMails(colleague.email, '/settings/account')[0]?.text).toContain('1 candidature n’a pas été récupérée')
    clock.ms += DAY_MS
    await poll(company)
    await look()
    expect(listMails(email)).toHaveLength(2)
    expect([...listMails(removed.email), ...listMails(colleague.email)]).toEqual([])
  })

  it('get none after they have turned it off, nor if the ATS has come back before the mail is sent', async () => {
    const company = await server.company()
    const users = [await signedInUser(server, company), await signedInUser(server, company)]
    for (const { client } of users) await client.watch.set.mutate({ isOn: true })
    await push(company)
    await apply((await company.boardJob()).jobUrl)
    await users[0]?.client.watch.set.mutate({ isOn: false })
    clock.ms += DAY_MS + HOUR_MS
    await smtp.whileAway(async () => {
      await queueAlarms(server.deps, server.deps.background.stopping)
      await waitForFailure('watch')
      await poll(company)
    })
    clock.ms += 4 * HOUR_MS
    await waitUntilSent()
    expect(users.flatMap(({ email }) => listMails(email))).toEqual([])
  })
})
