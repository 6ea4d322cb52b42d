import { whileReplaced } from '@boardwalk/api/test/failing-store'
import { apply, pdf } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { makeDocx, makeOdt } from '@boardwalk/api/test/office'
import { signedInUser } from '@boardwalk/api/test/user'
import type { CandidateUpdate } from '@boardwalk/schema/candidate-update'
import { beforeEach, describe, expect, it } from 'vitest'

/* What callers of the API tell of candidates (new statuses, and erasures that they confirm), and what they get of one. */

const server = useServer()
let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
let jobUrl: string
beforeEach(async () => {
  company = await server.company()
  user = await signedInUser(server, company)
  jobUrl = (await company.boardJob()).jobUrl
})

const applied = async (): Promise<string> => (await apply(jobUrl)).body.id
const erase = (id: string) => user.client.application.erase.mutate({ id })
const setAsUser = (id: string, status: CandidateUpdate['status'] & string) =>
  user.client.application.setStatus.mutate({ id, status })
const send = async (...candidates: unknown[]) => (await company.call('PUT', '/candidates', { candidates })).body.results
const read = async (id: string) => (await company.call('GET', `/candidate/${id}`)).body.candidate
const show = (id: string) => user.client.application.get.query({ id })
const readRow = async (_id: string) =>
  (await server.connection.db.collection<{ _id: string; changeIds?: string[] }>('applications').findOne({ _id })) ??
  expect.fail(`${_id} is stored`)
const listAudit = async () => (await server.deps.auditEvents.list(company.id, undefined, 100)).events.reverse()
const updated = (id: string) => ({ id, status: 'updated', error: null })

describe('a status', () => {
  it('that a key sets shows in the API, in the back office and in the audit trail, each with the key; the same again changes nothing', async () => {
    const id = await applied()
    expect(await send({ id, status: 'HIRED' })).toStrictEqual([updated(id)])
    const candidate = await read(id)
    expect(candidate).toMatchObject({ status: 'HIRED', statusChangedBy: 'api' })
    expect(candidate.statusChangedAt > candidate.date).toBe(true)
    expect((await company.call('GET', '/candidates')).body.candidates).toStrictEqual([candidate])
    const shown = { status: 'HIRED', statusChangedBy: 'api', statusChangedByName: 'test' }
    expect(await show(id)).toMatchObject({ ...shown, statusChangedAt: candidate.statusChangedAt })
    expect(await user.client.application.list.query({})).toMatchObject({ applications: [shown] })
    expect(await send({ id, status: 'HIRED' })).toStrictEqual([{ id, status: 'unchanged', error: null }])
    expect(await read(id)).toStrictEqual(candidate)
    const details = { to: 'HIRED', keyId: company.keyId, keyName: 'test' }
    const ofStatus = (await listAudit()).filter(({ action }) => action === 'application_status_changed')
    expect(ofStatus).toMatchObject([{ by: 'key', target: id, details }])
  })

  it('of an earlier time than another of its key comes too late, and otherwise the last one that the database took wins', async () => {
    const id = await applied()
    const other = await company.createKey('other', ['write'])
    const sendOne = async (item: object, key = company.key) => {
      const { body } = await server.call(key, 'PUT', '/candidates', { candidates: [{ id, ...item }] })
      return body.results[0].status
    }
    expect(await sendOne({ status: 'HIRED', at: '2026-03-01T10:00:00+01:00' })).toBe('updated')
    const hired = await read(id)
    expect(hired).toMatchObject({ status: 'HIRED', statusChangedAt: '2026-03-01T09:00:00.000Z' })
    for (const at of ['2020-01-01', '2026-03-01T08:59:59.999Z'])
      expect(await sendOne({ status: 'REVIEWED', at })).toBe('superseded')
    expect(await read(id)).toStrictEqual(hired)
    // Of the same time, of another key, and of a user.
    expect(await sendOne({ status: 'REVIEWED', at: '2026-03-01T09:00:00Z' })).toBe('updated')
    expect(await sendOne({ status: 'HIRED', at: '2020-01-01' }, other.key)).toBe('updated')
    await setAsUser(id, 'SHORTLISTED')
    expect(await read(id)).toMatchObject({ status: 'SHORTLISTED', statusChangedBy: 'back_office' })
    expect(await sendOne({ status: 'REJECTED', at: '2026-02-01' })).toBe('superseded')
    // The same status of a later time: what lies between the two comes too late.
    expect(await sendOne({ status: 'SHORTLISTED', at: '2026-05-01' })).toBe('unchanged')
    expect(await sendOne({ status: 'REJECTED', at: '2026-04-01' })).toBe('superseded')
    // A status without a time is of now, and the next one may be told by a clock that is some minutes behind.
    const ago = (minutes: number) => new Date(server.deps.now() - minutes * 60_000).toISOString()
    expect(await sendOne({ status: 'HIRED' })).toBe('updated')
    expect(await sendOne({ status: 'REJECTED', at: ago(10) })).toBe('superseded')
    expect(await sendOne({ status: 'REJECTED', at: ago(3) })).toBe('updated')
    expect(await sendOne({ status: 'HIRED' })).toBe('updated')
    expect(await read(id)).toMatchObject({ status: 'HIRED', statusChangedBy: 'api' })
  })

  it('that comes twice in a call is set in the order of the call', async () => {
    const [id, other] = [await applied(), await applied()]
    const sent = ['HIRED', 'HIRED', 'REJECTED', 'HIRED'].map((status) => ({ id, status }))
    const statuses = (await send(...sent, { id: other, status: 'REVIEWED' })).map(
      ({ status }: { status: string }) => status,
    )
    expect(statuses).toStrictEqual(['updated', 'unchanged', 'updated', 'updated', 'updated'])
    expect(await read(id)).toMatchObject({ status: 'HIRED' })
  })

  it('is set for a hundred candidates with one query, one command, and one command of the audit trail', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, applied))
    const { applications, mailbox, auditEvents } = server.deps
    const calls: string[] = []
    const counted = <Store extends object>(store: Store) =>
      Object.fromEntries(
        Object.entries(store)
          .filter(([name]) => name !== 'newId')
          .map(([name, call]) => [
            name,
            (...args: unknown[]) => {
              calls.push(name)
              return call(...args)
            },
          ]),
      )
    await whileReplaced(applications, counted(applications), () =>
      whileReplaced(mailbox, { synchronise: counted(mailbox).synchronise }, () =>
        whileReplaced(auditEvents, counted(auditEvents), async () => {
          const results = await send(...ids.map((id) => ({ id, status: 'REVIEWED' })))
          expect(results).toStrictEqual(ids.map(updated))
        }),
      ),
    )
    expect(calls.filter((name) => name !== 'setPositions')).toStrictEqual(['findLatestOfEach', 'updateEach', 'insert'])
  })
})

