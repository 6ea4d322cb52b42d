import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../test/command.ts'
import { useCli } from '../test/command-process.ts'

/* The commands about single jobs against the real server; feeds have files of their own. */

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
    expect(shown.slice(0, 3)).toEqual([
      ['id', 'A/B 50%'],
      ['title', 'Chef'],
      ['status', 'PUBLISHED'],
    ])
    expect(shown).toContainEqual(['city', 'Rabat, Fès\ufffd[31m'])
    expect(shown).toContainEqual(['n', '{"a":1}'])
    expect(stdout).toMatch(/\ndescription {2,}<p>a\n {5,}b<\/p>\n/)
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

  test('on a terminal a table has its width, and cuts the longest texts', async () => {
    const { stdout } = await runCommand(['jobs', 'list'], { env: settings(), columns: 80 })
    const [head = '', ...rows] = splitLines(stdout)
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

  test('without a terminal a table cuts nothing, so that a program finds each text', async () => {
    const [, row = ''] = splitLines((await boardwalk(['jobs', 'list'])).stdout)
    expect(splitCells(row)[1]).toBe(`Développeur ${'très '.repeat(30)}long`)
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
})

describe('jobs publish', () => {
  beforeAll(async () => {
    company = await server.company()
    const jobs = ['a', 'b/c', '-d'].map((id) => ({ id, title: id, city: 'Rabat', status: 'UNPUBLISHED' }))
    await company.call('PUT', '/jobs', { jobs })
  })

  test('puts several jobs back on the site with one result each, and ends with 3 if one is unknown', async () => {
    const { code, jobs, error } = await boardwalkJson('jobs', 'publish', 'a', 'none', 'b/c', '--', '-d')
    expect(jobs).toMatchObject([
      { id: 'a', status: 'published', jobId: expect.any(Number), error: null },
      { id: 'none', status: 'not_found', jobId: null, error: { message: expect.stringContaining('none') } },
      { id: 'b/c', status: 'published', error: null },
      { id: '-d', status: 'published', error: null },
    ])
    expect({ code, error }).toEqual({ code: 3, error: null })
    const { body } = await company.call('GET', '/jobs')
    expect(body.jobs.map(({ id, status, city }: Record<string, unknown>) => [id, status, city])).toEqual(
      ['a', 'b/c', '-d'].map((id) => [id, 'PUBLISHED', 'Rabat']),
    )
  })
})

describe.each([
  ['publish', 'published', 'UNPUBLISHED'],
  ['unpublish', 'unpublished', 'PUBLISHED'],
])('an option of jobs %s', (name, _done, before) => {
  /** The id begins as a formula does. */
  const id = '=A'
  beforeEach(async () => {
    company = await server.company()
    await company.call('POST', '/job', { job: { id, title: 'Chef', status: before } })
  })

  const run = (args: string[], env: Record<string, string> = settings(), input = '') =>
    runCommand(['jobs', name, id, ...args], { env: { HOME: cli.path('.'), ...env } }, input)

  test('--timeout: a request without an answer ends after this time, and the job is unconfirmed', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    onTestFinished(() => {
      silent.close()
      silent.closeAllConnections()
    })
    await once(silent, 'listening')
    // A server that listens on a port has an address of this kind.
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/api`
    const { code, stdout, stderr } = await run(['--url', url, '--timeout', '0.05', '--json'])
    expect({ code, jobs: JSON.parse(stdout).jobs }).toMatchObject({ code: 5, jobs: [{ id, status: 'unconfirmed' }] })
    expect(stderr).toContain('had no complete answer within 50 ms')
  })
})
