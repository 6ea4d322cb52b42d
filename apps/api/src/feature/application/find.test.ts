import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { signedInAdministrator } from '../../test/administrator.ts'
import { captureLog } from '../../test/capture-log.ts'
import { whileFailing, whileReplaced } from '../../test/failing-store.ts'
import { apply, pdf, trapFilled } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { HELD_MS } from './application.ts'
import { findApplications } from './service/find.ts'

const { log, lines } = captureLog('info')
let laterMs = 0
const server = useServer({ log, now: () => Date.now() + laterMs })
let company: TestCompany
let administrator: Awaited<ReturnType<typeof signedInAdministrator>>
let job: { jobId: number; jobUrl: string }
beforeEach(async () => {
  company = await server.company()
  administrator = await signedInAdministrator(server, company)
  job = (await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable' } })).body
  lines.length = 0
  laterMs = 0
})

const person = { firstName: 'Zoubida', lastName: 'Mernissi', email: 'zoubida@example.com', message: 'Bonjour' }
type Wanted = Parameters<typeof administrator.client.application.find.query>[0]

/** Searches as the back office does, after the last forms and requests are recorded. */
async function find(wanted: Wanted) {
  // When this is answered, the server has also finished the earlier requests.
  await (await fetch(`${server.url}/healthz`)).text()
  await server.deps.recorder.flush()
  await server.deps.formRecorder.flush()
  await server.deps.keyUses.flush()
  return (await administrator.client.application.find.query(wanted)).found
}

/** Sends a form, and returns its answer with the lines that the log has of it. */
async function send(fields: Record<string, string> = {}, file?: Uint8Array<ArrayBuffer>) {
  const from = lines.length
  const { status, body } = await apply(job.jobUrl, { ...person, ...fields }, file)
  await server.deps.background.settled()
  const logged = lines.slice(from).map((line) => JSON.parse(line))
  return { status, body, form: logged.filter(({ msg }) => msg === 'application form') }
}

describe('a form', () => {
  it('has a log line with its application, company, job, outcome and request, and nothing of the person', async () => {
    const about = { companyId: company.id, jobId: job.jobId, requestId: expect.any(String) }
    const formId = randomUUID()
    const refused = await send({ formId, email: 'zoubida@', phone: 'none' })
    expect(refused.form).toMatchObject([
      { ...about, outcome: 'refused', reason: 'invalid_request', fields: ['email', 'phone'] },
    ])
    expect(refused.form[0].requestId).toBe(refused.body.error.requestId)
    const accepted = await send({ formId })
    expect(accepted.form).toMatchObject([{ ...about, applicationId: accepted.body.id, outcome: 'accepted' }])
    // The corrected form is the same application.
    expect(refused.form[0].applicationId).toBe(accepted.body.id)
    const again = await send({ formId })
    expect(again.form).toMatchObject([{ ...about, applicationId: accepted.body.id, outcome: 'repeated' }])
    const held = await send(trapFilled)
    expect(held.form).toMatchObject([{ ...about, applicationId: held.body.id, outcome: 'held' }])
    const odd = await send({ formId: 'Zoubida', Mernissi: 'x', lastName: '' })
    expect(odd.form).toMatchObject([{ applicationId: null, outcome: 'refused', fields: ['formId', 'lastName'] }])
    const notKept = await send({ formId: randomUUID(), keptCv: 'yes' })
    expect(notKept.form).toMatchObject([{ outcome: 'refused', fields: ['keptCv'] }])
    // A file in a field that the form does not have, and that is named after the person.
    const named = new FormData()
    named.append('Mernissi', new File(['x'], 'zoubida.pdf'))
    const from = lines.length
    await (await fetch(`${job.jobUrl}/apply`, { method: 'POST', body: named })).text()
    expect(lines.slice(from).join('')).toContain('"fields":["form"')
    await company.call('DELETE', '/job/A')
    const withdrawn = await send()
    expect(withdrawn.form).toMatchObject([{ ...about, outcome: 'refused', reason: 'job_unpublished' }])
    job = (await company.call('POST', '/job', { job: { id: 'B', title: 'Comptable' } })).body
    await whileFailing(server.deps.mailbox, 'accept', async () => {
      expect((await send()).form).toMatchObject([{ outcome: 'refused', reason: 'internal' }])
    })
    for (const value of [...Object.values(person), 'zoubida@', formId]) expect(lines.join('')).not.toContain(value)
  })

  it('is answered while its record cannot be written', async () => {
    await whileFailing(server.deps.forms, 'insertMany', async () => {
      const { status, body } = await send()
      expect(status).toBe(201)
      expect(await find({ reference: body.id })).toMatchObject([{ place: 'delivered', forms: [] }])
    })
  })
})

describe('an application is found', () => {
  it('with each of its forms, by its number, by the id of a request, and by its time', async () => {
    const formId = randomUUID()
    const since = new Date().toISOString()
    const refused = await send({ formId }, new Uint8Array(Buffer.from('no PDF')))
    const accepted = await send({ formId }, new Uint8Array(pdf))
    const until = new Date().toISOString()
    const expected = [
      {
        ...{ applicationId: accepted.body.id, jobId: job.jobId, jobTitle: 'Comptable', place: 'delivered' },
        ...{ date: accepted.body.date, erasedAt: null, heldAt: null, heldUntil: null, polls: [] },
        forms: [
          {
            ...{ outcome: 'refused', reason: 'invalid_request', fields: ['cv'], traceId: null },
            ...{ requestId: refused.body.error.requestId, at: expect.any(String) },
          },
          {
            ...{ outcome: 'accepted', reason: null, fields: [], traceId: null },
            ...{ requestId: accepted.form[0].requestId, at: expect.any(String) },
          },
        ],
      },
    ]
    for (const wanted of [
      { reference: accepted.body.id },
      { reference: refused.body.error.requestId },
      { reference: accepted.form[0].requestId },
      { since, until },
      { since },
    ])
      expect(await find(wanted)).toEqual(expected)
    expect(await find({ since, until: since })).toEqual([])
    expect(await find({ reference: 'none' })).toEqual([])
  })

  it('wherever it is', async () => {
    const since = new Date().toISOString()
    const refused = await send({ lastName: '' })
    const unnamed = await send({ formId: 'x' })
    const held = await send(trapFilled)
    const formId = randomUUID()
    expect((await send({ formId, lastName: '' })).status).toBe(400)
    const discarded = await send({ ...trapFilled, formId })
    await administrator.client.application.discard.mutate({ id: discarded.body.id })
    const erased = await send()
    await administrator.client.application.erase.mutate({ id: erased.body.id })
    const { erasedAt } = await administrator.client.application.get.query({ id: erased.body.id })
    const waiting = randomUUID()
    await whileFailing(server.deps.applications, 'insertNew', async () => {
      const sent = { ...person, phone: '', linkedinUrl: '', cvId: null, status: 'PENDING' as const }
      await server.deps.mailbox.accept({ id: waiting, companyId: company.id, jobId: job.jobId, ...sent })
    })
    const places = (await find({ since })).map(({ applicationId, place }) => [applicationId, place])
    expect(places).toEqual([
      [refused.form[0].applicationId, 'refused'],
      [null, 'refused'],
      [held.body.id, 'held'],
      [discarded.body.id, 'gone'],
      [erased.body.id, 'erased'],
      [waiting, 'waiting'],
    ])
    const heldUntil = new Date(Date.parse(held.body.date) + HELD_MS).toISOString()
    expect(await find({ reference: held.body.id })).toMatchObject([{ date: null, heldAt: held.body.date, heldUntil }])
    expect(await find({ reference: erased.body.id })).toMatchObject([{ date: erased.body.date, erasedAt }])
    // The search delivers nothing.
    expect(await find({ reference: waiting })).toMatchObject([{ place: 'waiting' }])
    expect(await find({ reference: unnamed.form[0].requestId })).toMatchObject([{ applicationId: null }])
    expect(JSON.stringify(await find({ since }))).not.toMatch(/zoubida|mernissi|bonjour/i)
  })

  it('also if a poll takes it out of the mailbox during the search', async () => {
    const id = randomUUID()
    const { applications, mailbox } = server.deps
    await whileFailing(applications, 'insertNew', async () => {
      const sent = { ...person, phone: '', linkedinUrl: '', cvId: null, status: 'PENDING' as const }
      await mailbox.accept({ id, companyId: company.id, jobId: job.jobId, ...sent })
    })
    const { findByIds } = applications
    const findAndDeliver: typeof findByIds = async (...wanted) => {
      const stored = await findByIds(...wanted)
      await mailbox.synchronise(company.id)
      return stored
    }
    await whileReplaced(applications, { findByIds: findAndDeliver }, async () => {
      expect(await find({ reference: id })).toMatchObject([{ applicationId: id, date: expect.any(String) }])
    })
  })

  it('at the first and the last millisecond of a time, oldest first, also if no form of it is known', async () => {
    const sent = { ...person, phone: '', linkedinUrl: '', cvId: null, status: 'PENDING' as const }
    const form = { ...sent, companyId: company.id, jobId: job.jobId }
    const accept = (id: string) => server.deps.mailbox.accept({ id, ...form })
    const find = (wanted: { since: Date; until?: Date }) =>
      findApplications(server.deps, { companyId: company.id }, wanted)
    const ids = [randomUUID(), randomUUID(), randomUUID()] as const
    const [delivered, waiting, held] = ids
    const { date } = await accept(delivered)
    let waitingDate = date
    await whileFailing(server.deps.applications, 'insertNew', async () => {
      waitingDate = (await accept(waiting)).date
    })
    const heldAt = new Date(waitingDate.getTime() + 1)
    await server.deps.heldApplications.insert({ id: held, ...form, heldAt, locale: 'fr' })
    const times = [date, waitingDate, heldAt]
    for (const [index, id] of ids.entries()) {
      const { found } = await find({ since: times[index] ?? date, until: times[index] ?? date })
      expect(found.map(({ applicationId }) => applicationId)).toEqual([id])
    }
    const { found } = await find({ since: date, until: heldAt })
    expect(found.map(({ applicationId }) => applicationId)).toEqual(ids)
    // Only its forms are known. They are found by the time of one, and listed in the order in which they came.
    const refused = { outcome: 'refused' as const, reason: 'invalid_request', fields: [], traceId: null }
    const formAt = (minutes: number) => new Date(heldAt.getTime() - minutes * 60_000)
    const at = (index: number) => new Date(formAt(60).getTime() + index)
    await server.deps.forms.insertMany(
      [10, 20].map((minutes) => ({
        ...{ companyId: company.id, jobId: job.jobId, applicationId: 'of-forms', requestId: `before-${minutes}` },
        ...{ at: formAt(minutes), ...refused },
      })),
    )
    for (const minutes of [10, 20])
      expect((await find({ since: formAt(minutes), until: formAt(minutes) })).found).toMatchObject([
        { applicationId: 'of-forms', forms: [{ requestId: 'before-20' }, { requestId: 'before-10' }] },
      ])
    // Of many forms the first 500 are listed.
    const requestIds = Array.from({ length: 501 }, (_, index) => `many-${index}`)
    const many = { companyId: company.id, jobId: job.jobId, applicationId: 'of-many', ...refused }
    await server.deps.forms.insertMany(requestIds.map((requestId, index) => ({ ...many, requestId, at: at(index) })))
    const [ofMany] = (await find({ since: at(0), until: at(500) })).found
    expect(ofMany?.forms.map(({ requestId }) => requestId)).toEqual(requestIds.slice(0, 500))
    // The clock of the process that searches may be behind that of the process which accepted.
    laterMs = -2_000
    expect((await find({ since: date })).found).toHaveLength(3)
    // What was held back for 30 days is gone, although the database deletes it some time later.
    laterMs = HELD_MS + 1_000
    expect((await find({ since: date, until: heldAt })).found).toHaveLength(2)
  })

  it('with 50 others, and the answer says whether there are more', async () => {
    const sent = { ...person, phone: '', linkedinUrl: '', cvId: null, status: 'PENDING' as const }
    const heldAt = new Date()
    const hold = () =>
      server.deps.heldApplications.insert({
        ...{ id: randomUUID(), ...sent, companyId: company.id, jobId: job.jobId },
        ...{ heldAt, locale: 'fr' },
      })
    const { find } = administrator.client.application
    const since = heldAt.toISOString()
    await Promise.all(Array.from({ length: 50 }, hold))
    expect(await find.query({ since })).toMatchObject({ found: { length: 50 }, isAll: true })
    await hold()
    expect(await find.query({ since })).toMatchObject({ found: { length: 50 }, isAll: false })
    // So does the answer about those that were delivered, whose forms are not known any more.
    const day = Date.UTC(2026, 0, 1)
    const delivered = Array.from({ length: 51 }, (_, index) => ({
      ...{ id: randomUUID(), ...sent, companyId: company.id, jobId: job.jobId },
      date: new Date(day + index),
    }))
    await server.deps.applications.insertNew(company.id, delivered)
    expect(await find.query({ since: '2026-01-01', until: '2026-01-01' })).toMatchObject({
      found: { length: 50 },
      isAll: false,
    })
  })

  it('with the key that got it, the key that passed it, and the key that never reached it', async () => {
    const other = (await company.call('POST', '/job', { job: { id: 'B', title: 'Vendeuse' } })).body
    const keys = {
      good: await company.createKey('good', ['read']),
      ahead: await company.createKey('ahead', ['read']),
      elsewhere: await company.createKey('elsewhere', ['read']),
      silent: await company.createKey('silent', ['read']),
      second: await company.createKey('second page', ['read']),
    }
    const { body: first } = await apply(other.jobUrl, person)
    const { body } = await send()
    const poll = async (key: { key: string }, path: string) => {
      const { status, headers } = await server.call(key.key, 'GET', path)
      expect(status).toBe(200)
      return headers
    }
    // A poll that failed hands over nothing.
    expect((await server.call(keys.good.key, 'GET', '/candidates?page=0')).status).toBe(400)
    const got = await poll(keys.good, '/candidates')
    await poll(keys.good, `/candidates?since=${got.get('x-synced-through')}`)
    const passed = await poll(keys.ahead, `/job/A/candidates?since=${new Date(Date.now() + 3_600_000).toISOString()}`)
    // Neither the other job nor the first of two pages has it.
    await poll(keys.elsewhere, '/job/B/candidates')
    await poll(keys.elsewhere, '/candidates?pageSize=1')
    await server.deps.background.settled()
    const [found] = await find({ reference: body.id })
    const at = expect.any(String)
    expect(found?.polls).toMatchObject([
      {
        ...{ keyName: 'good', keyId: keys.good.id, keyEnding: keys.good.key.slice(-4), isRevoked: false },
        handedOver: { at, requestId: got.get('x-request-id') },
      },
      { keyName: 'ahead', handedOver: null, passed: { at, requestId: passed.get('x-request-id') }, lastPollAt: at },
      { keyName: 'elsewhere', handedOver: null, passed: null, lastPollAt: at },
    ])
    await poll(keys.elsewhere, '/candidates?pageSize=1&page=2')
    await server.deps.background.settled()
    await administrator.client.key.revoke.mutate({ id: keys.good.id, name: 'good' })
    const [again] = await find({ reference: body.id })
    expect(again?.polls[0]).toMatchObject({ keyName: 'good', isRevoked: true })
    expect(again?.polls[2]).toMatchObject({ keyName: 'elsewhere', handedOver: { at } })
    // The second page does not have what is on the first.
    await poll(keys.second, '/candidates?pageSize=1&page=2')
    // Nor does a page after the last.
    await poll(keys.second, '/candidates?page=3')
    await server.deps.background.settled()
    const [onFirst] = await find({ reference: first.id })
    expect(onFirst?.polls.at(-1)).toMatchObject({ keyName: 'second page', handedOver: null })
  })

  it('not by another company', async () => {
    const stranger = await signedInAdministrator(server, await server.company())
    const { body, form } = await send()
    await find({ reference: body.id })
    const { find: findAsStranger } = stranger.client.application
    for (const wanted of [{ reference: body.id }, { reference: form[0].requestId }, { since: '2026-01-01' }])
      expect(await findAsStranger.query(wanted)).toEqual({ found: [], isAll: true })
  })
})
