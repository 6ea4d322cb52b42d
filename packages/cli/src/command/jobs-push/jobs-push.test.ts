import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Writable } from 'node:stream'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { run } from '../../program.ts'
import { runCommand, startCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'

/* `boardwalk jobs push` against the real server. */

const server = useServer()
const cli = useCli()
let company: TestCompany

const settings = () => environmentFor(server, company)
const push = (args: string[], input = '', env = settings()) => runCommand(['jobs', 'push', ...args], { env }, input)
// On a busy machine, a batch takes longer than the command waits by default. It would send the batch again, and find its jobs unchanged.
const pushJson = async (args: string[], input = '') =>
  JSON.parse((await push([...args, '-o', 'json', '--timeout', '600'], input)).stdout)

const jobs = Array.from({ length: 250 }, (_, row) => ({
  id: `J/${row}`,
  title: `Poste « ${row} »`,
  city: ['Rabat', 'Fès'],
  minSalary: 9000,
  displaySalary: true,
  description: '<p>Été</p>',
}))
const cells = jobs.map((job) => `${job.id};"${job.title}";Rabat|Fès;9000;oui;<p>Été</p>\r\n`)
const elements = jobs.map(
  (job) =>
    `<job><referencenumber>${job.id}</referencenumber><title>${job.title}</title><city>Rabat</city><city>Fès</city>` +
    `<minSalary>9000</minSalary><displaySalary>true</displaySalary><description><![CDATA[<p>Été</p>]]></description></job>`,
)
const feeds = {
  'jobs.json': JSON.stringify({ jobs }),
  'jobs.ndjson': jobs.map((job) => JSON.stringify(job)).join('\n'),
  'jobs.csv': `\ufeffid;title;city;minSalary;displaySalary;description\r\n${cells.join('')}`,
  'jobs.xml': `<source>${elements.join('\n')}</source>`,
}

describe('a feed', () => {
  beforeAll(async () => {
    company = await server.company()
    for (const [name, feed] of Object.entries(feeds)) await cli.write(name, feed)
  })

  test('in a dry run, has the warnings that need no board', async () => {
    const rows = [
      { id: 'A', title: 'R&amp;D' },
      { id: 'B', title: 'T', country: 'MA' },
      { id: 'C', benefits: '<b>' },
      { id: 'D', boardwalk: { closesAt: '2020-12-31', period: 'an' } },
    ]
    const { stdout } = await push(['-', '--dry-run', '-o', 'ndjson'], rows.map((row) => JSON.stringify(row)).join('\n'))
    const outcomes = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const codes = outcomes.map(({ id, warnings }) => [id, warnings?.map(({ code }: { code: string }) => code)])
    expect(codes).toEqual([
      ['A', ['country_missing', 'escaped_twice']],
      ['B', undefined],
      ['C', ['tags_shown']],
      ['D', ['closed', 'terms_ignored']],
    ])
  })

  test('gives the same jobs in each format: the first push creates them, the others change nothing', async () => {
    const [first, ...others] = Object.keys(feeds)
    expect(await pushJson([cli.path(first ?? '')])).toMatchObject({
      rows: 250,
      created: 250,
      failed: 0,
      unconfirmed: 0,
    })
    for (const name of [first ?? '', ...others])
      expect({ name, ...(await pushJson([cli.path(name)])) }).toMatchObject({
        name,
        rows: 250,
        unchanged: 250,
        created: 0,
      })
    const { body } = await company.call('GET', '/job/J%2F7')
    expect(body.job).toMatchObject(jobs[7] ?? {})
  })

  test('with terms under other names gives them by a map; the second push changes nothing, and names a mistake again', async () => {
    await cli.write(
      'terms.csv',
      'ref;poste;fin;temps;paie\nT-1;Comptable;2999-12-31;partiel;an\nT-2;Cariste;01/09/2999;;an\n',
    )
    const fields = {
      id: 'ref',
      title: 'poste',
      'boardwalk.closesAt': 'fin',
      country: { default: 'MA' },
      'boardwalk.hours': {
        from: 'temps',
        values: { partiel: 'PART_TIME' },
      },
      'boardwalk.period': {
        from: 'paie',
        values: { an: 'YEAR' },
      },
    }
    await cli.write('terms.json', JSON.stringify({ fields }))
    for (const status of ['created', 'unchanged']) {
      const { warnings, ...counts } = await pushJson([cli.path('terms.csv'), '--map', cli.path('terms.json')])
      expect(counts).toMatchObject({ rows: 2, [status]: 2 })
      const kind = warnings.kinds.find(({ code }: { code: string }) => code === 'terms_ignored')
      expect(kind).toMatchObject({ count: 1, examples: [{ id: 'T-2', path: 'job.boardwalk.closesAt' }] })
    }
    const read = async (id: string) => (await company.call('GET', `/job/${id}`)).body.job.boardwalk
    expect(await read('T-1')).toEqual({ closesAt: '2999-12-31', hours: 'PART_TIME', period: 'YEAR' })
    expect(await read('T-2')).toEqual({ closesAt: '01/09/2999', period: 'YEAR' })
  })

  test('says by --quiet alone only which jobs do not close, and how a map reads their dates', async () => {
    const rows = 'X-1;t;15/12/2999\nX-2;t;03/04/2999\nX-3;t;\n'
    const args = ['-', '--format', 'csv', '--quiet']
    const { code, stderr } = await push(args, `id;title;boardwalk.closesAt\n${rows}`)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'standard input:3: the job does not close: boardwalk.closesAt "03/04/2999" may be 2999-04-03 or 2999-03-04: say which in a --map file, with {"fields":{"boardwalk.closesAt":{"date":"dd/MM/yyyy"}}} for 2999-04-03 or "MM/dd/yyyy" instead for 2999-03-04\n',
    })
    const read = async (id: string) => (await company.call('GET', `/job/${id}`)).body.job.boardwalk
    expect([await read('X-1'), await read('X-2')]).toEqual([{ closesAt: '2999-12-15' }, { closesAt: '03/04/2999' }])
  })

  test('can come on standard input, and the report has the outcome of each row', async () => {
    const input = '{"id":"J/7","title":"Autre"}\n{"id":"new"}\n{"id":"J/8","workMode":"home"}\n{"id":"J/9"}\n'
    await cli.write('out.ndjson', 'the report of an earlier run\n')
    const { code, stdout, stderr } = await push(['-', '--report', cli.path('out.ndjson')], input)
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: expect.stringContaining(
        'standard input: 4 rows\n  created             0\n  updated             1\n  unchanged           1\n  failed              2\n',
      ),
    })
    expect(stderr).toContain('\n2 of 4 rows failed. The others are on the board.\n')
    // A mistake that only the board finds is reported with the line, too.
    expect(stderr).toMatch(/standard input:2: .*title/)
    expect(stderr).toContain(
      'standard input:3: row 3, id "J/8": workMode must be one of REMOTE, HYBRID, ONSITE, not "home"',
    )
    const lines = (await readFile(cli.path('out.ndjson'), 'utf8')).trim().split('\n')
    const report = lines.map((line) => JSON.parse(line))
    expect(report.map(({ line, status }) => `${line} ${status}`).sort()).toEqual([
      '1 updated',
      '2 failed',
      '3 failed',
      '4 unchanged',
    ])
    expect(report.find(({ line }) => line === 1)).toMatchObject({
      id: 'J/7',
      jobUrl: expect.stringContaining(server.url),
    })
  })

  test('with a row twice sends it once and counts it as repeated; other fields fail with both lines', async () => {
    const same = '{"id":"J/7","title":"Autre"}\n'
    const { code, stdout, stderr } = await push(['-', '-o', 'json'], `${same}${same}{"id":"J/7"}\n`)
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 3, rows: 3, unchanged: 1, repeated: 1, failed: 1 })
    expect(stderr).toContain('standard input:3: row 3, id "J/7": id "J/7" is already on line 1, with other fields')
    expect((await push(['-'], `${same}${same}`)).code).toBe(0)
  })

  test('that breaks off is pushed up to that place, and the command ends with 7', async () => {
    for (const feed of ['[{"id":"J/1"},{"id":"J/2"},{"id"', 'id;title;city\nJ/1;;\nJ/2;;\nJ/3;Po']) {
      const { code, stdout } = await push(['-', '-o', 'json'], feed)
      const counts = { unchanged: 2, unconfirmed: 0, hasUnreadRows: false }
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({
        code: 7,
        ...counts,
        error: { message: expect.any(String) },
      })
    }
  })
})

