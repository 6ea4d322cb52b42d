import { randomUUID } from 'node:crypto'
import { HELD_MS } from '@boardwalk/core/intake/application'
import { beforeEach, describe, expect, it } from 'vitest'
import { captureLog } from '../../test/capture-log.ts'
import { whileFailing } from '../../test/failing-store.ts'
import { apply, pdf, trapFilled } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { signedInUser } from '../../test/user.ts'

const { log, lines } = captureLog('info')
let laterMs = 0
const server = useServer({ log, now: () => Date.now() + laterMs })
let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
let job: { jobId: number; jobUrl: string }
beforeEach(async () => {
  company = await server.company()
  user = await signedInUser(server, company)
  job = (await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable' } })).body
  lines.length = 0
  laterMs = 0
})

const person = { firstName: 'Zoubida', lastName: 'Mernissi', email: 'zoubida@example.com', message: 'Bonjour' }
/** What a person sent, without a CV. */
const sent = { ...person, phone: '', linkedinUrl: '', cvId: null, contentDigest: '', status: 'PENDING' as const }
type WhereaboutsQuery = Parameters<typeof user.client.application.find.query>[0]

/** Searches as the back office does, after the last forms and requests are recorded. */
async function find(query: WhereaboutsQuery) {
  // When this is answered, the server has also finished the earlier requests.
  await (await fetch(`${server.url}/healthz`)).text()
  await server.deps.recorder.flush()
  await server.deps.formRecorder.flush()
  await server.deps.keyUses.flush()
  return (await user.client.application.find.query(query)).found
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
  it('has a log line with its application, company, job, outcome and request, and nothing of the person, also while its record cannot be written', async () => {
    const about = { companyId: company.id, jobId: job.jobId, requestId: expect.any(String) }
    const formId = randomUUID()
    const refused = await send({ formId, email: 'zoubida@', phone: 'none' })
    expect(refused.form).toMatchObject([
      { ...about, outcome: 'refused', reason: 'invalid_request', fields: ['email', 'phone'] },
    ])
    expect(refused.form[0].requestId).toBe(refused.body.error.requestId)
    const accepted = await send({ formId })
    // The corrected form is the same application.
    expect(refused.form[0].applicationId).toBe(accepted.body.id)
    const again = await send({ formId })
    const held = await send(trapFilled)
    for (const [{ form, body }, outcome] of [
      [accepted, 'accepted'],
      [again, 'repeated'],
      [held, 'held'],
    ] as const)
      expect(form).toMatchObject([{ ...about, applicationId: body.id, outcome }])
    const odd = await send({ formId: 'Zoubida', Mernissi: 'x', lastName: '', keptCv: 'zoubida' })
    expect(odd.form).toMatchObject([
      { applicationId: null, outcome: 'refused', fields: ['formId', 'lastName', 'keptCv'] },
    ])
    // A file in a field that the form does not have, and that is named after the person.
    const named = new FormData()
    named.append('Mernissi', new File(['x'], 'zoubida.pdf'))
    const from = lines.length
    await (await fetch(`${job.jobUrl}/apply`, { method: 'POST', body: named })).text()
    expect(lines.slice(from).join('')).toContain('"fields":["form"')
    await whileFailing(server.deps.mailbox, 'accept', async () => {
      expect((await send()).form).toMatchObject([{ outcome: 'refused', reason: 'internal' }])
    })
    await whileFailing(server.deps.forms, 'insertMany', async () => {
      const { status, body } = await send()
      expect(status).toBe(201)
      expect(await find({ reference: body.id })).toMatchObject([{ place: 'ready', forms: [] }])
    })
    await company.call('PUT', '/job/A', { job: { boardwalk: { applyUrl: 'https://atlas.example/apply' } } })
    expect((await send()).form).toMatchObject([{ ...about, outcome: 'refused', reason: 'applications_elsewhere' }])
    await company.call('DELETE', '/job/A')
    expect((await send()).form).toMatchObject([{ ...about, outcome: 'refused', reason: 'job_unpublished' }])
    for (const value of [...Object.values(person), 'zoubida@', formId]) expect(lines.join('')).not.toContain(value)
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
        applicationId: accepted.body.id,
        jobId: job.jobId,
        jobTitle: 'Comptable',
        place: 'ready',
        date: accepted.body.date,
        erasedAt: null,
        heldAt: null,
        heldUntil: null,
        polls: [],
        forms: [
          {
            outcome: 'refused',
            reason: 'invalid_request',
            fields: ['cv'],
            traceId: null,
            requestId: refused.body.error.requestId,
            at: expect.any(String),
          },
          {
            outcome: 'accepted',
            reason: null,
            fields: [],
            traceId: null,
            requestId: accepted.form[0].requestId,
            at: expect.any(String),
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

  it('wherever it is, and nothing is delivered by the search', async () => {
    const since = new Date().toISOString()
    const refused = await send({ lastName: '' })
    const held = await send(trapFilled)
    const discarded = await send(trapFilled)
    await user.client.application.discard.mutate({ id: discarded.body.id })
    const erased = await send()
    await user.client.application.erase.mutate({ id: erased.body.id })
    const { erasedAt } = await user.client.application.get.query({ id: erased.body.id })
    const waiting = randomUUID()
    await whileFailing(server.deps.applications, 'insertNew', async () => {
      await server.deps.mailbox.accept({ id: waiting, companyId: company.id, jobId: job.jobId, ...sent })
    })
    const places = (await find({ since })).map(({ applicationId, place }) => [applicationId, place])
    expect(places).toEqual([
      [refused.form[0].applicationId, 'refused'],
      [held.body.id, 'held'],
      [discarded.body.id, 'gone'],
      [erased.body.id, 'erased'],
      [waiting, 'waiting'],
    ])
    const [found] = await find({ reference: held.body.id })
    const heldUntil = new Date(Date.parse(found?.heldAt ?? '') + HELD_MS).toISOString()
    expect(found).toMatchObject({ date: null, heldAt: expect.stringMatching(/Z$/), heldUntil })
    expect(await find({ reference: erased.body.id })).toMatchObject([{ date: erased.body.date, erasedAt }])
    // The search delivers nothing.
    expect(await find({ reference: waiting })).toMatchObject([{ place: 'waiting' }])
    expect(JSON.stringify(await find({ since }))).not.toMatch(/zoubida|mernissi|bonjour/i)
  })

  it('by the reference that people read, in capitals and groups too, wherever it is, and by the whole id as before', async () => {
    const { body } = await send()
    const held = await send(trapFilled)
    const refused = await apply(job.jobUrl, { ...person, lastName: '' })
    const { requestId } = refused.body.error
    const reference = body.id.slice(0, 8)
    for (const typed of [reference, ` ${reference.toUpperCase()}`, `${reference.slice(0, 4)} ${reference.slice(4)}`])
      expect([typed, (await find({ reference: typed })).map(({ applicationId }) => applicationId)]).toEqual([
        typed,
        [body.id],
      ])
    expect(await find({ reference: body.id })).toMatchObject([{ applicationId: body.id }])
    expect(await find({ reference: held.body.id.slice(0, 8) })).toMatchObject([{ place: 'held' }])
    for (const typed of [requestId, requestId.slice(0, 8)])
      expect(await find({ reference: typed })).toMatchObject([{ place: 'refused', forms: [{ requestId }] }])
    expect(await find({ reference: reference.slice(0, 7) })).toEqual([])
    const stranger = await signedInUser(server, await server.company())
    expect(await stranger.client.application.find.query({ reference })).toMatchObject({ found: [] })
    const waiting = randomUUID().replaceAll('-', '')
    await whileFailing(server.deps.applications, 'insertNew', async () => {
      await server.deps.mailbox.accept({ id: waiting, companyId: company.id, jobId: job.jobId, ...sent })
    })
    expect(await find({ reference: waiting.slice(0, 8) })).toMatchObject([{ place: 'waiting' }])
  })

  it('with the key that got it, the key that passed it, and the key that never reached it', async () => {
    const other = (await company.call('POST', '/job', { job: { id: 'B', title: 'Vendeuse' } })).body
    const keys = {
      good: await company.createKey('good', ['read']),
      ahead: await company.createKey('ahead', ['read']),
      elsewhere: await company.createKey('elsewhere', ['read']),
      silent: await company.createKey('silent', ['read']),
    }
    await apply(other.jobUrl, person)
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
    for (const path of ['/job/B/candidates', '/candidates?pageSize=1']) await poll(keys.elsewhere, path)
    await server.deps.background.settled()
    const [found] = await find({ reference: body.id })
    const at = expect.any(String)
    expect(found?.polls).toMatchObject([
      {
        keyName: 'good',
        keyId: keys.good.id,
        keyEnding: keys.good.key.slice(-4),
        isRevoked: false,
        handedOver: {
          at,
          requestId: got.get('x-request-id'),
        },
      },
      { keyName: 'ahead', handedOver: null, passed: { at, requestId: passed.get('x-request-id') }, lastPollAt: at },
      { keyName: 'elsewhere', handedOver: null, passed: null, lastPollAt: at },
    ])
    expect(found?.place).toBe('delivered')
    // No key but the last one has it.
    const late = await send()
    await server.deps.background.settled()
    expect(await find({ reference: late.body.id })).toMatchObject([{ place: 'ready' }])
    await poll(keys.elsewhere, '/candidates?pageSize=1&page=2')
    await server.deps.background.settled()
    await user.client.key.revoke.mutate({ id: keys.good.id, name: 'good' })
    const [again] = await find({ reference: body.id })
    expect(again?.polls[0]).toMatchObject({ keyName: 'good', isRevoked: true })
    expect(again?.polls[2]).toMatchObject({ keyName: 'elsewhere', handedOver: { at } })
  })
})