describe('an item that fails', () => {
  it('harms no other, and says what is wrong', async () => {
    const [id, erased] = [await applied(), await applied()]
    const stranger = await server.company()
    const ofStranger = (await apply((await stranger.boardJob()).jobUrl)).body.id
    await erase(erased)
    const soon = new Date(server.deps.now() + 10 * 60_000).toISOString()
    const wrong = [
      'none',
      { id: 5, status: 'HIRED' },
      { id, status: 'Hired' },
      { id, status: 'WITHDREW' },
      { id, status: 'Offer declined' },
      { id },
      { id, status: 'HIRED', erased: true },
      { id: erased, erased: true, at: '2026-03-01' },
      { id, status: 'HIRED', at: soon },
      { id, status: 'HIRED', note: 'x' },
      { id, statut: 'HIRED' },
      { id, erased: true },
    ]
    const results = await send(
      ...wrong,
      { id: 'unknown', status: 'HIRED' },
      { id: ofStranger, status: 'HIRED' },
      { id: erased, status: 'HIRED' },
      { id, status: 'SHORTLISTED' },
    )
    const failures = results.slice(0, wrong.length)
    expect(failures.map(({ status }: { status: string }) => status)).toStrictEqual(wrong.map(() => 'failed'))
    const messages = failures.map(({ error }: { error: { message: string } }) => error.message.replace(/ 20.*Z$/, ' …'))
    expect(messages).toMatchInlineSnapshot(`
      [
        "candidate must be an object with id and status, or with id and erased, not "none"",
        "candidate.id must be a text, not 5",
        "candidate.status must be one of PENDING, REVIEWED, SHORTLISTED, REJECTED, HIRED, WITHDRAWN, not "Hired" (did you mean "HIRED"?)",
        "candidate.status must be one of PENDING, REVIEWED, SHORTLISTED, REJECTED, HIRED, WITHDRAWN, not "WITHDREW" (did you mean "WITHDRAWN"?)",
        "candidate.status must be one of PENDING, REVIEWED, SHORTLISTED, REJECTED, HIRED, WITHDRAWN, not "Offer declined" (did you mean "REJECTED"?)",
        "candidate must have either status or erased",
        "candidate must have either status or erased",
        "candidate.at is the time of a status; leave it out with erased",
        "candidate.at is more than 5 minutes in the future; the time of the board is …",
        "candidate has no member "note"; it has id, status, at and erased",
        "candidate has no member "statut"; did you mean "status"?; candidate must have either status or erased",
        "The data of this person is not erased on the board, so there is nothing to confirm; a user erases it in the back office",
      ]
    `)
    expect(failures.at(-1).error.code).toBe('candidate_not_erased')
    expect(results.slice(wrong.length)).toStrictEqual([
      { id: 'unknown', status: 'not_found', error: null },
      { id: ofStranger, status: 'not_found', error: null },
      { id: erased, status: 'erased', error: null },
      updated(id),
    ])
    expect(await read(erased)).toMatchObject({ status: 'PENDING' })
    expect((await stranger.call('GET', `/candidate/${ofStranger}`)).body.candidate.status).toBe('PENDING')
  })

  it('is no push of jobs, and neither is one that succeeds', async () => {
    const id = await applied()
    await send({ id, status: 'HIRED' }, { id: 'f'.repeat(32), status: 'HIRED' })
    await server.deps.recorder.flush()
    await server.deps.keyUses.flush()
    expect(await server.deps.apiKeys.find(company.keyId)).toMatchObject({ lastPushAt: null })
    const { requests } = await user.client.activity.list.query({})
    expect(requests[0]).toMatchObject({
      items: { sent: 2, refused: 1, firstRefused: [{ index: 1, id: 'f'.repeat(32) }] },
    })
  })
})

