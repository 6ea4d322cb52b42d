import { randomUUID } from 'node:crypto'
import { whileFailing, whileReplaced } from '@boardwalk/api/test/failing-store'
import { apply, pdf } from '@boardwalk/api/test/form'
import { startTestServer, type TestCompany, useSecondServer, useServer } from '@boardwalk/api/test/harness'
import { findRemains } from '@boardwalk/api/test/raw-database'
import { readSample } from '@boardwalk/api/test/read-sample'
import { signedInUser } from '@boardwalk/api/test/user'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsOperator } from '../activity/audit.ts'
import { createCoreStores, type Deps } from '../deps.ts'
import { createBackground } from '../process/background.ts'
import { startSchedule } from '../process/schedule.ts'
import { eraseNextBatch, retention } from './run.ts'
import { setRetention } from './setting.ts'

/*
 * A company's applications are erased when they are old. `one` and `other` are two processes over one database. They look
 * for work when a test tells them to, and not by themselves.
 */

/** How far the clock of `server` is ahead of the database's. */
let aheadMs = 0
const server = useServer({ now: () => Date.now() + aheadMs })
const second = useSecondServer(server)
let one: Deps
let other: Deps

const DAY_MS = 24 * 60 * 60 * 1000
const never = new AbortController().signal
const cv = new Uint8Array(pdf)
const person = { firstName: 'Zoé', lastName: 'El Amrani', email: 'zoe@example.com', message: 'Bonjour' }
const ofPerson = /zoé|zoe@|amrani|bonjour/i

let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
let job: { jobId: number; jobUrl: string }
beforeAll(() => {
  const { retentions } = createCoreStores(server.connection)
  one = { ...server.deps, retentions }
  other = { ...second.deps, retentions: { ...retentions } }
  // So that the servers, which look by themselves, find nothing.
  for (const { deps } of [server, second]) Object.assign(deps.retentions, { claim: async () => undefined })
})
beforeEach(async () => {
  // What an earlier test has left is not due any more.
  await server.connection.db.collection('retentions').deleteMany({})
  company = await server.company()
  user = await signedInUser(server, company)
  job = await company.boardJob('Comptable')
})

/** Applies, and makes the application older by some days. */
async function applied(days: number, fields: Record<string, string> = {}, file?: typeof cv): Promise<string> {
  const { status, body } = await apply(job.jobUrl, { ...person, ...fields }, file)
  expect(status).toBe(201)
  await server.deps.background.settled()
  const date = new Date(Date.parse(body.date) - days * DAY_MS)
  await server.connection.db.collection<{ _id: string }>('applications').updateOne({ _id: body.id }, { $set: { date } })
  return body.id
}

const set = (months: number | null) => user.client.retention.set.mutate({ months })
const read = () => user.client.retention.get.query()

/** Works until nothing is due, as a process does. */
async function eraseAll(process = one): Promise<void> {
  while (await eraseNextBatch(process, never));
}
const makeDue = () => server.connection.db.collection('retentions').updateMany({}, { $set: { dueAt: new Date(0) } })
const remains = () => findRemains(server.connection, company.id, ofPerson)
const isErased = async (id: string) => (await user.client.application.get.query({ id })).isErased
const readTrail = async () =>
  (await server.deps.auditEvents.list(company.id, undefined, 100)).events
    .toReversed()
    .filter(({ action }) => ['applications_expired', 'retention_changed'].includes(action))
const readJournal = async () => {
  const journal = server.connection.client.db(`${server.connection.db.databaseName}_journal`)
  return (await journal.collection('entries').find({ companyId: company.id }).sort({ _id: 1 }).toArray()).map(
    ({ kind, targetId }) => [kind, targetId],
  )
}

