import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { apply, pdf } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { signedInUser } from '../../test/user.ts'

const server = useServer({ now: () => Date.parse('2026-11-28T09:00:00Z') })
let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
const person = { firstName: 'Zoé', lastName: 'El Amrani', email: 'zoe@example.com', phone: '+212 600 000 000' }

beforeAll(async () => {
  company = await server.company()
  user = await signedInUser(server, company)
  const { body } = await company.call('POST', '/job', { job: { id: 'A-1', title: '=1+1', city: ['Fès', 'Salé'] } })
  const boardwalk = { closesAt: '2026-12-31', hours: 'PART_TIME', applyUrl: 'https://atlas.example/apply' }
  await company.call('POST', '/job', { job: { id: 'A-2', title: 'Brouillon', status: 'UNPUBLISHED', boardwalk } })
  await company.call('PUT', '/job/A-2', { job: { educationLevel: 'Bac+5' } })
  const zoe = (await apply(body.jobUrl, { ...person, message: 'Bonjour;\r\n=1+1' }, pdf)).body.id
  await user.client.application.addNote.mutate({ id: zoe, noteId: randomUUID(), text: 'À rappeler,\n=le soir' })
  const erased = (await apply(body.jobUrl, { ...person, email: 'erased@example.com', lastName: 'Oubliée' })).body.id
  await user.client.application.erase.mutate({ id: erased })
  await server.deps.recorder.flush()
})

interface Options {
  filter?: object | string
  locale?: string
  cookie?: string
}

