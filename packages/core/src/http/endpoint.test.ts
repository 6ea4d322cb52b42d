import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeAll, describe, expect, test } from 'vitest'

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
  await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })
})

/** Fails unless a request is refused. Returns the path and the message of each problem. */
async function readRefusal(method: string, path: string, body?: unknown): Promise<string[]> {
  const answer = await company.call(method, path, body)
  expect([answer.status, `${method} ${path}`]).toEqual([400, `${method} ${path}`])
  expect(answer.body.error.code).toBe('invalid_request')
  return answer.body.error.issues.map((issue: { path: string; message: string }) => `${issue.path}: ${issue.message}`)
}

describe('an operation that is not of the specification refuses', () => {
  test('a member of the body in the address, and writes nothing', async () => {
    const job = { id: 'dry', title: 'T' }
    expect(await readRefusal('PUT', '/jobs?dryRun=true', { jobs: [job] })).toEqual([
      'dryRun: "dryRun" belongs into the body, not into the address',
    ])
    expect(await readRefusal('PUT', '/jobs', { jobs: [job], dryrun: true })).toEqual([
      'dryrun: "dryrun" is not a member of the body; did you mean "dryRun"?',
    ])
    expect((await company.call('GET', '/job/dry')).status).toBe(404)
  })
})

test('an operation of the specification refuses a name that resembles one that it has, and passes over any other', async () => {
  expect(await readRefusal('GET', '/job/A/candidates?Since=2026-01-01')).toEqual([
    'Since: "Since" is not a parameter of the address; did you mean "since"?',
  ])
  expect(await readRefusal('POST', '/job', { Job: { id: 'B', title: 'T' } })).toEqual([
    'Job: "Job" is not a member of the body; did you mean "job"?',
  ])
  expect((await company.call('GET', '/job/A/candidates?cache=0&since[$gt]=')).status).toBe(200)
  expect((await company.call('PUT', '/job/A?dryRun=true', { job: { title: 'T' }, source: 'ats' })).status).toBe(200)
})

test('an extra field that resembles a documented one is stored, and the answer warns of it', async () => {
  // A field that is removed, and fields that resemble no other, have no warning.
  const shown = { title: 'T', description: 'D', country: 'MA' }
  const job = { ...shown, contracttype: 'CDI', 'min-salary': 2, state: 'Rabat', citi: null, statut: 'UNPUBLISHED' }
  const warnings = [
    ['contracttype', 'contractType'],
    ['min-salary', 'minSalary'],
    ['statut', 'status'],
  ].map(([name, meant]) => ({
    code: 'similar_field',
    path: `job.${name}`,
    message: `"${name}" is stored as an extra field and has no effect; did you mean "${meant}"?`,
  }))
  expect((await company.call('POST', '/job', { job: { id: 'W', ...job } })).body.warnings).toStrictEqual(warnings)
  expect((await company.call('GET', '/job/W')).body.job).toMatchObject({ contracttype: 'CDI', 'min-salary': 2 })
  expect((await company.call('PUT', '/job/W', { job })).body.warnings).toStrictEqual(warnings)
  const jobs = [
    { id: 'V', ...job },
    { id: 'U', ...shown },
  ]
  for (const dryRun of [true, false]) {
    const { body } = await company.call('PUT', '/jobs', { jobs, dryRun })
    expect(body.results[0].warnings).toStrictEqual(warnings)
    expect(body.results[1]).not.toHaveProperty('warnings')
  }
})
