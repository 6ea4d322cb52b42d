import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeAll, expect, it } from 'vitest'

/* packages/schema has the table of external ids. Here is how they arrive in paths and bodies. */

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const toPath = (id: string) => `/job/${encodeURIComponent(id)}`
const create = (id: unknown) => company.call('POST', '/job', { job: { id, title: 'T' } })

/** Sends a request with an unchanged path. `fetch` would resolve `..` and `%2e%2e`. */
async function callRaw(method: string, path: string, body?: string) {
  return new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    const headers = { 'x-api-key': company.key, 'content-type': 'application/json' }
    request(`${server.url}`, { method, path: `/api${path}`, headers }, (res) => {
      text(res).then((sent) => resolve({ status: res.statusCode, body: JSON.parse(sent) }), reject)
    })
      .on('error', reject)
      .end(body)
  })
}

it('a job of an id with any signs is found by it in every operation', async () => {
  const signs = ['a//b/../c?d#e;f', ' 50% %2F "\\ ', '👩‍👩‍👧 وظيفة-١', '🙂'.repeat(255), '{"$ne":null}', '__proto__']
  // And two words of the paths, and a job id.
  for (const id of [...signs, 'link', 'candidates', '1']) {
    const { status, body } = await create(id)
    const { jobId } = body
    expect([id, status]).toEqual([id, 200])
    expect(await company.call('GET', toPath(id))).toMatchObject({ status: 200, body: { job: { id, jobId } } })
    const change = await company.call('PUT', toPath(id), { job: { id, city: 'Fès' } })
    expect(change).toMatchObject({ status: 200, body: { jobId } })
    expect(await company.call('GET', `${toPath(id)}/candidates`)).toMatchObject({ status: 200, body: { total: 0 } })
    const { results } = (await company.call('PUT', '/jobs', { jobs: [{ id, city: 'Rabat' }] })).body
    expect(results).toMatchObject([{ id, status: 'updated', jobId }])
    expect(await company.call('DELETE', toPath(id))).toMatchObject({ status: 200, body: { jobId } })
    expect(await create(id)).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining(id) } } })
  }
})

it('a path that is encoded more or less than needed means the same id', { tags: ['ids-in-paths'] }, async () => {
  const { jobId } = (await create('a-b~c(d)')).body
  for (const path of ['/job/a-b~c(d)', '/job/a%2Db%7Ec%28d%29', '/job/%61-b%7ec(d)'])
    expect((await company.call('GET', path)).body.job).toMatchObject({ jobId })
})

it('a wrong id in a path is refused by every operation, and two dots reach no other address', async () => {
  for (const [id, words] of [
    ['%20%09', 'must not be blank'],
    ['%2E%2E', 'must not be "." or ".."'],
    ['..', 'must not be "." or ".."'],
    ['a%00', 'control characters'],
    ['%E9', 'externalJobId is not percent-encoded UTF-8'],
    ['%ED%A0%80', 'externalJobId is not percent-encoded UTF-8'],
    ['50%', 'externalJobId is not percent-encoded UTF-8'],
  ] as const) {
    const error = { code: 'invalid_request', message: expect.stringContaining(words) }
    for (const [nullMember, method, path, body] of [
      ['job', 'GET', `/job/${id}`],
      ['jobId', 'PUT', `/job/${id}`, '{"job":{"title":"T"}}'],
      ['jobId', 'DELETE', `/job/${id}`],
      ['candidates', 'GET', `/job/${id}/candidates`],
    ] as const)
      expect([path, await callRaw(method, path, body)]).toMatchObject([
        path,
        { status: 400, body: { [nullMember]: null, error } },
      ])
  }
})
