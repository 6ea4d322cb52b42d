import { beforeAll, describe, expect, it } from 'vitest'
import { whileFailing } from '../test/failing-store.ts'
import { type TestCompany, useServer } from '../test/harness.ts'

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
  await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })
})

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe('addresses', () => {
  it.each([
    ['GET', '/nothing'],
    ['POST', '/job/link/more'],
    ['GET', '/job/A/candidates/'],
    ['GET', '/job/A/applicants'],
    ['GET', '/Jobs'],
    ['GET', ''],
    ['GET', '/%ZZ'],
  ])('%s %s is an unknown address, with or without a key', async (method, path) => {
    for (const key of [company.key, undefined]) {
      const answer = await server.call(key, method, path)
      expect(answer.status).toBe(404)
      expect(answer.body).toStrictEqual({
        error: {
          message: `No such address: ${method} /api${path}`,
          code: 'route_not_found',
          requestId: answer.headers.get('x-request-id'),
        },
      })
    }
  })

  it.each([
    ['GET', '/job', 'POST'],
    ['DELETE', '/jobs', 'GET, HEAD, PUT'],
    ['POST', '/candidates', 'GET, HEAD'],
    ['PATCH', '/job/A', 'DELETE, GET, HEAD, PUT'],
    ['POST', '/job/A', 'DELETE, GET, HEAD, PUT'],
    ['PATCH', '/job/link', 'DELETE, GET, HEAD, POST, PUT'],
    ['PUT', '/job/A/candidates', 'GET, HEAD'],
    ['OPTIONS', '/job', 'POST'],
  ])('%s %s is 405, and the answer names the methods of the address', async (method, path, methods) => {
    const answer = await server.call(undefined, method, path)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')?.split(', ').sort().join(', ')).toBe(methods)
    expect(answer.body).toStrictEqual({
      error: {
        message: `This address accepts ${answer.headers.get('allow')} only`,
        code: 'method_not_allowed',
        requestId: answer.headers.get('x-request-id'),
      },
    })
  })

  it('POST /job/link links, and every other method means the job with the id "link"', async () => {
    expect((await company.call('PUT', '/job/link', { job: { title: 'Link' } })).status).toBe(201)
    expect((await company.call('POST', '/job/link', { links: [] })).body).toStrictEqual({ results: [], error: null })
    expect((await company.call('GET', '/job/link')).body.job.title).toBe('Link')
    expect((await company.call('DELETE', '/job/link')).status).toBe(200)
  })

  it('HEAD is answered like GET without a body, errors too', async () => {
    for (const [key, path, status] of [
      [company.key, '/job/A', 200],
      [company.key, '/job/unknown', 404],
      [undefined, '/jobs', 401],
      [company.key, '/nothing', 404],
    ] as const) {
      const [head, get] = [await server.call(key, 'HEAD', path), await server.call(key, 'GET', path)]
      expect(head).toMatchObject({ status, body: undefined })
      expect(get.status).toBe(status)
      // The message "No such address" names the method, so its length differs.
      if (path !== '/nothing') expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    }
  })

  it('neither body nor query can replace a part of the path', async () => {
    await company.call('POST', '/job', { job: { id: 'B', title: 'Untouched' } })
    await company.call('PUT', '/job/A?externalJobId=B', { externalJobId: 'B', job: { title: 'Touched' } })
    await company.call('DELETE', '/job/A?externalJobId=B')
    expect((await company.call('GET', '/job/B?externalJobId=A')).status).toBe(400)
    expect((await company.call('GET', '/job/B')).body.job).toMatchObject({ title: 'Untouched', status: 'PUBLISHED' })
    expect((await company.call('GET', '/job/A')).body.job).toMatchObject({ title: 'Touched', status: 'UNPUBLISHED' })
  })

  it('a path that is not percent-encoded is described only to a caller with a key', async () => {
    expect((await server.call(undefined, 'GET', '/job/%ZZ')).status).toBe(401)
    expect(await company.call('PUT', '/job/%ZZ', { job: {} })).toMatchObject({
      status: 400,
      body: { jobId: null, error: { code: 'invalid_request', issues: [{ path: 'externalJobId' }] } },
    })
  })

  it('members of a body that no operation of the specification knows are ignored: they choose neither company nor caller', async () => {
    const another = await server.company()
    const beside = `"__proto__": {"companyId": "${another.id}"}, "constructor": 1, "then": {}, "companyId": "${another.id}",
      "actor": {"companyId": "${another.id}"}, "scopes": ["write"], "externalJobId": "C"`
    const update = await company.call('PUT', '/job/A', `{${beside}, "job": {"title": "T2"}}`)
    expect(update).toMatchObject({ status: 200, body: { error: null } })
    expect((await company.call('GET', '/job/A')).body.job.title).toBe('T2')
    const created = await company.call('POST', '/job', `{${beside}, "job": {"id": "B2", "title": "B"}}`)
    expect(created.status).toBe(200)
    expect((await company.call('GET', '/job/B2')).status).toBe(200)
    expect((await company.call('GET', '/job/C')).status).toBe(404)
    expect((await another.call('GET', '/jobs')).body.jobs).toStrictEqual([])
    const reader = await server.company(['read'])
    expect((await reader.call('POST', '/job', `{${beside}, "job": {"id": "D", "title": "D"}}`)).status).toBe(403)
  })

  it('members of a job with the board’s own names change nothing that the board decides', async () => {
    const another = await server.company()
    const { body: first } = await company.call('POST', '/job', { job: { id: 'own', title: 'T' } })
    const ofBoard = {
      ...{ companyId: another.id, externalKey: 'stolen', externalId: 'stolen', slug: 'stolen', _id: 1, revision: 99 },
      ...{
        jobId: 1,
        jobUrl: 'https://evil.example',
        createdAt: '1999-01-01',
        updatedAt: null,
        publishedAt: '1999-01-01',
      },
    }
    await company.call('PUT', '/job/own', { job: ofBoard })
    const [row] = await server.deps.jobs.findLatestOfEach(company.id, ['own'])
    expect(row).toMatchObject({ companyId: company.id, externalId: 'own', id: first.jobId, revision: 2 })
    expect(first.jobUrl).toContain(row?.slug)
    for (const date of [row?.createdAt, row?.updatedAt, row?.publishedAt])
      expect(date?.getUTCFullYear()).toBeGreaterThan(1999)
    const { job } = (await company.call('GET', '/job/own')).body
    expect(job).toMatchObject({ jobId: first.jobId, jobUrl: first.jobUrl })
    expect((await another.call('GET', '/jobs')).body.jobs).toStrictEqual([])
    expect((await company.call('GET', '/job/stolen')).status).toBe(404)
  })
})

