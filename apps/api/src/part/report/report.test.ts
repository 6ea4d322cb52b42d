import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { trapFilled } from '../../test/form.ts'
import { type TestCompany, useSecondServer, useServer } from '../../test/harness.ts'
import { POSTPONED_MS_MAX, useMailServer, watchOutbox } from '../../test/mail-server.ts'
import { readSample } from '../../test/read-sample.ts'
import { namedBoard } from '../../test/settings.ts'
import { REPORTS_AN_HOUR } from './pages.ts'
import { closeReports, countOpenReports, queueReportNotices } from './report.ts'
import { reporting } from './state.ts'

const smtp = useMailServer()
// Noon, so that no test begins on one day and ends on the next.
let nowMs = Date.parse(new Date().toISOString().replace(/T.*/, 'T12:00:00Z'))
const operator = 'operator@board.example'
const options = {
  mail: () => smtp.settings,
  now: () => nowMs,
  settings: { trustProxy: 1, board: { ...namedBoard, contactEmail: operator } },
}
const server = useServer(options)
const second = useSecondServer(server, options)
const withoutContact = useServer({ mail: () => smtp.settings })

const DAY_MS = 24 * 60 * 60 * 1000
const { waitUntilSent, waitForFailure } = watchOutbox(server, options.now)
const findReports = (companyId: string) => server.connection.db.collection('jobReports').find({ companyId }).toArray()

let callers = 0
const newCaller = () => `192.0.2.${++callers}`
const fraud = { reason: 'FRAUD', text: 'Ils demandent 500 DH.\r\nSur un compte.', email: '' }

let company: TestCompany
let job: { jobId: number; jobUrl: string }
beforeAll(async () => {
  company = await server.company()
})

/** Sends the form of a job's page. It does not follow a redirect. */
async function send(jobUrl: string, fields: Record<string, string>, accept: string, caller = newCaller()) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ formId: randomUUID(), ...fields })) body.append(name, value)
  const headers = { accept, 'x-forwarded-for': caller }
  const res = await fetch(`${jobUrl}/report`, { method: 'POST', headers, body, redirect: 'manual' })
  return { status: res.status, headers: res.headers, text: await res.text() }
}
/** Reports a job as a browser does. */
const report = (jobUrl: string, fields: Record<string, string> = fraud, caller?: string) =>
  send(jobUrl, fields, 'text/html,*/*;q=0.8', caller)
/** Reports a job as a program does. */
async function reportAsProgram(jobUrl: string, fields: Record<string, string>, caller?: string) {
  const { status, headers, text } = await send(jobUrl, fields, 'application/json', caller)
  return { status, headers, body: JSON.parse(text) }
}
const open = async (address: string) => {
  const res = await fetch(address, { headers: { accept: 'text/html' } })
  return { status: res.status, html: await res.text() }
}

