import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCommand, startCommand } from '../test/command.ts'
import { useCli } from '../test/command-process.ts'

/* The commands about single jobs and links against the real server; feeds have files of their own. */

const server = useServer()
const cli = useCli()
let company: TestCompany
const settings = () => environmentFor(server, company)
const boardwalk = (args: string[], input = '') => runCommand(args, { env: settings() }, input)
async function boardwalkJson(group: string, name: string, ...args: string[]) {
  const { code, stdout } = await boardwalk([group, name, '--json', ...args])
  return { code, ...JSON.parse(stdout) }
}
async function boardJob(title: string): Promise<number> {
  return (await company.boardJob(title)).jobId
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
      description: '<p>a\nb</p>',
      n: { a: 1 },
    }
    await company.call('POST', '/job', { job })
  })

  test('shows every field of one job, and no control character of its texts', async () => {
    const { code, stdout } = await boardwalk(['jobs', 'get', 'A/B 50%'])
    const shown = splitLines(stdout).map(splitCells)
    expect(code).toBe(0)
    expect(shown.slice(0, 3)).toEqual([
      ['id', 'A/B 50%'],
      ['title', 'Chef'],
      ['status', 'PUBLISHED'],
    ])
    expect(shown).toContainEqual(['city', 'Rabat, Fès\ufffd[31m'])
    expect(shown).toContainEqual(['n', '{"a":1}'])
    expect(stdout).toMatch(/\ndescription {2,}<p>a\n {5,}b<\/p>\n/)
  })

  test('gives the whole job as JSON', async () => {
    const { body } = await company.call('GET', '/job/A%2FB%2050%25')
    expect(await boardwalkJson('jobs', 'get', 'A/B 50%')).toEqual({ code: 0, job: body.job })
  })

  test('ends with 1 and a reason for an id that the board does not have, or that is not an id', async () => {
    for (const id of ['none', '..', ' ']) {
      const { code, error } = await boardwalkJson('jobs', 'get', id)
      expect({ code, error }).toMatchObject({ code: 1, error: { message: expect.any(String) } })
    }
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
    await boardJob('求人 Ours')
  })

  test('fits 80 columns, and cuts the longest texts', async () => {
    const [head = '', ...rows] = splitLines((await boardwalk(['jobs', 'list'])).stdout)
    expect(splitCells(head)).toEqual(['ID', 'TITLE', 'STATUS', 'JOBID', 'UPDATED (UTC)'])
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(80)
    // A gap is left after a text that was cut, and nothing else was.
    expect(splitCells(rows[0] ?? '')).toEqual([
      'a',
      expect.stringMatching(/^Développeur très .*…$/),
      'PUBLISHED',
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    ])
  })

  test('gives everything as JSON, a job a line as NDJSON, and CSV that reads back', async () => {
    const { body } = await company.call('GET', '/jobs')
    expect((await boardwalkJson('jobs', 'list')).jobs).toEqual(body.jobs)
    const lines = splitLines((await boardwalk(['jobs', 'list', '-o', 'ndjson'])).stdout)
    expect(lines.map((line) => JSON.parse(line))).toEqual(body.jobs)
    const { stdout } = await boardwalk(['jobs', 'list', '-o', 'csv'])
    expect(stdout).toContain(`b,"'=cmd|""x"", ""y"" z",UNPUBLISHED`)
    expect(stdout).toMatch(/\n,求人 Ours,PUBLISHED,\d+,/)
  })

  test('CSV that jobs push reads back changes nothing, whatever the ids and titles begin with', async () => {
    const own = await server.company()
    const run = (args: string[], input = '') => runCommand(args, { env: environmentFor(server, own) }, input)
    const texts = ['=A', '-1', '+1', '@a', "'=A", "''-1", 'a;-b', "'a"]
    await own.call('PUT', '/jobs', { jobs: texts.map((text) => ({ id: text, title: text })) })
    const { stdout } = await run(['jobs', 'list', '-o', 'csv'])
    expect(stdout).not.toMatch(/^[=+@-]|,[=+@-]/m)
    await cli.write('names.json', '{"jobId":null,"updatedAt":null}')
    const pushed = await run(['jobs', 'push', '-', '--map', cli.path('names.json'), '--json'], stdout)
    expect(JSON.parse(pushed.stdout)).toMatchObject({ rows: texts.length, unchanged: texts.length })
  })

  test('gives only the jobs of one status', async () => {
    const ids = async (status: string) =>
      (await boardwalkJson('jobs', 'list', '--status', status)).jobs.map(({ id }: { id: string }) => id)
    expect(await ids('PUBLISHED')).toEqual(['a', null])
    expect(await ids('UNPUBLISHED')).toEqual(['b'])
    expect((await boardwalk(['jobs', 'list', '--status', 'published'])).code).toBe(2)
  })
})