test('a job that people do not see is named, although it was updated', async () => {
  const warnings = [{ code: 'unpublished', path: 'job.status', message: 'the job is unpublished and stays so' }]
  const result = { id: 'A', status: 'updated', jobId: 1, jobUrl: 'u', warnings, error: null }
  const board = createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: [result], error: null }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void board.close())
  await once(board, 'listening')
  // A server that listens on a port has an address with one.
  const { port } = board.address() as AddressInfo
  const args = ['-', '--url', `http://127.0.0.1:${port}/api`]
  const env = { BOARDWALK_API_KEY: 'bwk_0123456789abcdefghijklmnopqrstuv', HOME: cli.path('.') }
  const { stdout, stderr } = await push(args, '{"id":"A"}', env)
  expect(stdout).toContain('  updated             1, 1 of them not published\n')
  expect(stderr).toContain('1 row with a warning (unpublished): the job is unpublished and stays so')
  const { warnings: counted } = JSON.parse((await push([...args, '-o', 'json'], '{"id":"A"}', env)).stdout)
  expect(counted).toMatchObject({
    count: 1,
    kinds: [{ code: 'unpublished', count: 1, examples: [{ row: 1, id: 'A' }] }],
  })
})

describe('how it ends', () => {
  beforeAll(async () => {
    company = await server.company()
  })
  const input = '{"id":"A","title":"t"}\n'

  // Only Linux has this file, which is always full.
  test.skipIf(process.platform !== 'linux')(
    'with 1 if the report cannot be written, and rows whose answers are not known by then are unconfirmed',
    async () => {
      const { code, stdout } = await push(
        ['-', '-o', 'json', '--report', '/dev/full'],
        `${input}{"id":"B","title":"t"}\n`,
      )
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({
        code: 1,
        created: 1,
        unconfirmed: 1,
        unsent: 0,
        error: { message: expect.stringContaining('The report /dev/full cannot be written: ENOSPC') },
      })
    },
  )

  test('with 0 although the reader of its result has gone, as head does: all rows are sent', async () => {
    const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
    // The standard output of a process refuses each write.
    const write = (_line: string, taken: (error: Error) => void) => queueMicrotask(() => taken(gone))
    const stdout = Object.assign(new PassThrough(), { write })
    // Standard error, which is told of a row that is there twice, has the same reader.
    const stderr = new Writable({ write: (_chunk, _encoding, taken) => taken(gone) })
    const row = '{"id":"one","title":"t"}\n'
    const stdin = new PassThrough().end(`${row}${row}{"id":"two","title":"t"}\n`)
    const world = { stdin, stdout, stderr, env: settings(), onInterrupt: () => () => {} }
    expect(await run(['jobs', 'push', '-', '-o', 'ndjson'], world)).toBe(0)
    for (const id of ['one', 'two']) expect((await company.call('GET', `/job/${id}`)).status).toBe(200)
  })

  test('with 130 when interrupted: the rows that were read are on the board and in the report', async () => {
    const child = cli.start(
      ['jobs', 'push', '-', '--format', 'ndjson', '-o', 'json', '--report', 'cut.ndjson'],
      settings(),
    )
    // Standard input stays open, and holds more than a pipe does: once it is taken, the command is reading rows.
    const feed = `{"id":"cut","title":"t"}\n${'\n'.repeat(1024 * 1024)}{"id":"cut2","ti`
    await new Promise((resolve) => child.stdin.write(feed, resolve))
    child.kill('SIGINT')
    const { code, stdout, stderr } = await child.result
    expect(code).toBe(130)
    expect(stderr).toContain('\nInterrupted.\n')
    expect(JSON.parse(stdout)).toMatchObject({ interrupted: true, created: 1, unconfirmed: 0, error: null })
    expect(JSON.parse(await readFile(cli.path('cut.ndjson'), 'utf8'))).toMatchObject({
      id: 'cut',
      status: 'created',
    })
    expect((await company.call('GET', '/job/cut')).status).toBe(200)
  })

  test('with 130 at once when interrupted twice: the report names the rows that may be on the board', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    // A server that listens on a port has an address with one.
    const { port } = silent.address() as AddressInfo
    const report = cli.path('twice-interrupted.ndjson')
    const args = ['jobs', 'push', '-', '-o', 'json', '--report', report, '--url', `http://127.0.0.1:${port}/api`]
    const { stdin, interrupt, result } = startCommand(args, { env: settings() })
    stdin.end(input)
    await once(silent, 'request')
    interrupt()
    interrupt()
    const { code, stdout } = await result
    silent.closeAllConnections()
    silent.close()
    const unknown = { id: 'A', error: { message: 'Ctrl-C ended the request before its answer came' } }
    const counts = { interrupted: true, rows: 1, unconfirmed: 1, unsent: 0, failures: [unknown] }
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 130, ...counts })
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ ...unknown, status: 'unconfirmed' })
  })
})