describe('the form', () => {
  beforeAll(async () => {
    job = await company.boardJob('Caissière <b>')
  })

  it('is a link on the page of the job, and one report is stored and confirmed, also if the form is sent many times', async () => {
    const { pathname } = new URL(job.jobUrl)
    for (const locale of ['fr', 'en', 'ar']) {
      const address = pathname.replace('/fr/', `/${locale}/`)
      expect((await open(`${server.url}${address}`)).html).toContain(`href="${address}/report"`)
      const { html } = await open(`${server.url}${address}/report`)
      expect(html).toContain(`action="${address}/report"`)
      expect(html).toContain('<meta name="robots" content="noindex"/>')
    }
    const formId = /name="formId" value="([\w-]+)"/.exec((await open(`${job.jobUrl}/report`)).html)?.[1] ?? ''
    const fields = { ...fraud, formId, email: 'Zoe@example.com' }
    const answers = await Promise.all([1, 2, 3].map(() => report(job.jobUrl, fields)))
    for (const { status, headers } of answers)
      expect([status, headers.get('location')]).toEqual([303, `${pathname}/reported`])
    expect((await open(`${job.jobUrl}/reported`)).html).toContain('Signalement envoyé')
    const asProgram = await reportAsProgram(job.jobUrl, { ...fields, formId: formId.toUpperCase() })
    expect(asProgram).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^report_[0-9a-f]{20}$/) } })
    expect(await findReports(company.id)).toEqual([
      {
        _id: asProgram.body.id,
        companyId: company.id,
        jobId: job.jobId,
        at: new Date(nowMs),
        reason: 'FRAUD',
        text: 'Ils demandent 500 DH.\nSur un compte.',
        email: 'Zoe@example.com',
      },
    ])
  })

  it.each<[string, Record<string, string>, string]>([
    ['no reason', { reason: '' }, 'reason'],
    ['an unknown reason', { reason: 'BORING' }, 'reason'],
    ['no words about something else', { reason: 'OTHER', text: ' \n' }, 'text'],
    ['a text that is too long', { text: 'x'.repeat(2_001) }, 'text'],
    ['an address that is none', { email: 'nobody' }, 'email'],
    ['an id that is none', { formId: '1' }, 'formId'],
    ['several mistakes', { reason: 'OTHER', text: '', email: 'a@b' }, 'email text'],
  ])('with %s is refused, and comes back with what was typed', async (_what, fields, paths) => {
    const before = await findReports(company.id)
    const sent = { ...fraud, text: '"><script>\n</textarea>', ...fields }
    const { status, text: html } = await report(job.jobUrl, sent)
    expect(status).toBe(400)
    expect(html).toContain('role="alert"')
    expect(html.match(/aria-invalid="true"/g) ?? []).toHaveLength(
      paths.split(' ').filter((path) => /text|email/.test(path)).length,
    )
    for (const path of paths.split(' ').filter((path) => path !== 'formId'))
      expect(html).toContain(`<a href="#${path}">`)
    if (!('text' in fields)) expect(html).toContain('&quot;&gt;&lt;script&gt;\n&lt;/textarea&gt;')
    expect(html.includes('checked="" value="FRAUD"')).toBe(sent.reason === 'FRAUD')
    const { body } = await reportAsProgram(job.jobUrl, sent)
    expect(body.error).toMatchObject({ code: 'invalid_request', requestId: expect.any(String) })
    expect(body.error.issues).toEqual(
      paths.split(' ').map((path) => ({ path, message: expect.stringContaining(path) })),
    )
    expect(await findReports(company.id)).toEqual(before)
  })

  it('in another language keeps what was typed, and stores nothing', async () => {
    const before = await findReports(company.id)
    const inEnglish = job.jobUrl.replace('/fr/', '/en/')
    const { status, text: html } = await report(inEnglish, { ...fraud, carry: 'yes' })
    expect(status).toBe(200)
    for (const part of ['What is wrong?', 'Ils demandent 500 DH.', 'checked="" value="FRAUD"'])
      expect(html).toContain(part)
    expect(html).not.toContain('role="alert"')
    expect(await findReports(company.id)).toEqual(before)
  })

  it('with the trap field filled in stores nothing, and the answer is the same', async () => {
    const before = await findReports(company.id)
    const { status, headers } = await report(job.jobUrl, { ...fraud, ...trapFilled })
    expect([status, headers.get('location')]).toEqual([303, `${new URL(job.jobUrl).pathname}/reported`])
    expect(await reportAsProgram(job.jobUrl, { ...fraud, ...trapFilled })).toMatchObject({ status: 201 })
    expect(await findReports(company.id)).toEqual(before)
  })

  it('comes from one address a few times an hour, and then says when to try again and keeps what was typed', {
    tags: ['reports'],
  }, async () => {
    const caller = newCaller()
    for (let count = 0; count < REPORTS_AN_HOUR; count++)
      expect((await report(job.jobUrl, fraud, caller)).status).toBe(303)
    const { status, headers, text } = await report(job.jobUrl, fraud, caller)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(text).toContain('Trop de signalements')
    expect(text).toContain('Ils demandent 500 DH.')
    expect(await reportAsProgram(job.jobUrl, fraud, caller)).toMatchObject({
      status: 429,
      body: { error: { code: 'too_many_requests' } },
    })
    expect((await report(job.jobUrl)).status).toBe(303)
  })

  it('of a job that people cannot see is gone as its page is, and a report that was sent stays confirmed', async () => {
    const { jobUrl } = (await company.call('POST', '/job', { job: { id: 'gone', title: 'Parti' } })).body
    const draft = (await company.call('POST', '/job', { job: { id: 'draft', title: 'Projet', status: 'UNPUBLISHED' } }))
      .body.jobUrl
    expect((await report(jobUrl)).status).toBe(303)
    await company.call('DELETE', '/job/gone')
    for (const { status, html } of [await open(jobUrl), await open(`${jobUrl}/report`)]) {
      expect([status, html.includes('Offre retirée')]).toEqual([410, true])
      expect(html).not.toContain('/report"')
    }
    expect((await report(jobUrl)).status).toBe(410)
    expect(await reportAsProgram(jobUrl, fraud)).toMatchObject({
      status: 410,
      body: { error: { code: 'job_unpublished' } },
    })
    expect((await open(`${jobUrl}/reported`)).status).toBe(200)
    expect([(await open(`${draft}/report`)).status, (await report(draft)).status]).toEqual([404, 404])
  })
})