async function download(list: string, { filter = {}, locale = 'en', cookie = user.cookie ?? '' }: Options = {}) {
  const query = new URLSearchParams({ locale, filter: typeof filter === 'string' ? filter : JSON.stringify(filter) })
  const answer = await fetch(`${server.url}/backoffice/export/${list}.csv?${query}`, { headers: { cookie } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const [head = '', ...rows] = bytes.toString('utf8').split('\r\n')
  return { status: answer.status, headers: answer.headers, head, rows: rows.filter((row) => row !== '') }
}

test('a list is a CSV file with the filters of the page, and no text in it is a formula', async () => {
  const { status, headers, head, rows } = await download('applications')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('content-disposition')).toBe('attachment; filename=applications-2026-11-28.csv')
  expect(head).toMatch(/^\ufeffDate \(UTC\),Job,Job id,First name,/)
  const zoe = rows.filter((row) => row.includes('zoe@example.com'))
  expect(head).toMatch(/,Erased on \(UTC\),Message,Answers to questions,Notes \(UTC\),Application reference$/)
  expect(zoe).toEqual([
    expect.stringMatching(
      /^2026-11-28 09:00:\d\d,'=1\+1,\d+,Zoé,El Amrani,zoe@example\.com,\+212 600 000 000,,Yes,New,.*,,"Bonjour;\n'=1\+1",,"2026-11-28 09:00:00 .+: À rappeler,\n'=le soir",[\w-]+$/,
    ),
  ])
  const drafts = await download('jobs', { filter: { status: 'UNPUBLISHED' } })
  expect(drafts.rows).toEqual([
    expect.stringMatching(/^\d+,A-2,Brouillon,,.*,PART_TIME,.*,2026-12-31 23:59:59,https:\/\/atlas\.example\/apply,/),
  ])
  const found = await download('jobs', { filter: { search: 'A-1', sort: 'updated' } })
  expect(found.rows).toEqual([expect.stringMatching(/^\d+,A-1,'=1\+1,"Fès, Salé",/)])
  const failed = await download('requests', { filter: { failedOnly: true } })
  expect(failed.rows).toEqual([expect.stringContaining('updateJob,PUT /api/job/{externalJobId},400,invalid_request')])
})

test('a text that a spreadsheet of another country would split is in quotes, and no part of it is a formula', async () => {
  const other = await server.company()
  const { cookie = '' } = await signedInUser(server, other)
  const title = "T;=cmd|' /C calc'!A0,=1+1"
  await other.call('POST', '/job', { job: { id: 'F-1', title } })
  for (const locale of ['en', 'fr', 'ar'])
    expect((await download('jobs', { locale, cookie })).rows).toEqual([
      expect.stringContaining(`"T;'=cmd|' /C calc'!A0,'=1+1"`),
    ])
})

test('the row of an erased person has the job, the date and the status only', async () => {
  const { rows } = await download('applications')
  const [erased] = rows.filter((row) => !row.includes('zoe@example.com'))
  expect(rows).toHaveLength(2)
  expect(erased).toMatch(/^2026-11-28 09:00:\d\d,'=1\+1,\d+,,,,,,No,New,[^,]*,,2026-11-28 09:00:00,,,,[\w-]+$/)
  expect(rows.join()).not.toMatch(/Oubliée|erased@/)
})

test('the headings and the name of the file are in the language of the page', async () => {
  const french = await download('jobs', { locale: 'fr' })
  expect(french.head).toMatch(/^\ufeffNuméro de l’offre;Identifiant externe;Titre;Ville;/)
  expect(french.headers.get('content-disposition')).toBe('attachment; filename=offres-2026-11-28.csv')
  const arabic = await download('applications', { locale: 'ar' })
  expect(arabic.head).toContain('الاسم الشخصي')
  expect(decodeURIComponent(arabic.headers.get('content-disposition') ?? '')).toContain('طلبات-الترشح-2026-11-28.csv')
})

test('each download is in the audit trail, with the rows of lists that have a number', async () => {
  await download('applications')
  await download('audit')
  const { rows } = await download('audit')
  expect(rows.slice(0, 3)).toEqual([
    expect.stringContaining(',list_exported,audit,'),
    expect.stringContaining(',list_exported,audit,'),
    expect.stringContaining(',list_exported,applications,rows: 2'),
  ])
})

test('the audit trail has what users changed in jobs, and a list of its own has what keys changed', async () => {
  const other = await server.company()
  const { client, cookie = '' } = await signedInUser(server, other)
  const { body } = await other.call('POST', '/job', { job: { id: 'H-1', title: 'Comptable' } })
  await other.call('PUT', '/job/H-1', { job: { title: 'Comptable senior', city: 'Fès' } })
  await client.job.update.mutate({ jobId: body.jobId, revision: 2, job: { title: 'Cheffe comptable' } })
  const byUsers = await download('audit', { cookie })
  expect(byUsers.head).toMatch(/,Details,Changes$/)
  const changed = byUsers.rows.filter((row) => row.includes(',job_changed,'))
  expect(changed).toEqual([expect.stringMatching(/,title: Comptable senior → Cheffe comptable$/)])
  const byKeys = await download('keyChanges', { cookie })
  expect(byKeys.head).toBe('\ufeffDate (UTC),Key,End of the key,Job id,Job,Changes')
  expect(byKeys.rows).toEqual([
    expect.stringMatching(/,Cheffe comptable,"title: Comptable → Comptable senior; city: {2}→ Fès"$/),
  ])
  expect((await download('keyChanges')).rows.join()).not.toContain('Cheffe comptable')
})

test('only users of the company get its lists, and a wrong filter or list is refused', async () => {
  const stranger = await signedInUser(server, await server.company())
  const cookie = stranger.cookie ?? ''
  for (const list of ['applications', 'jobs', 'requests'])
    expect([list, (await download(list, { cookie })).rows]).toEqual([list, []])
  expect((await download('applications', { cookie: '' })).status).toBe(401)
  expect((await download('users')).status).toBe(404)
  for (const filter of ['{', '[]', '{"status":"new"}', '{"search":5}'])
    expect([filter, (await download('applications', { filter })).status]).toEqual([filter, 400])
})

test('no link on another site starts a download that leaves an audit event', async () => {
  const other = await server.company()
  const { client, cookie = '' } = await signedInUser(server, other)
  const { jobUrl } = await other.boardJob()
  const { id } = (await apply(jobUrl, person, pdf)).body
  const events = async () => (await client.activity.audit.query({})).events.length
  for (const path of ['export/jobs.csv', `cv/${id}`, `person/${id}`]) {
    const open = async (site?: string) => {
      const headers = { cookie, accept: 'text/html', ...(site !== undefined && { 'sec-fetch-site': site }) }
      const answer = await fetch(`${server.url}/backoffice/${path}`, { headers })
      return [answer.status, await answer.text()]
    }
    const before = await events()
    for (const site of ['cross-site', 'same-site'])
      expect(await open(site)).toEqual([403, expect.stringContaining('Un autre site vous a envoyé ici')])
    expect(await events()).toBe(before)
    for (const site of ['same-origin', 'none', undefined]) expect((await open(site))[0]).toBe(200)
    expect(await events()).toBeGreaterThan(before)
  }
})

test('a long list is complete: each row is there once, in the order of the list', async () => {
  const other = await server.company()
  const { cookie = '' } = await signedInUser(server, other)
  const { jobId } = await other.boardJob('Comptable')
  const ids = Array.from({ length: 1_100 }, (_, index) => `long-${String(index).padStart(5, '0')}`)
  const sent = { ...person, linkedinUrl: '', message: '', cvId: null, contentDigest: '' }
  const fields = { ...sent, companyId: other.id, jobId, status: 'PENDING' as const }
  await server.deps.applications.insertNew(
    other.id,
    ids.map((id, index) => ({ ...fields, id, date: new Date(Date.UTC(2026, 0, 1) + index) })),
  )
  const newest = await download('applications', { cookie })
  expect(newest.rows.map((row) => row.split(',').at(-1))).toEqual(ids.toReversed())
  const oldest = await download('applications', { cookie, filter: { order: 'ascending' } })
  expect(oldest.rows.map((row) => row.split(',').at(-1))).toEqual(ids)
})