describe('jobs unpublish', () => {
  beforeAll(async () => {
    company = await server.company()
    await company.call('PUT', '/jobs', { jobs: ['a', 'b/c', '-d'].map((id) => ({ id, title: id })) })
  })

  test('takes several jobs off the site with one result each, and ends with 3 if one is unknown', async () => {
    const { code, jobs, error } = await boardwalkJson('jobs', 'unpublish', 'a', 'none', 'b/c', '..', '--', '-d')
    const told = { code: 'job_not_found', requestId: expect.any(String) }
    expect(jobs).toEqual([
      { id: 'a', status: 'unpublished', jobId: expect.any(Number), error: null },
      { id: 'none', status: 'not_found', jobId: null, error: { message: expect.stringContaining('none'), ...told } },
      { id: 'b/c', status: 'unpublished', jobId: expect.any(Number), error: null },
      { id: '..', status: 'failed', jobId: null, error: { message: expect.any(String), code: 'BoardwalkError' } },
      { id: '-d', status: 'unpublished', jobId: expect.any(Number), error: null },
    ])
    expect({ code, error }).toEqual({ code: 3, error: null })
    const { body } = await company.call('GET', '/jobs?status=PUBLISHED')
    expect(body.total).toBe(0)
  })

  test('ends with 3 for an unknown job alone, and names it', async () => {
    const { code, stderr } = await boardwalk(['jobs', 'unpublish', 'none'])
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('none') })
  })

  test('gives the same result a second time, as a table and as CSV', async () => {
    const table = await boardwalk(['jobs', 'unpublish', 'a'])
    expect(table.code).toBe(0)
    expect(splitLines(table.stdout).map(splitCells)).toEqual([
      ['ID', 'STATUS', 'JOBID'],
      ['a', 'unpublished', expect.stringMatching(/^\d+$/)],
    ])
    const { stdout } = await boardwalk(['jobs', 'unpublish', 'a', '-o', 'csv'])
    expect(stdout).toMatch(/^id,status,jobId\na,unpublished,\d+\n$/)
  })

  test('ends with 4 for a key that may only read, and reports each job as failed', async () => {
    const env = { ...settings(), BOARDWALK_API_KEY: (await server.company(['read'])).key }
    const ids = Array.from({ length: 20 }, (_, index) => `id-${index}`)
    const { code, stdout } = await runCommand(['jobs', 'unpublish', ...ids, '--json'], { env })
    const { jobs, error } = JSON.parse(stdout)
    expect({ code, error }).toMatchObject({
      code: 4,
      error: { message: 'Insufficient permissions', code: 'scope_missing' },
    })
    expect(jobs.map(({ status }: { status: string }) => status)).toEqual(ids.map(() => 'failed'))
    expect(jobs.at(-1).error.message).toBe('not tried: Insufficient permissions')
  })

  test('ends with 130 after an interrupt, and names the jobs that were not tried', async () => {
    const ids = Array.from({ length: 50 }, () => 'none')
    const { said, interrupt, result } = startCommand(['jobs', 'unpublish', ...ids, '--json'], { env: settings() })
    await said('none')
    interrupt()
    const { code, stdout } = await result
    const messages = JSON.parse(stdout).jobs.map(({ error }: { error: { message: string } }) => error.message)
    expect(code).toBe(130)
    expect(messages).toHaveLength(50)
    expect(messages.at(-1)).toBe('not tried: interrupted')
  })
})

