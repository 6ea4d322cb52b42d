import type { Candidate as SentCandidate } from '@boardwalk/schema/candidate'
import type { BoardJobCreate } from '@boardwalk/schema/job'
import type { SentTerms } from '@boardwalk/schema/terms'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import type { BoardJob, BoardTerms } from './board-job.ts'
import type { Candidate } from './candidate.ts'
import { job, pdf, read, start } from './test/start.ts'

/* What applicants and users do. packages/sandbox/src/same-answers.test.ts compares their edits with those on a server. */

describe('people of a company', () => {
  it('apply with the given values, and made-up or empty ones for the rest; a key has the scopes of the test', async () => {
    const { sandbox, call } = start()
    await call('POST', '/job', { job })
    expect((await start({ scopes: ['read'] }).call('POST', '/job', { job })).status).toBe(403)
    const candidate = await sandbox.apply('A-1', { firstName: 'Nadia', phone: '+212 600 000 000' })
    expect(candidate).toMatchObject({ offerId: 'A-1', firstName: 'Nadia', lastName: 'Bennani', message: '', cv: '' })
    expect(await read(call('GET', '/candidates'))).toEqual({ candidates: [candidate], total: 1, error: null })
  })

  it('apply with a CV, which the candidate’s link opens', async () => {
    const { sandbox, call } = start()
    await call('POST', '/job', { job })
    const { cv, id } = await sandbox.apply('A-1', { cv: pdf })
    const download = await sandbox.fetch(cv)
    expect(download.headers.get('content-disposition')).toContain('filename="CV Salma Bennani.pdf"')
    expect(await download.text()).toBe('%PDF-1.4 of Salma')
    expect((await sandbox.fetch(cv.replace(/signature=./, 'signature='))).status).toBe(403)
    await sandbox.erase(id)
    expect((await sandbox.fetch(cv)).status).toBe(410)
  })

  it('cannot apply to a missing or unpublished job, or with values that the form refuses', async () => {
    const { sandbox, call } = start()
    await call('POST', '/job', { job: { ...job, status: 'UNPUBLISHED' } })
    await expect(sandbox.apply('none')).rejects.toThrow('Test Company has no job none in the sandbox')
    await expect(sandbox.apply('A-1')).rejects.toThrow('Job A-1 takes no applications: it is not published')
    const { jobId } = await sandbox.addJob({ title: 'Vendeuse' })
    await expect(sandbox.apply(jobId, { email: 'nadia' })).rejects.toThrow('email must be an e-mail address')
    await expect(sandbox.addJob({ title: '' })).rejects.toThrow('title must not be blank')
  })

  it('set the status of a candidate, and erase what the candidate sent', async () => {
    const { sandbox, call } = start()
    const { jobId } = await sandbox.addJob({ title: 'Vendeuse' })
    const { id } = await sandbox.apply(jobId)
    await sandbox.setStatus(id, 'SHORTLISTED')
    const candidates = async () => (await read(call('GET', '/candidates'))).candidates
    expect(await candidates()).toMatchObject([{ id, status: 'SHORTLISTED', firstName: 'Salma' }])
    // The same made-up person applies once more. That application stays.
    const again = await sandbox.apply(jobId)
    await sandbox.erase(id)
    expect(await candidates()).toMatchObject([{ id, status: 'SHORTLISTED', firstName: '', email: '' }, again])
    await expect(sandbox.setStatus('none', 'HIRED')).rejects.toThrow('no application with the id none')
  })

  it('are told of by changes, as are callers: who is new, has another status or is erased, until the erasure is confirmed', async () => {
    const { sandbox, call } = start()
    const { jobId } = await sandbox.addJob({ title: 'Vendeuse' })
    const [{ id }, { id: hired }] = [await sandbox.apply(jobId), await sandbox.apply(jobId)]
    const update = async (sent: object) =>
      (await read(call('PUT', '/candidates', { candidates: [sent] }))).results[0].status
    let since = '1970-01-01'
    async function listChanges() {
      const answer = await call('GET', `/candidates?changes=true&since=${since}`)
      since = answer.headers.get('x-synced-through') ?? ''
      return (await read(Promise.resolve(answer))).candidates
    }
    expect(await listChanges()).toMatchObject([{ id }, { id: hired }])
    expect(await update({ id, erased: true })).toBe('failed')
    await sandbox.setStatus(id, 'SHORTLISTED')
    expect(await update({ id: hired, status: 'HIRED' })).toBe('updated')
    await sandbox.erase(id)
    expect(await listChanges()).toMatchObject([
      { id: hired, status: 'HIRED', statusChangedBy: 'api', erasedAt: null },
      { id, status: 'SHORTLISTED', statusChangedBy: 'back_office', erasedAt: expect.any(String), email: '' },
    ])
    expect([await update({ id, erased: true }), await update({ id, erased: true })]).toEqual(['updated', 'unchanged'])
    expect(await listChanges()).toEqual([])
  })

  it('edit a job, publish and unpublish it, and delete a draft', async () => {
    const { sandbox, call } = start()
    await call('POST', '/job', { job })
    const stored = async () => (await read(call('GET', '/job/A-1'))).job
    await sandbox.editJob('A-1', { city: 'Fès', status: 'UNPUBLISHED', department: 'R&D' })
    expect(await stored()).toMatchObject({
      city: 'Fès',
      status: 'UNPUBLISHED',
      department: 'R&D',
      changedBy: 'back_office',
    })
    await sandbox.editJob((await stored()).jobId, { city: null, status: 'PUBLISHED' })
    expect(await stored()).toMatchObject({ title: 'Comptable', status: 'PUBLISHED' })
    await expect(sandbox.editJob('A-1', { minSalary: -1 })).rejects.toThrow('minSalary must be a number from 0')
    await expect(sandbox.deleteDraft('A-1')).rejects.toThrow('Only a draft that was never published can be deleted')
    const { jobId } = await sandbox.addJob({ title: 'Vendeuse', status: 'UNPUBLISHED' })
    await sandbox.setExternalId(jobId, 'B-1')
    await sandbox.deleteDraft('B-1')
    expect((await call('GET', '/job/B-1')).status).toBe(404)
    expect((await call('POST', '/job', { job: { ...job, id: 'B-1' } })).status).toBe(200)
  })

  it('edit a job while a caller changes it, too', async () => {
    const { sandbox, call } = start()
    await call('POST', '/job', { job })
    const pushes = Array.from({ length: 10 }, (_, count) => call('PUT', '/job/A-1', { job: { rank: count } }))
    await sandbox.editJob('A-1', { city: 'Fès' })
    await Promise.all(pushes)
    expect((await read(call('GET', '/job/A-1'))).job).toMatchObject({ city: 'Fès', rank: 9 })
  })

  it('change, move and remove an external id, and a caller learns of it by 412, other headers and an empty id', async () => {
    const { sandbox, call } = start()
    await call('POST', '/job', { job })
    await call('POST', '/job', { job: { ...job, id: 'B-1' } })
    const { date } = await sandbox.apply('B-1')
    await sandbox.setExternalId('B-1', 'A-1')
    const { jobs } = await read(call('GET', '/jobs'))
    expect(jobs).toMatchObject([
      { jobId: 1, id: null },
      { jobId: 2, id: 'A-1', changedBy: 'back_office' },
    ])
    const moved = await call('GET', `/job/A-1/candidates?since=${date}`)
    expect(moved.headers.get('x-earlier-candidates')).toBe('1')
    expect(moved.headers.get('x-link-id')).toMatch(/^2-/)
    const headers = { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json', 'if-match': '*' }
    const update = { method: 'PUT', headers, body: '{"job":{"city":"Fès"}}' }
    expect((await sandbox.fetch(`${sandbox.url}/job/B-1`, update)).status).toBe(412)
    await sandbox.setExternalId('A-1', null)
    expect((await call('GET', '/job/A-1')).status).toBe(404)
    expect((await read(call('GET', '/candidates'))).candidates).toMatchObject([{ offerId: '', jobId: 2 }])
    await expect(sandbox.setExternalId(2, ' ')).rejects.toThrow('must not be blank')
  })
})

describe('a key', () => {
  it('that is rolled ends by the board’s clock, and callers learn when; the new one works at once', async () => {
    const { sandbox, call } = start({ now: () => Date.UTC(2026, 2, 1) })
    const first = sandbox.apiKey
    const status = async (key: string) => (await call('GET', '/jobs', undefined, { key })).status
    const second = await sandbox.rollKey({ endsInMs: 60_001 })
    expect(sandbox.apiKey).toBe(second)
    const ending = await call('GET', '/me', undefined, { key: first })
    expect(ending.headers.get('x-key-ends-at')).toBe('2026-03-01T00:01:00.001Z')
    sandbox.moveClock(60_000)
    expect([await status(first), await status(second)]).toEqual([200, 200])
    sandbox.moveClock(1)
    expect([await status(first), await status(second)]).toEqual([403, 200])
    const third = await sandbox.rollKey()
    expect([await status(second), await status(third)]).toEqual([403, 200])
    await sandbox.revokeKey()
    expect([await status(third), sandbox.requests.at(-1)?.company]).toEqual([403, 'test-company'])
    await expect(sandbox.rollKey()).rejects.toThrow('This key is revoked already')
  })

  it('of another company shows no data of the first company, and its users change only their own data', async () => {
    const { sandbox, call } = start()
    const other = sandbox.addCompany({ name: 'Atlas Talents', scopes: ['read'] })
    expect([sandbox.slug, other.slug, sandbox.addCompany().slug]).toEqual([
      'test-company',
      'test-company-2',
      'test-company-3',
    ])
    await call('POST', '/job', { job })
    const { jobId, jobUrl } = await other.addJob({ title: 'Vendeuse' })
    await other.setExternalId(jobId, 'A-1')
    await other.apply('A-1', { firstName: 'Omar' })
    const key = other.apiKey
    expect((await read(call('GET', '/me', undefined, { key }))).key.company).toMatchObject({ name: 'Atlas Talents' })
    expect((await read(call('GET', '/job/A-1', undefined, { key }))).job).toMatchObject({ jobId, jobUrl })
    expect(jobUrl).toContain('/companies/test-company-2/jobs/vendeuse-')
    expect((await read(call('GET', '/candidates', undefined, { key }))).candidates).toMatchObject([
      { firstName: 'Omar' },
    ])
    expect((await read(call('GET', '/candidates'))).total).toBe(0)
    expect((await call('PUT', '/job/A-1', { job: {} }, { key })).status).toBe(403)
    await expect(sandbox.deleteDraft(jobId)).rejects.toThrow(`Test Company has no job ${jobId} in the sandbox`)
    expect(sandbox.requests.map(({ company }) => company)).toContain('test-company-2')
  })
})

/** The members that a type names. Any others are left out. */
type Named<Members> = { [Name in keyof Members as string extends Name ? never : Name]: Members[Name] }

it('a board job and a candidate have each field of the API, with its type', () => {
  const expected = expectTypeOf<Omit<Named<BoardJob>, 'boardwalk'>>()
  expected.toEqualTypeOf<Omit<Named<z.input<typeof BoardJobCreate>>, 'id'>>()
  expectTypeOf<BoardTerms>().toEqualTypeOf<Named<SentTerms>>()
  expectTypeOf<Candidate>().toEqualTypeOf<SentCandidate>()
})