describe('what another process does between the read and the write of an update', () => {
  /** Sends an update, and does something after the first read of the candidate. */
  async function sendWhile(meanwhile: () => Promise<unknown>, ...candidates: unknown[]) {
    const { applications } = server.deps
    const { findLatestOfEach } = applications
    let results: unknown
    let reads = 0
    const findAndLose: typeof findLatestOfEach = async (...args) => {
      const found = await findLatestOfEach(...args)
      if (++reads === 1) await meanwhile()
      return found
    }
    await whileReplaced(applications, { findLatestOfEach: findAndLose }, async () => {
      results = await send(...candidates)
    })
    return results
  }

  it('an erasure: the person is erased, and the status stays', async () => {
    const [id, other] = [await applied(), await applied()]
    const results = await sendWhile(() => erase(id), { id, status: 'HIRED' }, { id: other, status: 'HIRED' })
    expect(results).toStrictEqual([{ id, status: 'erased', error: null }, updated(other)])
    expect(await read(id)).toMatchObject({ status: 'PENDING' })
  })

  it('the same status: it is unchanged, and another: the later one wins', async () => {
    const id = await applied()
    const sent = { id, status: 'HIRED' }
    expect(await sendWhile(() => setAsUser(id, 'HIRED'), sent)).toStrictEqual([
      { id, status: 'unchanged', error: null },
    ])
    await setAsUser(id, 'PENDING')
    expect(await sendWhile(() => setAsUser(id, 'REJECTED'), sent)).toStrictEqual([updated(id)])
    expect(await read(id)).toMatchObject({ status: 'HIRED', statusChangedBy: 'api' })
  })

  it('a status of a later time: the earlier one comes too late, in each order of the two writes, and one of a hundred too', async () => {
    for (const [first, second] of [
      ['2026-03-02', '2026-03-01'],
      ['2026-03-01', '2026-03-02'],
    ] as const) {
      const id = await applied()
      const late = { id, status: 'REVIEWED', at: second }
      const results = await sendWhile(() => send({ id, status: 'HIRED', at: first }), late)
      const isLate = second < first
      expect(results).toStrictEqual([{ id, status: isLate ? 'superseded' : 'updated', error: null }])
      expect((await read(id)).status).toBe(isLate ? 'HIRED' : 'REVIEWED')
    }
    // The status that the first read found is told again, and meanwhile an earlier one is set.
    const id = await applied()
    await send({ id, status: 'HIRED', at: '2026-03-01' })
    const again = { id, status: 'HIRED', at: '2026-03-03' }
    expect(await sendWhile(() => send({ id, status: 'REVIEWED', at: '2026-03-02' }), again)).toStrictEqual([
      updated(id),
    ])
    const ids = await Promise.all(Array.from({ length: 3 }, applied))
    const newest = ids[1] ?? ''
    const meanwhile = () => send({ id: newest, status: 'HIRED', at: '2026-03-02' })
    const results = await sendWhile(
      meanwhile,
      ...ids.map((each) => ({ id: each, status: 'REVIEWED', at: '2026-03-01' })),
    )
    expect(results).toStrictEqual(
      ids.map((each) => (each === newest ? { ...updated(each), status: 'superseded' } : updated(each))),
    )
  })

  it('an update that was made is known as made, also if its answer was lost and a user has changed the status since', async () => {
    const id = await applied()
    const { applications } = server.deps
    const update = { id, token: 'once', status: 'HIRED', by: 'api', actor: company.keyId } as const
    expect(await applications.updateEach(company.id, [update])).toStrictEqual([true])
    await setAsUser(id, 'REJECTED')
    expect(await applications.updateEach(company.id, [update])).toStrictEqual([true])
    expect(await read(id)).toMatchObject({ status: 'REJECTED' })
  })
})

