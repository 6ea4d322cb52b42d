import { randomUUID } from 'node:crypto'
import { whileFailing, whileReplaced } from '@boardwalk/api/test/failing-store'
import { apply, makePdf, pdf, submit, trapFilled } from '@boardwalk/api/test/form'
import { type TestCompany, useSecondServer, useServer } from '@boardwalk/api/test/harness'
import { findRemains } from '@boardwalk/api/test/raw-database'
import { readSample } from '@boardwalk/api/test/read-sample'
import { signedInUser } from '@boardwalk/api/test/user'
import { beforeEach, describe, expect, it } from 'vitest'
import { actAsOperator } from '../activity/audit.ts'
import { sweepAbandonedCvs } from './cv.ts'
import { letApplicationIn, letInOverdue } from './hold.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let laterMs = 0
const now = () => Date.now() + laterMs
const server = useServer({ now })
const other = useSecondServer(server, { now })
let company: TestCompany
type User = Awaited<ReturnType<typeof signedInUser>>
let user: User
let applications: User['client']['application']
let home: User['client']['home']
let job: { jobId: number; jobUrl: string }
beforeEach(async () => {
  laterMs = 0
  company = await server.company()
  user = await signedInUser(server, company)
  ;({ application: applications, home } = user.client)
  job = await company.boardJob('Comptable')
})

const person = {
  firstName: 'Zoé',
  lastName: 'El Amrani',
  email: 'zoe@example.com',
  phone: '+212 600 000 000',
  linkedinUrl: 'https://www.linkedin.com/in/zoe',
  message: 'Bonjour',
}
const cv = new Uint8Array(pdf)

async function sent(fields: Record<string, string> = {}, file?: typeof cv): Promise<{ status: number; id: string }> {
  const { status, body } = await apply(job.jobUrl, { ...person, ...fields }, file)
  await server.deps.background.settled()
  return { status, ...body }
}
const trapped = (fields: Record<string, string> = {}, file?: typeof cv) => sent({ ...trapFilled, ...fields }, file)
/** Sends a form with a mistake, so that its CV is kept. Returns the fields of the form that follows. */
async function sentWrong() {
  const formId = randomUUID()
  const { status, html } = await submit(job.jobUrl, { ...person, formId, lastName: '' }, cv)
  expect([status, html.includes('name="keptCv" value="yes"')]).toEqual([400, true])
  return { formId, keptCv: 'yes' }
}
const sweepCvs = () => sweepAbandonedCvs(server.deps, server.deps.background.stopping)
const candidates = async () => (await company.call('GET', '/candidates')).body.candidates
const stored = () => server.storedCvs(company.id)
const findLastAudit = async () => (await server.deps.auditEvents.list(company.id, undefined, 1)).events
const notFound = { data: { code: 'application_not_found' } }

