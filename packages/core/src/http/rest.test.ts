import { whileFailing } from '@boardwalk/api/test/failing-store'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeAll, describe, expect, it } from 'vitest'

/* contract/ has the answers of the five operations. Here is what the transport adds. */

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
  await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })
})

describe('addresses', () => {
  it('a method that an address does not have is a 405 that names the methods of the address', async () => {
    for (const [method, path, methods] of [
      ['GET', '/job', 'POST'],
      ['DELETE', '/jobs', 'GET, HEAD, PUT'],
      ['PATCH', '/job/link', 'DELETE, GET, HEAD, POST, PUT'],
    ] as const) {
      const { status, body, headers } = await server.call(undefined, method, path)
      const allow = headers.get('allow') ?? ''
      expect([status, allow.split(', ').sort().join(', ')]).toEqual([405, methods])
      expect(body.error).toMatchObject({ message: `This address accepts ${allow} only`, code: 'method_not_allowed' })
    }
  })

  it('neither body nor query can replace a part of the path', { tags: ['smuggled-parts'] }, async () => {
    await company.call('POST', '/job', { job: { id: 'B', title: 'Untouched' } })
    await company.call('PUT', '/job/A?externalJobId=B', { externalJobId: 'B', job: { title: 'Touched' } })
    await company.call('DELETE', '/job/A?externalJobId=B')
    expect((await company.call('GET', '/job/B?externalJobId=A')).status).toBe(400)
    expect((await company.call('GET', '/job/B')).body.job).toMatchObject({ title: 'Untouched', status: 'PUBLISHED' })
    expect((await company.call('GET', '/job/A')).body.job).toMatchObject({ title: 'Touched', status: 'UNPUBLISHED' })
  })
})

describe('a caller cannot choose what the board decides', () => {
  it('members of a body that no operation of the specification knows are ignored: they choose neither company nor caller', {
    tags: ['mass-assignment'],
  }, async () => {
    const another = await server.company()
    const beside = `"__proto__": {"companyId": "${another.id}"}, "constructor": 1, "then": {}, "companyId": "${another.id}",
      "actor": {"companyId": "${another.id}"}, "scopes": ["write"], "externalJobId": "C"`
    const create = `{${beside}, "job": {"id": "B2", "title": "B"}}`
    expect((await company.call('PUT', '/job/A', `{${beside}, "job": {"title": "T2"}}`)).status).toBe(200)
    expect((await company.call('POST', '/job', create)).status).toBe(200)
    expect((await company.call('GET', '/job/A')).body.job.title).toBe('T2')
    expect((await company.call('GET', '/job/B2')).status).toBe(200)
    expect((await company.call('GET', '/job/C')).status).toBe(404)
    expect((await another.call('GET', '/jobs')).body.jobs).toStrictEqual([])
    expect((await (await server.company(['read'])).call('POST', '/job', create)).status).toBe(403)
  })

  it('members of a job with the board’s own names change nothing that the board decides', async () => {
    const another = await server.company()
    const { body: first } = await company.call('POST', '/job', { job: { id: 'own', title: 'T' } })
    const dates = { createdAt: '1999-01-01', updatedAt: null, publishedAt: '1999-01-01' }
    const names = { externalKey: 'stolen', externalId: 'stolen', slug: 'stolen', _id: 1, revision: 99, jobId: 1 }
    const job = { ...dates, ...names, companyId: another.id, jobUrl: 'https://evil.example' }
    await company.call('PUT', '/job/own', { job })
    const [row] = await server.deps.jobs.findLatestOfEach(company.id, ['own'])
    expect(row).toMatchObject({ companyId: company.id, externalId: 'own', id: first.jobId, revision: 2 })
    expect(first.jobUrl).toContain(row?.slug)
    for (const date of [row?.createdAt, row?.updatedAt, row?.publishedAt])
      expect(date?.getUTCFullYear()).toBeGreaterThan(1999)
    const { jobId, jobUrl } = first
    expect((await company.call('GET', '/job/own')).body.job).toMatchObject({ jobId, jobUrl })
    expect((await another.call('GET', '/jobs')).body.jobs).toStrictEqual([])
    expect((await company.call('GET', '/job/stolen')).status).toBe(404)
  })
})

it('a failure of ours is a 500 that does not show the cause, and requests succeed again as soon as the cause is gone', {
  tags: ['errors'],
}, async () => {
  for (const [method, path, nullMember, failing] of [
    ['GET', '/job/A', 'job', 'findByExternalId'],
    ['PUT', '/job/A', 'jobId', 'replace'],
    ['GET', '/job/A/candidates', 'candidates', 'findHolder'],
  ] as const) {
    const call = () => company.call(method, path, method === 'PUT' ? { job: { city: 'Fès' } } : undefined)
    await whileFailing(server.deps.jobs, failing, async () => {
      const { status, body, headers } = await call()
      const requestId = headers.get('x-request-id')
      const error = { message: 'Internal server error', code: 'internal', requestId }
      expect({ status, body }).toStrictEqual({ status: 500, body: { [nullMember]: null, error } })
    })
    expect((await call()).status).toBe(200)
  }
})
