import { beforeEach, describe, expect, it } from 'vitest'
import { signedInAdministrator } from '../../test/administrator.ts'
import { whileReplaced } from '../../test/failing-store.ts'
import { apply, pdf, trapFilled } from '../../test/form.ts'
import { type TestCompany, useSecondServer, useServer } from '../../test/harness.ts'
import { findRemains } from '../../test/raw-database.ts'
import { readSample } from '../../test/read-sample.ts'
import { actAsOperator } from '../audit/service.ts'
import { sweepAbandonedCvs } from './service/cv.ts'
import { letApplicationIn } from './service/hold.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let laterMs = 0
const now = () => Date.now() + laterMs
const server = useServer({ now })
const other = useSecondServer(server, { now })
let company: TestCompany
let applications: Awaited<ReturnType<typeof signedInAdministrator>>['client']['application']
let job: { jobId: number; jobUrl: string }
beforeEach(async () => {
  laterMs = 0
  company = await server.company()
  applications = (await signedInAdministrator(server, company)).client.application
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

async function sent(fields: Record<string, string> = {}, file?: typeof cv): Promise<{ id: string; date: string }> {
  const { status, body } = await apply(job.jobUrl, { ...person, ...fields }, file)
  expect(status).toBe(201)
  await server.deps.background.settled()
  return body
}
const trapped = (fields: Record<string, string> = {}, file?: typeof cv) => sent({ ...trapFilled, ...fields }, file)
const candidates = async () => (await company.call('GET', '/candidates')).body.candidates
const stored = () => server.storedCvs(company.id)
const findLastAudit = async () => (await server.deps.auditEvents.list(company.id, undefined, 1)).events
const notFound = { data: { code: 'application_not_found' } }

describe('an application whose trap was filled in', () => {
  it('is held back with all that was sent, for 30 days, and is counted', async () => {
    const counted = async () =>
      readSample(await server.deps.metrics.text(), 'boardwalk_application_forms_total{outcome="held"}') || 0
    const before = await counted()
    const { id, date } = await trapped({}, cv)
    expect(await applications.listHeld.query({})).toEqual({
      held: [
        {
          ...{ id, ...person, jobId: job.jobId, jobTitle: 'Comptable', hasCv: true, heldAt: date },
          until: new Date(Date.parse(date) + 30 * DAY_MS).toISOString(),
        },
      ],
      total: 1,
    })
    expect(await counted()).toBe(before + 1)
    expect(await candidates()).toEqual([])
    expect(await applications.list.query({})).toMatchObject({ total: 0 })
  })

  it('is deleted after 30 days, and its CV a little later, and not before, nor by a clock that is wrong', async () => {
    const { id } = await trapped({}, cv)
    const operator = actAsOperator(company.id)
    // Between the two, an administrator may just have let the application in.
    for (const days of [29.9, 30.01]) {
      laterMs = days * DAY_MS
      await sweepAbandonedCvs(server.deps)
      expect(await stored()).toEqual({ files: 1, uploads: 1 })
    }
    laterMs = 30.1 * DAY_MS
    const soundNow = () => {
      throw new Error('the clock is wrong')
    }
    await whileReplaced(server.deps, { soundNow }, () =>
      expect(sweepAbandonedCvs(server.deps)).rejects.toThrow('the clock is wrong'),
    )
    expect(await stored()).toEqual({ files: 1, uploads: 1 })
    await sweepAbandonedCvs(server.deps)
    expect(await stored()).toEqual({ files: 0, uploads: 0 })
    // The database deletes the row by its own clock, some time later.
    const letIn = letApplicationIn(server.deps, operator, { id })
    await expect(letIn).rejects.toMatchObject({ code: 'application_not_found' })
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
    expect(await server.deps.heldApplications.find(company.id, id, new Date(0))).toBeUndefined()
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
  })
})