describe('an application whose trap was filled in', () => {
  it('is held back with all that was sent, for 7 days, and is counted, also on Home', async () => {
    const counted = async () =>
      readSample(await server.deps.metrics.text(), 'boardwalk_application_forms_total{outcome="held"}') || 0
    const before = await counted()
    // It has no date by which an ATS could ask for it.
    const { id, ...answer } = await trapped({}, cv)
    expect(answer).toEqual({ status: 202, date: null })
    const { held, total } = await applications.listHeld.query({})
    const heldAt = held[0]?.heldAt ?? ''
    const until = new Date(Date.parse(heldAt) + 7 * DAY_MS).toISOString()
    const cvUrl = `/backoffice/held-cv/${id}`
    const ofCv = { cvType: 'pdf', cvUrl, cvDownloadUrl: `${cvUrl}?download` }
    expect(held).toEqual([
      { id, ...person, jobId: job.jobId, jobTitle: 'Comptable', answers: [], ...ofCv, heldAt, until },
    ])
    expect([total, (await home.summary.query()).heldBack]).toEqual([1, 1])
    expect(await counted()).toBe(before + 1)
    expect(await candidates()).toEqual([])
    expect(await applications.list.query({})).toMatchObject({ total: 0 })
  })

  it('and another content of the same form stay two, whichever is held back or accepted first, and the same again stays one', async () => {
    const formId = randomUUID()
    const send = (message: string, isTrapped: boolean) =>
      (isTrapped ? trapped : sent)({ formId, message }, cv).then(({ status, id }) => [status, id] as const)
    const contents = ['a', 'b', 'c', 'd']
    // The first is held back, the second accepted, the third held back, and the fourth accepted, all at once.
    const sendAll = () => Promise.all(contents.map((message, index) => send(message, index % 2 === 0)))
    const answers = await sendAll()
    expect(answers.map(([status]) => status)).toEqual([202, 201, 202, 201])
    expect(await sendAll()).toEqual(answers)
    expect((await applications.listHeld.query({})).held.map(({ message }) => message).sort()).toEqual(['a', 'c'])
    expect((await candidates()).map(({ message }: { message: string }) => message).sort()).toEqual(['b', 'd'])
    for (const { id } of (await applications.listHeld.query({})).held) await applications.letIn.mutate({ id })
    await server.deps.background.settled()
    const all = await candidates()
    expect(all.map(({ message }: { message: string }) => message).sort()).toEqual(contents)
    for (const { cv } of all) expect((await fetch(cv)).status).toBe(200)
    expect(await stored()).toEqual({ files: 4, uploads: 0 })
    expect((await applications.listHeld.query({})).total).toBe(0)
  })

  it('keeps its CV, also if the CV was kept for a correction, and the form comes again or with another content', async () => {
    const repeated = await sentWrong()
    for (const _ of [1, 2]) expect((await trapped(repeated)).status).toBe(202)
    const corrected = await sentWrong()
    expect((await trapped(corrected)).status).toBe(202)
    expect((await sent({ ...corrected, keptCv: '', message: 'second' })).status).toBe(201)
    // The same form again is still known, and another content must bring its own CV.
    expect((await trapped(corrected)).status).toBe(202)
    expect((await sent({ ...corrected, message: 'third' })).status).toBe(400)
    // The same content without the trap is accepted with a copy.
    const untrapped = await sentWrong()
    for (const send of [trapped, sent, sent]) expect((await send(untrapped)).status).toBe(send === trapped ? 202 : 201)
    // Another content of the form takes the kept CV just before, and is accepted just after this one is held back.
    const shared = await sentWrong()
    const { accept } = server.deps.mailbox
    const holdFirst: typeof accept = async (application) => {
      expect((await apply(job.jobUrl, { ...person, ...shared, ...trapFilled })).status).toBe(202)
      return accept(application)
    }
    await whileReplaced(server.deps.mailbox, { accept: holdFirst }, async () => {
      expect((await sent({ ...shared, message: 'second' })).status).toBe(201)
    })
    laterMs = 1.1 * DAY_MS
    await sweepCvs()
    const { held } = await server.deps.heldApplications.list(company.id, { page: 1, pageSize: 10 })
    expect(held).toHaveLength(4)
    for (const { id } of held) await letApplicationIn(server.deps, actAsOperator(company.id), { id })
    await server.deps.background.settled()
    const statuses = (await candidates()).map(async ({ message, cv }: { message: string; cv: string }) => [
      message,
      cv === '' ? 'none' : (await fetch(cv)).status,
    ])
    expect((await Promise.all(statuses)).sort()).toEqual([
      ...Array.from({ length: 4 }, () => [person.message, 200]),
      ['second', 200],
      ['second', 'none'],
    ])
    expect(await stored()).toEqual({ files: 5, uploads: 0 })
  })

  it('goes in by itself after 7 days with its CV, if no user has decided, and not before, nor by a clock that is wrong', {
    tags: ['held-back'],
  }, async () => {
    const { id } = await trapped({}, cv)
    const discarded = await trapped({}, cv)
    // A crash came after the decision.
    await server.deps.heldApplications.decide(company.id, discarded.id, 'discarded')
    const sweep = async () => {
      await Promise.all([server, other].map(({ deps }) => letInOverdue(deps, deps.background.stopping)))
      await sweepCvs()
      for (const { deps } of [server, other]) await deps.background.settled()
    }
    laterMs = 6.9 * DAY_MS
    await sweep()
    expect(await candidates()).toEqual([])
    laterMs = 7.1 * DAY_MS
    const soundNow = () => {
      throw new Error('the clock is wrong')
    }
    await whileReplaced(server.deps, { soundNow }, () =>
      expect(letInOverdue(server.deps, server.deps.background.stopping)).rejects.toThrow('the clock is wrong'),
    )
    // One that fails is let in later, and its CV stays.
    await whileFailing(server.deps.heldApplications, 'decide', () =>
      letInOverdue(server.deps, server.deps.background.stopping),
    )
    await sweepCvs()
    expect(await candidates()).toEqual([])
    await sweep()
    expect(await candidates()).toMatchObject([{ id, ...person, cv: expect.stringMatching(/^http/) }])
    expect(await stored()).toEqual({ files: 1, uploads: 0 })
    expect(await server.deps.heldApplications.count(company.id)).toBe(0)
    const { events } = await server.deps.auditEvents.list(company.id, undefined, 10)
    expect(events.filter(({ target }) => target === id)).toMatchObject([{ action: 'application_let_in', by: 'board' }])
  })
})