describe('headers', () => {
  it('a well-formed x-request-id is echoed, in the body of an error too', async () => {
    for (const id of ['a', 'trace:1.2-3_4', 'f'.repeat(128)]) {
      const good = await company.call('GET', '/jobs', undefined, { 'x-request-id': id })
      expect(good.headers.get('x-request-id')).toBe(id)
      const bad = await company.call('GET', '/job/unknown', undefined, { 'x-request-id': id })
      expect(bad.headers.get('x-request-id')).toBe(id)
      expect(bad.body.error.requestId).toBe(id)
    }
  })

  it('an ill-formed x-request-id is replaced, and a missing one is made', async () => {
    const made = new Set<string>()
    for (const id of ['', 'two words', 'f'.repeat(129), '<script>', 'é', '{"a":1}', undefined]) {
      const { headers, body } = await company.call(
        'GET',
        '/job/unknown',
        undefined,
        id === undefined ? {} : { 'x-request-id': id },
      )
      const given = headers.get('x-request-id') ?? ''
      expect(given).toMatch(UUID)
      expect(body.error.requestId).toBe(given)
      made.add(given)
    }
    expect(made.size).toBe(7)
  })

  it('answers are JSON in UTF-8, are not cached, and do not name the software', async () => {
    const answers = [
      await company.call('GET', '/job/A'),
      await company.call('GET', '/job/unknown'),
      await server.call(undefined, 'GET', '/jobs'),
      await company.call('GET', '/nothing'),
    ]
    for (const { headers } of answers) {
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(headers.get('cache-control')).toMatch(/^no-store\b/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
      expect(headers.get('etag')).toBeNull()
    }
  })
})

describe('failures of ours', () => {
  it.each([
    ['GET', '/job/A', 'job', 'findByExternalId'],
    ['PUT', '/job/A', 'jobId', 'replace'],
    ['GET', '/job/A/candidates', 'candidates', 'findHolder'],
  ] as const)('%s %s is a 500 that does not show the cause', async (method, path, nullMember, failing) => {
    await whileFailing(server.deps.jobs, failing, async () => {
      const answer = await company.call(method, path, method === 'PUT' ? { job: { city: 'Fès' } } : undefined)
      expect(answer.status).toBe(500)
      expect(answer.body).toStrictEqual({
        [nullMember]: null,
        error: {
          message: 'Internal server error',
          code: 'internal',
          requestId: answer.headers.get('x-request-id'),
        },
      })
    })
  })

  it('requests succeed again as soon as the cause of a failure is gone', async () => {
    await whileFailing(server.deps.jobs, 'findLatest', async () => {
      expect((await company.call('DELETE', '/job/A')).status).toBe(500)
    })
    expect((await company.call('DELETE', '/job/A')).status).toBe(200)
  })
})
