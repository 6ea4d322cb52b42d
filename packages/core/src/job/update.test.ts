import { whileReplaced } from '@boardwalk/api/test/failing-store'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeAll, describe, expect, it } from 'vitest'

/* contract/ has what the specification says about an update. Here is what only the board shows. */

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
  expect(Object.keys(optional).filter((name) => name in job)).toStrictEqual(['country', 'displaySalary'])
})

it('a body that changes nothing changes nothing, not even the time of the last change', async () => {
  const id = await jobWith({ city: 'Fès', description: '<p>a & b<script>', extra: { a: [1] } })
  const before = await stored(id)
  for (const same of [{}, { id }, { title: 'Before', city: 'Fès', extra: { a: [1] } }, { description: '<p>a & b' }])
    expect((await put(id, same)).status).toBe(200)
  expect(await stored(id)).toStrictEqual(before)
})

it('a refused update takes nothing of its body: the id in the body must be the id in the path, and a new job needs a title', async () => {
  const id = await jobWith({ minSalary: 10, maxSalary: 20, maxExperience: 5 })
  const before = await stored(id)
  for (const [wrong, words] of [
    [{ id: `${id} ` }, 'job.id'],
    [{ id: id.toUpperCase() }, 'job.id'],
    [{ title: null }, 'job.title is required'],
    [{ minSalary: 21 }, 'job.minSalary (21) must be at most job.maxSalary (20)'],
    [{ maxSalary: 9 }, 'job.minSalary (10) must be at most job.maxSalary (9)'],
    [{ minExperience: 6 }, 'job.minExperience (6) must be at most job.maxExperience (5)'],
  ] as const) {
    const answer = await put(id, { city: 'Rabat', ...wrong })
    const message = expect.stringContaining(words)
    expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { code: 'invalid_request', message } } })
  }
  expect(await stored(id)).toStrictEqual(before)
  const absent = newId()
  expect(await put(absent, { city: 'Fès' })).toMatchObject({
    status: 400,
    body: { jobId: null, error: { issues: [{ path: 'job.title' }] } },
  })
  expect((await company.call('GET', `/job/${absent}`)).status).toBe(404)
  // Both ends of a range may change together.
  expect((await put(id, { minSalary: 30, maxSalary: 30 })).status).toBe(200)
  expect((await put(id, { minSalary: 40, maxSalary: null })).status).toBe(200)
  // A maximum of 0 is stored, and is no maximum: not even for a later minimum.
  expect((await put(id, { maxSalary: 0 })).status).toBe(200)
  expect((await put(id, { minSalary: 50 })).status).toBe(200)
  expect(await stored(id)).toMatchObject({ minSalary: 50, maxSalary: 0 })
})

it('the address in an answer needs no read of a known company, unless the job has no language of its own', async () => {
  const french = await jobWith({ description: 'Vous travaillez avec nous dans notre agence.' })
  const unclear = await jobWith()
  const { companies } = server.deps
  const { find } = companies
  let reads = 0
  // Another process has changed the company's language since.
  const findChanged: typeof find = async (companyId) => {
    reads++
    const found = await find(companyId)
    return found && { ...found, locale: 'ar' }
  }
  await whileReplaced(companies, { find: findChanged }, async () => {
    expect((await put(french, { city: 'Rabat' })).body.jobUrl).toContain('/fr/companies/')
    expect(reads).toBe(0)
    expect((await put(unclear, { city: 'Rabat' })).body.jobUrl).toContain('/ar/companies/')
  })
})

describe('racing', () => {
  const twelve = <Result>(call: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: 12 }, (_, n) => call(n)))

  it('racing updates of the two ends of a range never leave a minimum over the maximum', {
    tags: ['combined-fields'],
  }, async () => {
    const id = await jobWith({ minSalary: 0, maxSalary: 100 })
    const answers = await twelve((n) => put(id, n % 2 === 0 ? { minSalary: 10 * n } : { maxSalary: 100 - 8 * n }))
    for (const { status } of answers) expect([200, 400]).toContain(status)
    const { minSalary, maxSalary } = await stored(id)
    expect(minSalary).toBeLessThanOrEqual(maxSalary)
  })

  it('an update and an unpublication that lose every race end with an error', async () => {
    const id = await jobWith()
    let tries = 0
    const replace = async () => {
      tries++
      return false
    }
    const unpublish = async () => ({ jobId: 1, isOutdated: !(await replace()) })
    await whileReplaced(server.deps.jobs, { replace, unpublish }, async () => {
      for (const answer of [await put(id, { city: 'Rabat' }), await company.call('DELETE', `/job/${id}`)])
        expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal' } } })
    })
    // A hundred tries of each that read the job, and the tries before with the job in the cache.
    expect(tries).toBeLessThan(210)
  })

  it('if updates and an unpublication race, none is lost', async () => {
    const id = await jobWith()
    const racing = [put(id, { city: 'Rabat' }), company.call('DELETE', `/job/${id}`), put(id, { country: 'France' })]
    await Promise.all(racing)
    expect(await stored(id)).toMatchObject({ status: 'UNPUBLISHED', city: 'Rabat', country: 'France' })
  })
})
