import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'

/* `boardwalk jobs set` against the real server. */

const server = useServer()
let company: TestCompany
const job = { id: 'A/1', title: 'Chef', city: 'Fès', minSalary: 5000, benefits: 'Mutuelle', team: 'Cuisine' }
beforeEach(async () => {
  company = await server.company()
  await company.call('POST', '/job', { job })
})

async function set(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(['jobs', 'set', '-o', 'json', ...args], {
    env: environmentFor(server, company),
  })
  return { code, stderr, ...JSON.parse(stdout) }
}
const readJob = async () => (await company.call('GET', '/job/A%2F1')).body.job

describe('jobs set', () => {
  test('changes the given fields by their kinds, and no other', async () => {
    const fields = ['title=Chef = cuisine', 'minSalary=9000.5', 'displaySalary=true', 'languages=fr', 'country=MA']
    const { code, stderr, job: told } = await set('A/1', ...fields)
    const { jobId, jobUrl } = await readJob()
    expect({ code, stderr, told }).toEqual({ code: 0, stderr: '', told: { id: 'A/1', jobId, jobUrl } })
    expect(await readJob()).toMatchObject({
      ...job,
      title: 'Chef = cuisine',
      minSalary: 9000.5,
      displaySalary: true,
      languages: ['fr'],
      country: 'MA',
    })
  })

  test('an empty value clears a field', async () => {
    expect((await set('A/1', 'benefits=', 'minSalary=')).code).toBe(0)
    const { benefits = null, minSalary = null, city } = await readJob()
    expect({ benefits, minSalary, city }).toEqual({ benefits: null, minSalary: null, city: 'Fès' })
  })

  test('sets a term beside the others, removes one, and refuses a wrong one, which the board would take', async () => {
    expect((await set('A/1', 'boardwalk.hours=PART_TIME', 'boardwalk.countries=FR|BE')).code).toBe(0)
    expect((await set('A/1', 'boardwalk.closesAt=2999-12-31', 'boardwalk.hours=')).code).toBe(0)
    const boardwalk = { countries: ['FR', 'BE'], closesAt: '2999-12-31' }
    expect(await readJob()).toMatchObject({ ...job, boardwalk })
    for (const [field, message] of [
      ['boardwalk.period=an', 'job.boardwalk.period must be one of HOUR'],
      ['boardwalk.hour=FULL_TIME', 'did you mean "boardwalk.hours"?'],
      ['boardwalk.n=1', 'has a member "n" without effect: the board knows closesAt'],
      ['boardwalk=2999-12-31', 'name one, such as boardwalk.closesAt=2026-12-31'],
    ] as const)
      expect(await set('A/1', field)).toMatchObject({ code: 2, error: { message: expect.stringContaining(message) } })
    expect((await set('B', 'boardwalk.hours=FULL_TIME')).error.message).toBe('No job has the id "B"')
    expect((await readJob()).boardwalk).toEqual(boardwalk)
  })

  test('prints the warnings of the board, such as that the job has closed', async () => {
    const closed = await set('A/1', 'boardwalk.closesAt=2020-01-31')
    expect(closed).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Warning: applications for this job have'),
    })
    expect(closed.job.warnings).toContainEqual(expect.objectContaining({ code: 'closed' }))
    expect((await set('A/1', 'closesAt=2999-12-31')).stderr).toContain('the member "closesAt" of "boardwalk"')
  })

  test('refuses with 2 what is no field with a value, with 1 what the board refuses, and changes nothing', async () => {
    for (const [fields, message] of [
      [['citi=Rabat'], 'A job has no field "citi"; did you mean "city"?'],
      [['city'], '"city" is not a field with a value, such as city=Rabat'],
      [['id=B'], 'The id of a job cannot be changed'],
      [['title=A', 'title=B'], 'title is given twice, and it holds one value'],
      [['city=', 'city=Fès'], 'city is given both a value and none'],
    ] as const) {
      const { code, error } = await set('A/1', ...fields)
      expect({ code, message: error.message }).toEqual({ code: 2, message: expect.stringContaining(message) })
    }
    // A value that does not fit has the board's reason, and an id that no job has creates none.
    for (const [id, field, message] of [
      ['A/1', 'minSalary=beaucoup', 'minSalary must be a number from 0, not "beaucoup"'],
      ['B', 'title=New', 'No job has the id "B"'],
    ] as const)
      expect(await set(id, field)).toMatchObject({ code: 1, error: { message: expect.stringContaining(message) } })
    expect(await readJob()).toMatchObject(job)
    expect((await company.call('GET', '/jobs')).body.total).toBe(1)
  })
})