describe('a CV by id', () => {
  const open = (id: string, init: RequestInit = {}) =>
    fetch(`${server.url}/api/candidate/${id}/cv`, { ...init, headers: { 'x-api-key': company.key } })

  it.each([
    ['pdf', pdf],
    ['docx', makeDocx()],
    ['odt', makeOdt()],
  ])(
    'is the file, %s, named after the applicant, with the headers of the link to it; HEAD has them without the file',
    async (type, cv) => {
      const { id } = (await apply(jobUrl, {}, cv)).body
      const answer = await open(id)
      expect(Buffer.from(await answer.arrayBuffer()).equals(cv)).toBe(true)
      const byLink = await fetch((await read(id)).cv)
      await byLink.arrayBuffer()
      const names = ['content-type', 'content-disposition', 'content-security-policy', 'cache-control']
      const readHeaders = ({ headers }: Response) => names.map((name) => headers.get(name))
      expect(readHeaders(answer)).toStrictEqual(readHeaders(byLink))
      expect(readHeaders(answer)).toContain(`attachment; filename="CV Salma Bennani.${type}"`)
      const head = await open(id, { method: 'HEAD' })
      expect({ headers: readHeaders(head), body: await head.text() }).toStrictEqual({
        headers: readHeaders(answer),
        body: '',
      })
    },
  )

  it('is refused in JSON for a candidate who sent none, is erased or is unknown', async () => {
    const [none, erased] = [await applied(), (await apply(jobUrl, {}, pdf)).body.id]
    await erase(erased)
    const refusals = [none, erased, 'unknown'].map((id) => company.call('GET', `/candidate/${id}/cv`))
    expect((await Promise.all(refusals)).map(({ status, body }) => [status, body.cv, body.error.code])).toStrictEqual([
      [404, null, 'cv_not_found'],
      [410, null, 'application_erased'],
      [404, null, 'candidate_not_found'],
    ])
  })
})

describe('an erasure', () => {
  it('that a key confirms shows in the back office and in the audit trail with the key, once, and is no change for callers', async () => {
    const id = await applied()
    await erase(id)
    expect(await show(id)).toMatchObject({ erasedAt: expect.stringMatching(/^20/), erasureConfirmed: null })
    const candidate = await read(id)
    const { changeIds: _, ...row } = await readRow(id)
    expect(await send({ id, erased: true }, { id, erased: true })).toStrictEqual([
      updated(id),
      { id, status: 'unchanged', error: null },
    ])
    const { erasureConfirmed } = await show(id)
    expect(erasureConfirmed).toStrictEqual({ at: expect.stringMatching(/^20/), keyName: 'test' })
    const other = await company.createKey('other', ['write'])
    const again = { candidates: [{ id, erased: true }] }
    expect((await server.call(other.key, 'PUT', '/candidates', again)).body.results[0].status).toBe('unchanged')
    expect((await show(id)).erasureConfirmed).toStrictEqual(erasureConfirmed)
    expect(await read(id)).toStrictEqual(candidate)
    expect(await readRow(id)).toStrictEqual({
      ...row,
      changeIds: [expect.any(String)],
      erasureConfirmed: {
        at: expect.any(Date),
        keyId: company.keyId,
      },
    })
    const events = (await listAudit()).filter(({ action }) => action === 'application_erasure_confirmed')
    expect(events).toMatchObject([{ by: 'key', target: id, details: { keyId: company.keyId, keyName: 'test' } }])
  })

  it('leaves no text of the person in any answer of the API: the candidate says when it was erased', async () => {
    const { body } = await apply(jobUrl, { firstName: 'Zoé', lastName: 'Amrani', email: 'zoe@example.com' }, pdf)
    const { id } = body
    await send({ id, status: 'REVIEWED' })
    const erasedFrom = new Date().toISOString()
    await erase(id)
    const candidate = await read(id)
    expect(candidate).toMatchObject({ firstName: '', lastName: '', email: '', cv: '', status: 'REVIEWED' })
    expect(candidate.erasedAt >= erasedFrom).toBe(true)
    const answers = [
      await company.call('GET', `/candidate/${id}`),
      await company.call('GET', '/candidates'),
      await company.call('GET', '/candidates?changedSince=2020-01-01'),
      await company.call('GET', `/candidate/${id}/cv`),
      await company.call('PUT', '/candidates', { candidates: [{ id, status: 'HIRED' }] }),
      await company.call('PUT', '/candidates', { candidates: [{ id, erased: true }] }),
    ]
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/zo[eé]|amrani/i)
  })
})
