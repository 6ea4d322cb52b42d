import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'

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

describe('works', () => {
  it.each([
    ['A/B'],
    ['a//b/../c'],
    ['50%'],
    ['%2F'],
    ['a b'],
    [' a b '],
    ['a?b#c&d=e;f'],
    ['é'],
    ['🙂'],
    ['👩‍👩‍👧'],
    ['وظيفة-١'],
    ['job'],
    ['link'],
    ['candidates'],
    ['1'],
    ['-1'],
    ['null'],
    ['__proto__'],
    ['constructor'],
    ['$where'],
    ['a.b'],
    ['{"$ne":null}'],
    ['\\'],
    ['"quoted"'],
    ['x'.repeat(255)],
    ['🙂'.repeat(255)],
  ])('a job of the id %j is found by it in every operation', async (id) => {
    const { status, body } = await create(id)
    expect(status).toBe(200)
    const { jobId } = body
    expect(await company.call('GET', toPath(id))).toMatchObject({ status: 200, body: { job: { id, jobId } } })
    expect(await company.call('PUT', toPath(id), { job: { id, city: 'Fès' } })).toMatchObject({
      status: 200,
      body: { jobId },
    })
    expect(await company.call('GET', `${toPath(id)}/candidates`)).toMatchObject({ status: 200, body: { total: 0 } })
    expect(await company.call('PUT', '/jobs', { jobs: [{ id, city: 'Rabat' }] })).toMatchObject({
      body: { results: [{ id, status: 'updated', jobId }] },
    })
    expect(await company.call('DELETE', toPath(id))).toMatchObject({ status: 200, body: { jobId } })
    expect(await create(id)).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining(id) } } })
  })

  it('ids that differ in case, blanks, normal form or type of digit are ids of different jobs', async () => {
    const ids = ['Ref-1', 'ref-1', 'Ref-1 ', ' Ref-1', 'Ref-01', 'caf\u00e9', 'cafe\u0301', 'Ref-\u0661', 'Ref\u20111']
    const jobIds = []
    for (const id of ids) jobIds.push((await create(id)).body.jobId)
    expect(new Set(jobIds).size).toBe(ids.length)
    for (const [index, id] of ids.entries()) {
      expect((await company.call('GET', toPath(id))).body.job).toMatchObject({ id, jobId: jobIds[index] })
    }
  })

  it('a path that is encoded more or less than needed means the same id', async () => {
    const { jobId } = (await create('a-b~c(d)')).body
    for (const path of ['/job/a-b~c(d)', '/job/a%2Db%7Ec%28d%29', '/job/%61-b%7ec(d)']) {
      expect((await company.call('GET', path)).body.job).toMatchObject({ jobId })
    }
  })
})

describe('bad input', () => {
  const refused: [what: string, id: string, words: string][] = [
    ['blanks', ' \t', 'must not be blank'],
    ['a blank that is not ASCII', '\u00a0\u3000', 'must not be blank'],
    ['a dot', '.', 'must not be "." or ".."'],
    ['two dots', '..', 'must not be "." or ".."'],
    ['a line break', 'a\nb', 'control characters'],
    ['a null character', 'a\u0000', 'control characters'],
    ['a control character of Latin-1', 'a\u0085b', 'control characters'],
    ['256 letters', 'x'.repeat(256), 'at most 255 characters'],
    ['256 emoji', '🙂'.repeat(256), 'at most 255 characters'],
  ]
  const percent = (id: string) => [...Buffer.from(id)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

  it.each(refused)('%s in a body', async (_what, id, words) => {
    const answer = await create(id)
    expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { code: 'invalid_request' } } })
    expect(answer.body.error.message).toContain(words)
  })

  it.each(refused)('%s in a path', async (_what, id, words) => {
    const message = expect.stringContaining(words)
    const path = `/job/${percent(id)}`
    const refusal = (nullMember: string) => ({ status: 400, body: { [nullMember]: null, error: { message } } })
    expect(await callRaw('GET', path)).toMatchObject(refusal('job'))
    expect(await callRaw('PUT', path, '{"job":{"title":"T"}}')).toMatchObject(refusal('jobId'))
    expect(await callRaw('DELETE', path)).toMatchObject(refusal('jobId'))
    expect(await callRaw('GET', `${path}/candidates`)).toMatchObject(refusal('candidates'))
  })

  it('two unencoded dots in a path reach no other address', async () => {
    expect(await callRaw('GET', '/job/..')).toMatchObject({ status: 400, body: { job: null } })
  })

  it('half a character in a body', async () => {
    const answer = await company.call('POST', '/job', '{"job": {"id": "a\\ud800", "title": "T"}}')
    expect(answer).toMatchObject({ status: 400, body: { jobId: null } })
    expect(answer.body.error.message).toContain('job.id must be well-formed Unicode')
  })

  it.each(['%ZZ', '%', 'a%2', '%E9', '%ED%A0%80', '%C0%AF'])('%s in a path, which is not UTF-8', async (part) => {
    const answer = await company.call('GET', `/job/${part}/candidates`)
    expect(answer).toMatchObject({ status: 400, body: { candidates: null, error: { code: 'invalid_request' } } })
    expect(answer.body.error.message).toContain('externalJobId is not percent-encoded UTF-8')
  })

  it('an empty id in a path', async () => {
    const answer = await company.call('DELETE', '/job/')
    expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { message: 'Job ID is required' } } })
  })
})

describe('not there', () => {
  it('the message names the id as sent and the company', async () => {
    for (const id of ['A/B', '50%', 'é🙂', '<b>']) {
      const answer = await company.call('DELETE', toPath(id.repeat(2)))
      expect(answer.body.error.message).toBe(
        `External id ${id.repeat(2)} is not associated with any job within company ${company.id}`,
      )
    }
  })
})