describe('links set', () => {
  let first: number
  let second: number
  beforeAll(async () => {
    company = await server.company()
    first = await boardJob('First')
    second = await boardJob('Second')
    await company.call('POST', '/job', { job: { id: 'taken', title: 'T' } })
  })
  const readStatus = ({ status }: { status: string }) => status

  test('takes pairs, gives one result each in their order, and ends with 3 if one is not linked', async () => {
    const pairs = [`${first}=A=1`, '999999=x', `${second}=taken`, `${first}=other`]
    const { code, links } = await boardwalkJson('links', 'set', ...pairs)
    expect(links).toEqual([
      { platformJobId: first, externalJobId: 'A=1', status: 'linked', error: null },
      {
        platformJobId: 999999,
        externalJobId: 'x',
        status: 'not_found',
        error: { message: 'your company has no job 999999 on the board' },
      },
      {
        platformJobId: second,
        externalJobId: 'taken',
        status: 'already_linked',
        currentExternalJobId: null,
        error: { message: 'another job already has the id "taken"' },
      },
      {
        platformJobId: first,
        externalJobId: 'other',
        status: 'already_linked',
        currentExternalJobId: 'A=1',
        error: { message: `job ${first} already has the id "A=1"` },
      },
    ])
    expect(code).toBe(3)
    // A link that is already set counts as done.
    expect(await boardwalkJson('links', 'set', `${first}=A=1`)).toMatchObject({ code: 0, error: null })
  })

  test('takes a file of each kind, or standard input, with bad rows in it', async () => {
    const rows = [
      { platformJobId: first, externalJobId: 'A=1' },
      { platformJobId: 'x', externalJobId: 'y' },
      { platformJobId: 999999, externalJobId: 'x' },
    ]
    const csv = rows.map(({ platformJobId, externalJobId }) => `${platformJobId};${externalJobId}\r\n`)
    const files = {
      'links.json': JSON.stringify({ links: rows }),
      'list.json': JSON.stringify(rows),
      'links.ndjson': rows.map((row) => JSON.stringify(row)).join('\n'),
      'links.csv': `\ufeffplatformJobId;externalJobId\r\n${csv.join('')}`,
      'export.csv': `jobId;id\r\n${csv.join('')}`,
    }
    for (const [name, text] of Object.entries(files)) {
      await cli.write(name, text)
      const { code, links } = await boardwalkJson('links', 'set', cli.path(name))
      expect({ name, code, statuses: links.map(readStatus) }).toEqual({
        name,
        code: 3,
        statuses: ['already_linked', 'failed', 'not_found'],
      })
      expect(links[1].error.message).toBe('platformJobId must be a whole number (the board’s job id), not "x"')
      const fromInput = await boardwalk(['links', 'set', '-', '--json'], text)
      expect({ name, ...JSON.parse(fromInput.stdout) }).toEqual({ name, links, error: null })
    }
  })

  test('takes more links than one request holds', async () => {
    const rows = Array.from({ length: 101 }, (_, index) => `{"platformJobId":${999_000 + index},"externalJobId":"x"}\n`)
    const { code, stdout } = await boardwalk(['links', 'set', '-', '-o', 'ndjson'], rows.join(''))
    const results = splitLines(stdout).map((line) => JSON.parse(line))
    expect(code).toBe(3)
    expect(results.map(({ platformJobId }) => platformJobId)).toEqual(rows.map((_, index) => 999_000 + index))
    expect(new Set(results.map(readStatus))).toEqual(new Set(['not_found']))
  })

  test('links the CSV of jobs list after a person has filled in the ids', async () => {
    const jobId = await boardJob('Third')
    const { stdout } = await boardwalk(['jobs', 'list', '-o', 'csv'])
    const filled = stdout.replace(/\n,Third/, '\nA-3,Third')
    const { code, stdout: results } = await boardwalk(['links', 'set', '-', '-o', 'csv'], filled)
    expect(splitLines(results)[0]).toBe('platformJobId,externalJobId,status,problem')
    expect(results).toContain(`\n${jobId},A-3,linked,\n`)
    // The second job still has no id.
    expect(results).toContain(`${second},,failed,line 3: Job ID is required`)
    expect(code).toBe(3)
  })

  test('sets the links before the place where a file breaks off, and ends with 1', async () => {
    const fourth = await boardJob('Fourth')
    const { code, stdout } = await boardwalk(
      ['links', 'set', '-', '--json'],
      `[{"platformJobId":${fourth},"externalJobId":"A-4"},{"platf`,
    )
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 1,
      links: [{ platformJobId: fourth, status: 'linked' }],
      error: { message: expect.stringContaining('standard input:1: the feed is not JSON') },
    })
  })

  test.each([
    ['a pair and a file', ['1=a', 'links.csv']],
    ['two files', ['a.csv', 'b.csv']],
    ['the key and the links both from standard input', ['-', '--api-key-stdin']],
  ])('refuses %s with 2', async (_name, args) => {
    expect((await boardwalkJson('links', 'set', ...args)).code).toBe(2)
  })
})
