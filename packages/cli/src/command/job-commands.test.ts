import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../test/command.ts'
import { useCli } from '../test/command-process.ts'

/* The commands about single jobs against the real server; feeds have files of their own. */

const server = useServer()
const cli = useCli()
let company: TestCompany
const settings = () => environmentFor(server, company)
const boardwalk = (args: string[], input = '') => runCommand(args, { env: settings() }, input)
async function boardwalkJson(group: string, name: string, ...args: string[]) {
  const { code, stdout } = await boardwalk([group, name, '-o', 'json', ...args])
  return { code, ...JSON.parse(stdout) }
}
const splitLines = (text: string) => text.trim().split('\n')
const splitCells = (line: string) => line.split(/ {2,}/)

describe('jobs get', () => {
  beforeAll(async () => {
    company = await server.company()
    const job = {
      id: 'A/B 50%',
      title: 'Chef',
      city: ['Rabat', 'Fès\u001b[31m'],
      sign: '\u009b31m',
      description: '<p>a\nb</p>',
      n: { a: 1 },
    }
    await company.call('POST', '/job', { job })
  })

  test('shows every field of one job, and no control character of its texts', async () => {
    const { code, stdout } = await boardwalk(['jobs', 'get', 'A/B 50%'])
    const shown = splitLines(stdout).map(splitCells)
    expect(code).toBe(0)
    expect(shown[0]).toEqual(['id', 'A/B 50%'])
    expect(shown).toContainEqual(['city', 'Rabat, Fès\ufffd[31m'])
    expect(shown).toContainEqual(['n', '{"a":1}'])
    expect(stdout).toMatch(/\ndescription {2,}<p>a\n {5,}b<\/p>\n/)
  })
})