describe('the CV of an application that is held back', () => {
  const openCv = (path: string, headers: Record<string, string> = { cookie: user.cookie ?? '' }) =>
    fetch(`${server.url}/backoffice/${path}`, { headers })
  const statusOf = async (...asked: Parameters<typeof openCv>) => (await openCv(...asked)).status

  it('is open to the signed-in users of its company alone, as any CV is, and the audit trail notes each time', {
    tags: ['held-back'],
  }, async () => {
    const formId = randomUUID()
    const { id } = await trapped({ formId }, cv)
    const shown = await openCv(`held-cv/${id}`)
    expect(shown.status).toBe(200)
    expect(Buffer.from(await shown.arrayBuffer()).equals(pdf)).toBe(true)
    const saved = await openCv(`held-cv/${id}?download`)
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="CV Zo/)
    expect((await findLastAudit())[0]).toMatchObject({ action: 'cv_downloaded', target: id, by: user.email })
    const stranger = await signedInUser(server, await server.company())
    expect([
      await statusOf(`held-cv/${id}`, { cookie: stranger.cookie ?? '' }),
      await statusOf(`held-cv/${id}`, {}),
      await statusOf(`held-cv/${id}`, { 'x-api-key': company.key }),
      (await company.call('GET', `/candidate/${id}/cv`)).status,
      await statusOf(`held-cv/${(await trapped({ message: 'without' })).id}`),
    ]).toEqual([404, 401, 401, 404, 404])
    // Another content of the form is accepted under the same id. Each address has its own CV.
    expect(await statusOf(`cv/${id}`)).toBe(404)
    const second = makePdf(2000)
    expect((await sent({ formId, message: 'second' }, second)).id).toBe(id)
    const sizes = ['cv', 'held-cv'].map(
      async (path) => (await (await openCv(`${path}/${id}`)).arrayBuffer()).byteLength,
    )
    expect(await Promise.all(sizes)).toEqual([second.length, pdf.length])
    const like = await openCv(`cv/${id}`)
    const names = ['content-type', 'content-disposition', 'content-security-policy', 'cache-control']
    expect(names.map((name) => shown.headers.get(name))).toEqual(names.map((name) => like.headers.get(name)))
  })

  it('is not found once a user has decided, or the person is erased', async () => {
    const open = ({ id }: { id: string }) => statusOf(`held-cv/${id}`)
    const letIn = await trapped({ email: 'in@example.com' }, cv)
    const discarded = await trapped({ email: 'out@example.com' }, cv)
    const interrupted = await trapped({ email: 'half@example.com' }, cv)
    const erased = await trapped({}, cv)
    expect(await Promise.all([letIn, discarded, interrupted, erased].map(open))).toEqual([200, 200, 200, 200])
    await applications.letIn.mutate(letIn)
    await applications.discard.mutate(discarded)
    // A crash came after the decision.
    await server.deps.heldApplications.decide(company.id, interrupted.id, 'discarded')
    await applications.erase.mutate({ id: (await sent()).id, allOfPerson: true })
    expect(await Promise.all([letIn, discarded, interrupted, erased].map(open))).toEqual([404, 404, 404, 404])
    expect(await statusOf(`cv/${letIn.id}`)).toBe(200)
  })
})

describe('letting in', () => {
  it('makes one candidate with its CV, however often and from however many processes', async () => {
    const { id } = await trapped({}, cv)
    const before = await sent({ email: 'before@example.com' })
    const operator = actAsOperator(company.id)
    const dates = await Promise.all(
      [server, other, server, other].map(({ deps }) => letApplicationIn(deps, operator, { id })),
    )
    dates.push(await applications.letIn.mutate({ id }))
    expect(new Set(dates.map(({ date }) => date)).size).toBe(1)
    const [first, second, ...more] = await candidates()
    expect(more).toEqual([])
    expect(first).toMatchObject({ id: before.id })
    // Its date is that of the moment when it was let in, so no poller has passed it.
    expect(second).toMatchObject({ id, ...person, date: dates[0]?.date, status: 'PENDING' })
    expect((await fetch(second.cv)).status).toBe(200)
    expect(await server.deps.heldApplications.find(company.id, id)).toBeUndefined()
    expect(await applications.listHeld.query({})).toEqual({ held: [], total: 0 })
    for (const { deps } of [server, other]) await deps.background.settled()
    expect(await stored()).toEqual({ files: 1, uploads: 0 })
    const { events } = await server.deps.auditEvents.list(company.id, undefined, 10)
    expect(events.map(({ action }) => action)).toContain('application_let_in')
  })
})

describe('a discard', () => {
  const remains = () => findRemains(server.connection, company.id, /zoé|zoe@|in\/zoe|amrani|bonjour|600 000/i)

  it('deletes the application and its CV', async () => {
    const { id } = await trapped({}, cv)
    await applications.discard.mutate({ id })
    expect(await remains()).toEqual([])
    await expect(applications.discard.mutate({ id })).rejects.toMatchObject(notFound)
    expect(await findLastAudit()).toMatchObject([{ action: 'application_discarded', target: id }])
    // Its CV was kept for a correction, and the form was sent twice.
    const form = await sentWrong()
    for (const _ of [1, 2]) expect((await trapped(form)).status).toBe(202)
    for (const { id } of (await applications.listHeld.query({})).held) await applications.discard.mutate({ id })
    expect([await remains(), await stored()]).toEqual([[], { files: 0, uploads: 0 }])
  })
})
