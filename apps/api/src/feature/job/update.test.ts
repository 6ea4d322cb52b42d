import { beforeAll, describe, expect, it } from 'vitest'
import { whileReplaced } from '../../test/failing-store.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

let ids = 0
const newId = () => `update-${++ids}`
const put = (id: string, job: object, by = company) => by.call('PUT', `/job/${id}`, { job })
const stored = async (id: string, by = company) => (await by.call('GET', `/job/${id}`)).body.job

async function jobWith(fields: object = {}) {
  const id = newId()
  await company.call('POST', '/job', { job: { id, title: 'Before', ...fields } })
  return id
}

describe('works', () => {
  it('only the fields sent change', async () => {
    const id = await jobWith({ city: 'Fès', minSalary: 5000, benefits: ['Prime'], ours: 1 })
    const { updatedAt, ...before } = await stored(id)
    const answer = await put(id, { title: 'After' })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toStrictEqual({ jobId: before.jobId, jobUrl: before.jobUrl, error: null })
    expect(await stored(id)).toStrictEqual({ ...before, title: 'After', updatedAt: expect.any(String) })
  })

  it('a list is replaced as a whole', async () => {
    const id = await jobWith({ languages: ['fr', 'en'], recruitmentProcess: ['a', 'b'] })
    await put(id, { languages: ['ar'], recruitmentProcess: [] })
    expect(await stored(id)).toMatchObject({ languages: ['ar'], recruitmentProcess: [] })
  })

  it('null clears an optional field, and the defaults come back', async () => {
    const optional = {
      description: 'x',
      responsibilities: 'x',
      qualifications: 'x',
      benefits: 'x',
      city: ['x'],
      country: 'France',
      languages: ['fr'],
      contractType: 'CDI',
      educationLevel: 'BAC',
      workMode: 'REMOTE',
      minSalary: 1,
      maxSalary: 2,
      displaySalary: true,
      minExperience: 1,
      maxExperience: 2,
      recruitmentProcess: ['x'],
    }
    const id = await jobWith(optional)
    const cleared = Object.fromEntries(Object.keys(optional).map((name) => [name, null]))
    expect((await put(id, cleared)).status).toBe(200)
    const job = await stored(id)
    expect(job).toMatchObject({ title: 'Before', country: 'Maroc', displaySalary: false })
    const left = Object.keys(optional).filter((name) => name in job)
    expect(left.sort()).toStrictEqual(['country', 'displaySalary'])
  })

  it('a body that changes nothing changes nothing', async () => {
    const id = await jobWith({ city: 'Fès', description: '<p>a & b<script>', extra: { a: [1] } })
    const before = await stored(id)
    for (const same of [{}, { id }, { title: 'Before', city: 'Fès', extra: { a: [1] } }, { description: '<p>a & b' }]) {
      expect((await put(id, same)).status).toBe(200)
    }
    expect(await stored(id)).toStrictEqual(before)
  })

  it('the address of the page stays when the title changes', async () => {
    const id = await jobWith()
    const { jobUrl } = await stored(id)
    expect((await put(id, { title: 'Another title altogether' })).body.jobUrl).toBe(jobUrl)
    expect((await stored(id)).jobUrl).toBe(jobUrl)
  })

  it('an update of a published job does not make it the newest job of the company', async () => {
    const other = await server.company()
    for (const id of ['Older', 'Newer']) await other.call('POST', '/job', { job: { id, title: id } })
    await put('Older', { city: 'Fès' }, other)
    const html = await (await fetch(`${server.url}/fr/companies/${other.slug}`)).text()
    expect(html.match(/Older|Newer/g)).toEqual(expect.arrayContaining(['Newer', 'Older']))
    expect(html.indexOf('Newer')).toBeLessThan(html.indexOf('Older'))
  })

  it('an update sanitises HTML and keeps text', async () => {
    const id = await jobWith()
    await put(id, { description: '<p style="x">a<script>b</script></p>', city: '<p onclick="x">' })
    expect(await stored(id)).toMatchObject({ description: '<p>a</p>', city: '<p onclick="x">' })
  })
})