describe('jobs list', () => {
  beforeAll(async () => {
    company = await server.company()
    const jobs = [
      { id: 'a', title: `Développeur ${'très '.repeat(30)}long` },
      { id: 'b', title: '=cmd|"x", "y"\nz', status: 'UNPUBLISHED' },
    ]
    await company.call('PUT', '/jobs', { jobs })
    await company.boardJob('求人 Ours')
  })

  test('a table is cut to the width of a terminal, and without one nothing is cut', async () => {
    const { stdout } = await runCommand(['jobs', 'list'], { env: settings(), columns: 80 })
    const [head = '', ...rows] = splitLines(stdout)
    expect(splitCells(head)).toEqual(['ID', 'TITLE', 'STATUS', 'JOBID', 'UPDATED (UTC)'])
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(80)
    expect(splitCells(rows[0] ?? '')[1]).toMatch(/^Développeur très .*…$/)
    const [, row = ''] = splitLines((await boardwalk(['jobs', 'list'])).stdout)
    expect(splitCells(row)[1]).toBe(`Développeur ${'très '.repeat(30)}long`)
  })

  test('a table says why people cannot see a published job', async () => {
    const own = await server.company()
    const boardwalk = { closesAt: '2020-01-31' }
    const jobs = [
      { id: 'a', title: 'a', status: 'UNPUBLISHED' },
      { id: 'b', title: 'b' },
    ].map((job) => ({ ...job, boardwalk }))
    await own.call('PUT', '/jobs', { jobs })
    const listStatuses = async () => {
      const { stdout } = await runCommand(['jobs', 'list'], { env: environmentFor(server, own) })
      return splitLines(stdout).map((line) => splitCells(line)[2])
    }
    expect(await listStatuses()).toEqual(['STATUS', 'UNPUBLISHED', 'PUBLISHED, closed'])
    await server.deps.companies.setSuspension(own.id, new Date())
    expect(await listStatuses()).toEqual(['STATUS', 'UNPUBLISHED', 'PUBLISHED, suspended'])
  })

  test('gives everything as JSON, a job a line as NDJSON, and CSV that reads back', async () => {
    await company.call('PUT', '/job/a', { job: { city: 'Rabat' } })
    const { body } = await company.call('GET', '/jobs')
    expect((await boardwalkJson('jobs', 'list')).jobs).toEqual(body.jobs)
    const lines = splitLines((await boardwalk(['jobs', 'list', '-o', 'ndjson'])).stdout)
    expect(lines.map((line) => JSON.parse(line))).toEqual(body.jobs)
    const { stdout } = await boardwalk(['jobs', 'list', '-o', 'csv'])
    expect(stdout).toContain(`b,"'=cmd|""x"", ""y"" z",UNPUBLISHED`)
    expect(stdout).toMatch(/\n,求人 Ours,PUBLISHED,\d+,/)
    const [{ jobId, createdAt, updatedAt }] = body.jobs
    expect(updatedAt).not.toBe(createdAt)
    expect(stdout).toContain(`,PUBLISHED,${jobId},${updatedAt}`)
  })

  test('--changed-since gives the jobs that were changed, and the date after which the next changes are', async () => {
    const own = await server.company()
    const run = (...args: string[]) => runCommand(['jobs', 'list', ...args], { env: environmentFor(server, own) })
    await own.call('PUT', '/jobs', { jobs: [{ id: 'a', title: 'a' }] })
    const { stdout, stderr } = await run('--changed-since', '2026-01-01', '-o', 'csv')
    expect(stdout).toMatch(/\na,a,PUBLISHED,/)
    const [, next = ''] = /^For the next changes, give --changed-since (\S+)\n$/.exec(stderr) ?? []
    const { jobs, changedThrough } = JSON.parse((await run('--changed-since', next, '-o', 'json')).stdout)
    expect(jobs).toMatchObject([{ id: 'a', title: 'a' }])
    expect(changedThrough >= next).toBe(true)
    for (const wrong of [['tomorrow'], ['2026-01-01', '--limit', '1']])
      expect((await run('--changed-since', ...wrong)).code).toBe(2)
  })

  test('--full prints every field so that a file that is corrected and pushed changes the correction alone, in each format', async () => {
    const own = await server.company()
    const run = (args: string[], input = '') => runCommand(args, { env: environmentFor(server, own) }, input)
    const questions = [{ id: 'a|b', label: 'Salaire ?', type: 'number', required: true }]
    const terms = {
      closesAt: '2999-12-31T18:00:00.000Z',
      currency: 'EUR',
      countries: ['FR'],
      period: 'YEAR',
      questions,
    }
    const jobs = [
      { id: '007', title: '=Chef, "x"; y', city: ['Rabat'], benefits: ['a|b'], minSalary: 9.125, boardwalk: terms },
      {
        id: 'B',
        title: '1-2',
        city: ['Rabat', 'Fès'],
        country: 'FR',
        displaySalary: true,
        languages: ['fr'],
        extra: { n: 1 },
      },
      {
        id: 'C',
        title: 'Été',
        status: 'UNPUBLISHED',
        description: `<p>a</p>\n<p>${'b'.repeat(40_000)}</p>`,
        closes: 'x',
      },
      { id: 'D', title: 'vrai', boardwalk: { closesAt: '2999-12-31', other: 1 } },
      { id: 'E', title: '2030-01-02T03:04:05Z', boardwalk: { closesAt: 'bientôt', hours: null } },
    ]
    await own.call('PUT', '/jobs', { jobs })
    await own.boardJob('Ours')
    const read = async () => (await own.call('GET', '/jobs')).body.jobs
    const before = await read()
    for (const format of ['csv', 'excel', 'json', 'ndjson']) {
      const list = await run(['jobs', 'list', '--full', '-o', format])
      expect({ format, code: list.code, lost: list.stderr }).toEqual({
        format,
        code: 0,
        lost: format.endsWith('json') ? '' : expect.stringContaining('values do not fit into a cell and are left out'),
      })
      await cli.write('full', list.stdout)
      for (const command of ['push', 'sync']) {
        const args = ['jobs', command, cli.path('full'), '-o', 'json', ...(command === 'sync' ? ['--yes'] : [])]
        const { code, stdout, stderr } = await run(args)
        const { rows, unchanged, unpublished = 0, failed } = { ...JSON.parse(stdout), ...JSON.parse(stdout).done }
        expect({ format, code, unchanged, unpublished, failed }).toEqual({
          format,
          code: 0,
          unchanged: 5,
          unpublished: 0,
          failed: 0,
        })
        expect(rows ?? 5).toBe(5)
        expect(stderr).toContain('is a job that was made on the board')
        expect(stderr).toMatch(/^Left out, because the board sets it itself: .*"jobId", "jobUrl"/m)
        expect(stderr).not.toMatch(/^Stored as extra fields: .*"jobId"/m)
      }
      expect(await read()).toEqual(before)
    }
    const { stdout } = await run(['jobs', 'list', '--full', '-o', 'csv'])
    await run(['jobs', 'push', '-'], stdout.replace(',1-2,', ',1-3,'))
    expect(await read()).toMatchObject(
      before.map((job: { title: string }) => (job.title === '1-2' ? { title: '1-3' } : job)),
    )
    expect(await run(['jobs', 'list', '--full'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('needs -o csv'),
    })
  })

  test('CSV that jobs push reads back changes nothing, whatever the ids and titles begin with', async () => {
    const own = await server.company()
    const run = (args: string[], input = '') => runCommand(args, { env: environmentFor(server, own) }, input)
    const texts = ['=A', '-1', '+1', '@a', "'=A", "''-1", 'a;-b', 'a,-b', "'a", '007', '1-2', '="7"']
    await own.call('PUT', '/jobs', { jobs: texts.map((text) => ({ id: text, title: text })) })
    for (const format of ['csv', 'excel']) {
      const { stdout } = await run(['jobs', 'list', '-o', format])
      expect(stdout).not.toMatch(/^[=+@-]|[,;][=+@-]/m)
      const pushed = await run(['jobs', 'push', '-', '-o', 'json'], stdout)
      expect(JSON.parse(pushed.stdout)).toMatchObject({ rows: texts.length, unchanged: texts.length })
    }
  })
})

test('jobs unpublish and jobs publish give one result for each job, keep its data, and end with 3 if one is unknown', async () => {
  company = await server.company()
  await company.call('PUT', '/jobs', { jobs: ['a', 'b/c', '-d'].map((id) => ({ id, title: id, city: 'Rabat' })) })
  for (const [name, status] of [
    ['unpublish', 'unpublished'],
    ['publish', 'published'],
  ] as const) {
    const { code, jobs, error } = await boardwalkJson('jobs', name, 'a', 'none', 'b/c', '..', '--', '-d')
    expect(jobs).toMatchObject([
      { id: 'a', status, jobId: expect.any(Number), error: null },
      { id: 'none', status: 'not_found', jobId: null, error: { message: expect.stringContaining('none') } },
      { id: 'b/c', status, error: null },
      { id: '..', status: 'failed', error: { code: 'BoardwalkError' } },
      { id: '-d', status, error: null },
    ])
    expect({ code, error }).toEqual({ code: 3, error: null })
    const { body } = await company.call('GET', '/jobs')
    expect(body.jobs.map(({ id, status: now, city }: Record<string, unknown>) => [id, now, city])).toEqual(
      ['a', 'b/c', '-d'].map((id) => [id, status.toUpperCase(), 'Rabat']),
    )
  }
})
