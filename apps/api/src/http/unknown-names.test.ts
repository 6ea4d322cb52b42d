import { operationList } from '@boardwalk/schema/operations'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestCompany, useServer } from '../test/harness.ts'

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
  await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })
})

async function refused(method: string, path: string, body?: unknown) {
  const answer = await company.call(method, path, body)
  expect(answer.status, `${method} ${path}`).toBe(400)
  expect(answer.body.error.code).toBe('invalid_request')
  return answer.body.error.issues
}

describe('an operation that is not of the specification refuses', () => {
  test('a parameter that it does not have, and says which it has', async () => {
    expect(await refused('GET', '/jobs?updatedSince=2026-01-01')).toStrictEqual([
      {
        path: 'updatedSince',
        message: expect.stringMatching(/^"updatedSince" is not a parameter of the address, which has .*status.*page/),
      },
    ])
    expect(await refused('GET', '/job/A?fields=title')).toMatchObject([{ path: 'fields' }])
    expect(await refused('GET', '/me?fields=name')).toStrictEqual([
      { path: 'fields', message: '"fields" is not a parameter of the address, which has none' },
    ])
    expect(await refused('GET', '/candidates?status=PENDING&_=1')).toMatchObject([{ path: 'status' }, { path: '_' }])
    expect(await refused('GET', '/candidates?since[$gt]=')).toMatchObject([{ path: 'since[$gt]' }])
  })

  test('a misspelt parameter, and says which was probably meant', async () => {
    expect(await refused('GET', '/candidates?sinse=2026-01-01')).toStrictEqual([
      { path: 'sinse', message: '"sinse" is not a parameter of the address; did you mean "since"?' },
    ])
    expect(await refused('GET', '/jobs?page_size=5')).toStrictEqual([
      { path: 'page_size', message: '"page_size" is not a parameter of the address; did you mean "pageSize"?' },
    ])
  })

  test('a member of the body in the address, and writes nothing', async () => {
    const job = { id: 'dry', title: 'T' }
    expect(await refused('PUT', '/jobs?dryRun=true', { jobs: [job] })).toStrictEqual([
      { path: 'dryRun', message: '"dryRun" belongs into the body, not into the address' },
    ])
    expect(await refused('PUT', '/jobs', { jobs: [job], dryrun: true })).toStrictEqual([
      { path: 'dryrun', message: '"dryrun" is not a member of the body; did you mean "dryRun"?' },
    ])
    expect(await refused('PUT', '/jobs', { jobs: [job], mode: 'dry' })).toMatchObject([{ path: 'mode' }])
    expect((await company.call('GET', '/job/dry')).status).toBe(404)
  })

  test('a body with hundreds of unknown members, and names the first hundred', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x${n}`, n]))
    const issues = await refused('PUT', '/jobs', { jobs: [], ...many })
    expect(issues.map(({ path }: { path: string }) => path)).toEqual(Object.keys(many).slice(0, 100))
  })

  test('and none accepts a parameter that it does not document', async () => {
    for (const { name, method, path, isExtension, example } of operationList) {
      const target = `${path.replace('{externalJobId}', 'A')}?nonsense=1`
      const { status } = await company.call(method, target, example.request)
      expect(status === 400, name).toBe(isExtension)
    }
  })
})

describe('an operation of the specification', () => {
  test('refuses a parameter or member that resembles one that it has', async () => {
    expect(await refused('GET', '/job/A/candidates?Since=2026-01-01')).toStrictEqual([
      { path: 'Since', message: '"Since" is not a parameter of the address; did you mean "since"?' },
    ])
    expect(await refused('GET', '/job/A/candidates?page[]=2')).toMatchObject([{ path: 'page[]' }])
    expect(await refused('POST', '/job', { Job: { id: 'B', title: 'T' } })).toStrictEqual([
      { path: 'Job', message: '"Job" is not a member of the body; did you mean "job"?' },
    ])
    expect(await refused('POST', '/job/link', { link: [] })).toMatchObject([{ path: 'link' }])
  })

  test('passes over any other, as the specification does not forbid it', async () => {
    expect((await company.call('GET', '/job/A/candidates?cache=0&since[$gt]=')).status).toBe(200)
    expect((await company.call('PUT', '/job/A?dryRun=true', { job: { title: 'T' }, source: 'ats' })).status).toBe(200)
    expect((await company.call('DELETE', '/job/A?reason=closed')).status).toBe(200)
  })
})

describe('an extra field that resembles a documented one is stored, and the answer warns of it', () => {
  const job = {
    ...{ title: 'T', contracttype: 'CDI', salary_min: 1, 'min-salary': 2, state: 'Rabat', citi: null },
    ...{ statut: 'UNPUBLISHED', titlle: 'T' },
  }
  const warnings = [
    ['contracttype', 'contractType'],
    ['min-salary', 'minSalary'],
    ['statut', 'status'],
    ['titlle', 'title'],
  ].map(([name, meant]) => ({
    path: `job.${name}`,
    message: `"${name}" is stored as an extra field and has no effect; did you mean "${meant}"?`,
  }))

  test('when a job is created or updated', async () => {
    expect((await company.call('POST', '/job', { job: { id: 'W', ...job } })).body.warnings).toStrictEqual(warnings)
    expect((await company.call('GET', '/job/W')).body.job).toMatchObject({ contracttype: 'CDI', 'min-salary': 2 })
    expect((await company.call('PUT', '/job/W', { job })).body.warnings).toStrictEqual(warnings)
  })

  test('for each job of a batch, in a dry run too', async () => {
    for (const dryRun of [true, false]) {
      const { body } = await company.call('PUT', '/jobs', {
        jobs: [
          // A dry run warns of a job without text, too.
          { id: 'V', ...job, description: 'D' },
          { id: 'U', title: 'T', description: 'D' },
        ],
        dryRun,
      })
      expect(body.results[0].warnings).toStrictEqual(warnings)
      expect(body.results[1]).not.toHaveProperty('warnings')
    }
  })

  test('and without one there is no member "warnings"', async () => {
    const { body } = await company.call('PUT', '/job/A', { job: { title: 'T', department: 'IT' } })
    expect(body).toStrictEqual({ jobId: expect.any(Number), jobUrl: expect.any(String), error: null })
  })
})