describe('the mail to the operator', () => {
  const receive = (title: string) => smtp.received.filter(({ subject }) => subject.includes(title))
  /** Lets both servers find what is new, at the same moment, and waits for the mails. */
  async function letServersLook(): Promise<void> {
    await Promise.all(
      [server, second, server, second].map(({ deps }) => queueReportNotices(deps, deps.background.stopping)),
    )
    await waitUntilSent()
  }
  const nextDay = () => {
    nowMs += DAY_MS
  }

  it('comes once a day for a job, with the reasons and no word of a visitor, and not again without a new report', async () => {
    const { jobId, jobUrl } = await company.boardJob('Vendeuse à Fès')
    await report(jobUrl, { ...fraud, email: 'zoe@example.com' })
    await letServersLook()
    const [mail, ...others] = receive('Vendeuse')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: [operator], subject: 'Report of a job: Vendeuse à Fès (Atlas Talents)' })
    const path = new URL(jobUrl).pathname
    for (const part of [
      `${path}\n`,
      '1 × it is a fraud',
      'goes to the visitor',
      'admin report list',
      `admin job suspend --id ${jobId}\n`,
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.text).not.toContain('500 DH')
    expect(mail?.headers.get('reply-to')).toMatchObject({ text: 'zoe@example.com' })
    for (const reason of ['FRAUD', 'DISCRIMINATION'])
      await report(jobUrl, { ...fraud, reason, email: 'omar@example.com' })
    await letServersLook()
    expect(receive('Vendeuse')).toHaveLength(1)
    nextDay()
    await letServersLook()
    const [, next] = receive('Vendeuse')
    for (const part of ['Open reports: 3.', '2 × it is a fraud', '1 × it discriminates'])
      expect(next?.text).toContain(part)
    expect(next?.headers.has('reply-to')).toBe(false)
    expect(next?.text).not.toContain('goes to the visitor')
    nextDay()
    await letServersLook()
    expect(receive('Vendeuse')).toHaveLength(2)
  })

  it('is sent later if the mail server is away, and not about reports that were closed meanwhile', async () => {
    const [late, closed] = [await company.boardJob('En retard'), await company.boardJob('Classée')]
    await smtp.whileAway(async () => {
      await report(late.jobUrl)
      await queueReportNotices(server.deps, server.deps.background.stopping)
      await waitForFailure('report')
      await report(closed.jobUrl)
      expect(await closeReports(server.deps, { jobId: closed.jobId })).toBe(1)
    })
    nowMs += POSTPONED_MS_MAX
    await letServersLook()
    expect([receive('En retard'), receive('Classée')].map(({ length }) => length)).toEqual([1, 0])
  })

  /** Stores a report of a new job. */
  async function store(title: string, seconds: number, isRepeat?: true): Promise<number> {
    const { jobId } = await company.boardJob(title)
    await storeAgain(jobId, seconds, isRepeat)
    return jobId
  }
  const storeAgain = (jobId: number, seconds: number, isRepeat?: true) =>
    reporting(server.deps).reports.insert({
      id: `report_${randomUUID()}`,
      companyId: company.id,
      jobId,
      at: new Date(nowMs + seconds * 1e3),
      reason: 'OTHER',
      text: 'x',
      email: null,
      ...(isRepeat && { isRepeat }),
    })

  it('comes about 19 jobs a day at most, and the 20th says how many more have reports; the others follow on the next day', async () => {
    nextDay()
    for (let number = 1; number <= 21; number++) await store(`Inondation ${number}`, number)
    await letServersLook()
    await letServersLook()
    expect(receive('Inondation')).toHaveLength(19)
    const [further, ...more] = receive('further job')
    expect([further?.subject, more]).toEqual(['Reports of 2 further jobs', []])
    for (const part of ['reported 2 further jobs', 'admin report list', 'once an hour'])
      expect(further?.text).toContain(part)
    expect(further?.to).toEqual([operator])
    // An honest report comes a moment later, on the same day.
    await store('Honnête', 22)
    await letServersLook()
    expect(receive('further job')).toHaveLength(1)
    nowMs += 60 * 60 * 1000
    await letServersLook()
    await letServersLook()
    expect(receive('further job').map(({ subject }) => subject)).toEqual([
      'Reports of 2 further jobs',
      'Reports of 3 further jobs',
    ])
    // Nothing is new in the next hour.
    nowMs += 60 * 60 * 1000
    await letServersLook()
    expect([receive('further job').length, receive('Honnête')]).toEqual([2, []])
    nextDay()
    await letServersLook()
    expect(['Inondation', 'Inondation 20', 'Inondation 21', 'Honnête'].map((title) => receive(title).length)).toEqual([
      21, 1, 1, 1,
    ])
    expect(receive('further job')).toHaveLength(2)
  })

  it('comes first about the jobs that several addresses have reported', async () => {
    nextDay()
    // One address reports each of these many times.
    for (let number = 1; number <= 20; number++) {
      const jobId = await store(`Répétée ${number}`, number)
      for (const again of [1, 2]) await storeAgain(jobId, number + again, true)
    }
    await storeAgain(await store('De deux visiteurs', 100), 101)
    await letServersLook()
    expect([receive('De deux visiteurs').length, receive('Répétée').length]).toEqual([1, 18])
    nextDay()
    await letServersLook()
  })

  it('comes about the report of another visitor, however many jobs one address reports', async () => {
    nextDay()
    const flood = newCaller()
    const statuses: number[] = []
    for (let number = 1; number <= 17; number++)
      statuses.push((await report((await company.boardJob(`Flot ${number}`)).jobUrl, fraud, flood)).status)
    expect(statuses).toEqual([...Array(5).fill(303), ...Array(12).fill(429)])
    const { jobUrl, jobId } = await company.boardJob('Fraude vue')
    expect((await report(jobUrl)).status).toBe(303)
    await letServersLook()
    expect(receive('Fraude vue')).toHaveLength(1)
    // The address may report once more what it has reported, and neither row has the address.
    const again = newCaller()
    for (const _ of [1, 2]) expect((await report(jobUrl, fraud, again)).status).toBe(303)
    const rows = (await findReports(company.id)).filter((row) => row.jobId === jobId)
    expect(rows.map(({ isRepeat }) => isRepeat)).toEqual([undefined, undefined, true])
    const { status, headers, text } = await report((await company.boardJob('Flot 18')).jobUrl, fraud, flood)
    expect([status, Number(headers.get('retry-after')) > 60 * 60]).toEqual([429, true])
    expect(text).toContain('Réessayez demain')
    const counts = await server.connection.db.collection('limitCounts').find({}).toArray()
    for (const caller of [flood, again]) expect(JSON.stringify([counts, rows])).not.toContain(caller)
  })

  it('needs the operator’s address; without it reports are counted and stored', async () => {
    const { jobUrl } = await (await withoutContact.company()).boardJob('Sans adresse')
    expect((await report(jobUrl)).status).toBe(303)
    await queueReportNotices(withoutContact.deps, withoutContact.deps.background.stopping)
    expect(await withoutContact.connection.db.collection('mails').countDocuments({})).toBe(0)
    await countOpenReports(withoutContact.deps)
    expect(readSample(await withoutContact.deps.metrics.text(), 'boardwalk_reports_open')).toBe(1)
  })
})