describe('bad input', () => {
  it('the id in the body must be the id in the path', async () => {
    const id = await jobWith()
    for (const other of ['another', `${id} `, id.toUpperCase(), '']) {
      const answer = await put(id, { id: other, title: 'After' })
      expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { issues: [{ path: 'job.id' }] } } })
    }
    expect((await stored(id)).title).toBe('Before')
    expect((await put(id, { id: null, title: 'After' })).status).toBe(200)
  })

  it.each([
    ['a null title', { title: null }, 'job.title is required'],
    ['a blank title', { title: '' }, 'job.title must not be blank'],
    ['an unknown status', { status: 'DELETED' }, 'job.status must be one of PUBLISHED, UNPUBLISHED'],
    ['a text for a number', { maxSalary: '1000' }, 'job.maxSalary must be a number'],
  ])('%s is refused and nothing of the body is taken', async (_what, wrong, words) => {
    const id = await jobWith()
    const answer = await put(id, { ...wrong, city: 'Rabat' })
    expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { code: 'invalid_request' } } })
    expect(answer.body.error.message).toContain(words)
    expect(await stored(id)).not.toHaveProperty('city')
  })

  it.each([
    ['minSalary', { minSalary: 10, maxSalary: 20 }, { minSalary: 21 }],
    ['maxSalary', { minSalary: 10, maxSalary: 20 }, { maxSalary: 9 }],
    ['minExperience', { maxExperience: 5 }, { minExperience: 6 }],
    ['maxExperience', { minExperience: 5 }, { maxExperience: 4.5 }],
  ])('%s is held against the stored other end', async (_name, before, change) => {
    const id = await jobWith(before)
    const answer = await put(id, change)
    expect(answer).toMatchObject({ status: 400, body: { jobId: null } })
    expect(answer.body.error.message).toMatch(/^job\.min\w+ \([\d.]+\) must be at most job\.max\w+ \([\d.]+\)$/)
    expect(await stored(id)).toMatchObject(before)
  })

  it('an update may change both ends of a range, or change one and clear the other', async () => {
    const id = await jobWith({ minSalary: 10, maxSalary: 20 })
    expect((await put(id, { minSalary: 30, maxSalary: 30 })).status).toBe(200)
    expect((await put(id, { minSalary: 40, maxSalary: null })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ minSalary: 40 })
  })
})

describe('no right', () => {
  it('an update under the id of another company’s job creates a job in the caller’s company', async () => {
    const id = await jobWith({ city: 'Fès' })
    const before = await stored(id)
    const another = await server.company()
    expect((await put(id, { title: 'Mine' }, another)).status).toBe(201)
    expect(await stored(id, another)).toMatchObject({ title: 'Mine' })
    expect(await stored(id)).toStrictEqual(before)
  })
})

describe('not there', () => {
  it('a job that does not exist is created under the id in the path', async () => {
    const id = newId()
    const answer = await put(id, { title: 'New', city: 'Fès', ours: true })
    expect(answer.status).toBe(201)
    const { jobId, jobUrl } = answer.body
    expect(answer.body).toStrictEqual({ jobId: expect.any(Number), jobUrl, error: null })
    expect(jobUrl).toBe(`${server.url}/fr/companies/${company.slug}/jobs/new-${jobId}`)
    expect(await stored(id)).toMatchObject({ id, title: 'New', city: 'Fès', ours: true, jobId, country: 'Maroc' })
  })

  it('an update that would create a job needs a title, and creates nothing without one', async () => {
    const id = newId()
    const answer = await put(id, { city: 'Fès' })
    expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { issues: [{ path: 'job.title' }] } } })
    expect((await company.call('GET', `/job/${id}`)).status).toBe(404)
  })
})

describe('racing', () => {
  const twelve = <Result>(call: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: 12 }, (_, n) => call(n)))

  it('if twelve updates of a new id race, one creates the job, the others update it, and no field is lost', async () => {
    const id = newId()
    const answers = await twelve((n) => put(id, { title: `Call ${n}`, [`extra${n}`]: n }))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([...Array(11).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.jobId)).size).toBe(1)
    expect(await stored(id)).toMatchObject(Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`extra${n}`, n])))
  })

  it('racing updates of the two ends of a range never leave a minimum over the maximum', async () => {
    const id = await jobWith({ minSalary: 0, maxSalary: 100 })
    const answers = await twelve((n) => put(id, n % 2 === 0 ? { minSalary: 10 * n } : { maxSalary: 100 - 8 * n }))
    for (const { status } of answers) expect([200, 400]).toContain(status)
    const { minSalary, maxSalary } = await stored(id)
    expect(minSalary).toBeLessThanOrEqual(maxSalary)
  })

  it('an update and an unpublication that lose every race end with an error', async () => {
    const id = await jobWith()
    let tries = 0
    const losing = async () => {
      tries++
      return false
    }
    await whileReplaced(server.deps.jobs, { replace: losing }, async () => {
      for (const answer of [await put(id, { city: 'Rabat' }), await company.call('DELETE', `/job/${id}`)])
        expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal' } } })
    })
    // A hundred tries of each that read the job, and the tries before with the job in the cache.
    expect(tries).toBeLessThan(210)
  })

  it('if an update and an unpublication race, neither is lost', async () => {
    const id = await jobWith()
    await Promise.all([
      put(id, { city: 'Rabat' }),
      company.call('DELETE', `/job/${id}`),
      put(id, { country: 'France' }),
    ])
    expect(await stored(id)).toMatchObject({ status: 'UNPUBLISHED', city: 'Rabat', country: 'France' })
  })
})