/** Makes many applications of a company, the oldest first, without a form. */
async function insertOld(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${company.id}-${String(index).padStart(6, '0')}`)
  const first = Date.now() - 400 * DAY_MS
  await server.deps.applications.insertNew(
    company.id,
    ids.map((id, index) => ({
      id,
      companyId: company.id,
      jobId: job.jobId,
      status: 'PENDING' as const,
      cvId: null,
      contentDigest: '',
      ...person,
      phone: '',
      linkedinUrl: '',
      date: new Date(first + index),
    })),
  )
  return ids
}
const keptIds = async () =>
  (await server.connection.db.collection('applications').find({ companyId: company.id, email: person.email }).toArray())
    .map(({ _id }) => String(_id))
    .sort()

describe('the retention of applications', () => {
  it('erases what is older and nothing else, as an erasure by hand does, and journal, audit trail and log say so, without the person’s data', {
    tags: ['retention'],
  }, async () => {
    const [old, recent] = [await applied(400, {}, cv), await applied(300, {}, cv)]
    const byHand = await applied(500)
    await user.client.application.erase.mutate({ id: byHand })
    const rowsBefore = (await company.call('GET', '/candidates')).body.candidates
    expect(await user.client.retention.preview.query({ months: 12 })).toEqual({ count: 1, hasMore: false })
    for (let times = 0; times < 2; times++) await set(12)
    expect(await read()).toMatchObject({ months: 12, isUnderWay: true, lastRun: null })
    const logged: unknown[] = []
    const log = Object.assign(pino({ level: 'silent' }), { info: (...said: unknown[]) => void logged.push(said) })
    while (await eraseNextBatch({ ...one, log }, never));
    const { candidates } = (await company.call('GET', '/candidates')).body
    const nothing = { firstName: '', lastName: '', email: '', phone: '', linkedinUrl: '', message: '', cv: '' }
    expect(candidates).toMatchObject([
      { ...rowsBefore[0], id: byHand },
      { ...rowsBefore[1], ...nothing, id: old, erasedAt: expect.any(String), changedAt: expect.any(String) },
      { ...rowsBefore[2], id: recent, cv: expect.stringContaining('/cv/') },
    ])
    expect(await server.storedCvs(company.id)).toEqual({ files: 1, uploads: 0 })
    const lastRun = { at: expect.any(String), erased: 1 }
    expect(await read()).toEqual({ months: 12, isUnderWay: false, erased: 0, lastRun, hasFailed: false })
    expect(await user.client.retention.preview.query({ months: 12 })).toEqual({ count: 0, hasMore: false })
    expect(await readJournal()).toEqual([byHand, old].map((id) => ['application_erased', id]))
    const told = { companyId: company.id, count: 1, before: expect.any(Date) }
    expect(logged).toEqual([[told, 'expired applications were erased']])
    await setRetention(one, actAsOperator(company.id), { months: null })
    const trail = await readTrail()
    const { email: by } = user
    expect(trail).toMatchObject([
      { by, action: 'retention_changed', target: 'Atlas Talents', details: { from: 'off', to: '12' } },
      { by: 'retention', action: 'applications_expired', details: { count: '1', applications: old } },
      { by: 'operator', action: 'retention_changed', details: { from: '12', to: 'off' } },
    ])
    expect(new Date(trail[1]?.target ?? '').getTime()).toBeLessThan(Date.now() - 364 * DAY_MS)
    expect(JSON.stringify([trail, logged])).not.toMatch(ofPerson)
  })

  it('a server does so without being asked, from its start to its stop', async () => {
    await insertOld(2)
    await set(12)
    const started = await startTestServer(server.connection)
    await expect.poll(read).toMatchObject({ lastRun: { erased: 2 } })
    expect(await keptIds()).toEqual([])
    await started.stop()
  })

  it('an application that waits in the mailbox, and has become old there, is erased', async () => {
    const { deps } = server
    await whileFailing(deps.applications, 'insertNew', async () => {
      const leftOut = { phone: '', linkedinUrl: '', cvId: null, contentDigest: '', status: 'PENDING' as const }
      const of = { id: `w-${company.id}`, companyId: company.id, jobId: job.jobId }
      await deps.mailbox.accept({ ...person, ...leftOut, ...of })
    })
    const mailboxes = server.connection.db.collection<{ _id: string }>('mailboxes')
    const date = new Date(Date.now() - 400 * DAY_MS)
    await mailboxes.updateOne({ _id: company.id }, { $set: { 'inbox.0.date': date } })
    await set(12)
    await eraseAll()
    expect(await remains()).toEqual([])
  })

  it('is off at first and when it is turned off, and then erases nothing; for a longer time, it keeps what is younger', async () => {
    const [first, second] = [await applied(800), await applied(400)]
    await eraseAll()
    expect(await read()).toEqual({ months: null, isUnderWay: false, erased: 0, lastRun: null, hasFailed: false })
    expect(await isErased(first)).toBe(false)
    await set(24)
    await eraseAll()
    expect([await isErased(first), await isErased(second)]).toEqual([true, false])
    await set(null)
    await makeDue()
    await eraseAll()
    expect(await isErased(second)).toBe(false)
    expect(await read()).toMatchObject({ months: null, isUnderWay: false, lastRun: { erased: 1 } })
  })
})

describe('several processes', () => {
  it('erase each application once, and count it once', async () => {
    const ids = await insertOld(60)
    await set(12)
    const counted = async ({ metrics }: Deps) =>
      readSample(await metrics.text(), 'boardwalk_applications_expired_total')
    const countErased = async () => (await counted(one)) + (await counted(other))
    const erasedBefore = await countErased()
    await Promise.all([one, other, one, other].map(eraseAll))
    await eraseAll()
    expect(await keptIds()).toEqual([])
    expect(await read()).toMatchObject({ isUnderWay: false, lastRun: { erased: 60 } })
    // Each process counts its own. Both together count each application once.
    expect((await countErased()) - erasedBefore).toBe(60)
    const [, ...batches] = await readTrail()
    expect(batches.flatMap(({ details }) => details.applications?.split(', '))).toEqual(ids)
    expect((await readJournal()).map(([, id]) => id)).toEqual(ids)
  })

  it.each([
    ['applications', 'erase', 1],
    ['cvs', 'removeAllForApplication', 1],
    ['auditEvents', 'insert', 1],
    ['retentions', 'save', 2],
    ['notes', 'removeAllOf', 1],
  ] as const)('finish what one left that died at %s.%s, with one event', async (store, call, savesMax) => {
    const ids = [await applied(402, {}, cv), await applied(401), await applied(400)]
    await set(12)
    const { save } = one.retentions
    let saves = 0
    // Its first save says what is about to be erased. The second comes before the event, and the third after it.
    const saveFew: typeof save = (...args) =>
      ++saves <= savesMax ? save(...args) : Promise.reject(new Error('the process died'))
    const die = () => expect(eraseNextBatch(one, never)).rejects.toThrow()
    // The notes are deleted before the row is erased, and after it. A user writes one about each in between.
    const { notes } = server.deps
    const { removeAllOf } = notes
    const dieAfterNote: typeof removeAllOf = async (...args) => {
      await removeAllOf(...args)
      for (const id of ids) await user.client.application.addNote.mutate({ id, noteId: randomUUID(), text: 'Bonjour' })
      notes.removeAllOf = () => Promise.reject(new Error('the process died'))
    }
    await whileReplaced(one.retentions, { save: saveFew }, () => {
      if (store === 'retentions') return die()
      if (store === 'notes') return whileReplaced(notes, { removeAllOf: dieAfterNote }, die)
      return whileFailing(one[store] as Record<string, unknown>, call, die)
    })
    // Its claim is still good, so no other process touches the company.
    expect(await eraseNextBatch(other, never)).toBe(false)
    await makeDue()
    await eraseAll(other)
    expect(await remains()).toEqual([])
    const [, ...events] = await readTrail()
    expect(events).toMatchObject([{ details: { count: '3', applications: ids.join(', ') } }])
    expect(await read()).toMatchObject({ lastRun: { erased: 3 }, hasFailed: false })
  })

  it('one that looked for old applications by a setting that was changed meanwhile erases none of them', async () => {
    const ids = await insertOld(3)
    await set(12)
    const { listDates } = one.applications
    const listAndChange: typeof listDates = async (...args) => {
      const found = await listDates(...args)
      await set(null)
      return found
    }
    await eraseNextBatch({ ...one, applications: { ...one.applications, listDates: listAndChange } }, never)
    await eraseAll()
    expect(await keptIds()).toEqual(ids)
    expect(await read()).toMatchObject({ months: null, isUnderWay: false, erased: 0 })
  })
})

describe('a failure', () => {
  const failures = async () =>
    readSample(
      await server.deps.metrics.text(),
      'boardwalk_background_failures_total{work="erase expired applications"}',
    )

  it('of a clock, a year ahead or behind, erases nothing, and is counted and logged by the worker, which goes on', async () => {
    const old = await applied(200)
    await set(12)
    for (const days of [365, -365]) {
      aheadMs = days * DAY_MS
      try {
        await expect(eraseNextBatch(one, never)).rejects.toThrow('so nothing is erased')
      } finally {
        aheadMs = 0
      }
    }
    const before = await failures()
    const logged: unknown[] = []
    const log = Object.assign(pino({ level: 'silent' }), { warn: (...said: unknown[]) => void logged.push(said) })
    const background = createBackground({ log, metrics: one.metrics })
    const stop = startSchedule({ ...one, log, background, now: () => Date.now() + 365 * DAY_MS }, [retention])
    await expect.poll(failures).toBe(before + 1)
    stop()
    await background.settled()
    expect(logged).toEqual([[{ err: expect.any(Error) }, 'could not erase expired applications']])
    await eraseAll()
    expect(await isErased(old)).toBe(false)
  })
})
