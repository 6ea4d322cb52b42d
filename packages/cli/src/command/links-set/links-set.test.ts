import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'

/* `boardwalk links set` against the real server. */

const server = useServer()
const cli = useCli()
let company: TestCompany
let first: number
let second: number
beforeAll(async () => {
  company = await server.company()
  first = await boardJob('First')
  second = await boardJob('Second')
  await company.call('POST', '/job', { job: { id: 'taken', title: 'T' } })
})

const boardwalk = (args: string[], input = '') => runCommand(args, { env: environmentFor(server, company) }, input)
async function linksSet(...args: string[]) {
  const { code, stdout } = await boardwalk(['links', 'set', '--json', ...args])
  return { code, ...JSON.parse(stdout) }
}
const boardJob = async (title: string): Promise<number> => (await company.boardJob(title)).jobId
const splitLines = (text: string) => text.trim().split('\n')
const readStatus = ({ status }: { status: string }) => status

test('takes pairs, gives one result each in their order, and ends with 3 if one is not linked', async () => {
  const pairs = [`${first}=A=1`, '999999=x', `${second}=taken`, `${first}=other`]
  const { code, links } = await linksSet(...pairs)
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
  expect(await linksSet(`${first}=A=1`)).toMatchObject({ code: 0, error: null })
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
    const { code, links } = await linksSet(cli.path(name))
    expect({ name, code, statuses: links.map(readStatus) }).toEqual({
      name,
      code: 3,
      statuses: ['already_linked', 'failed', 'not_found'],
    })
    expect(links[1].error.message).toBe('platformJobId must be a whole number (the board’s job id), not "x"')
    const fromInput = await boardwalk(['links', 'set', '-', '--json'], text)
    expect({ name, ...JSON.parse(fromInput.stdout) }).toEqual({ name, links, skipped: 0, error: null })
  }
})

test('takes a file packed with gzip, in the encodings that jobs push takes', async () => {
  const text = 'jobId;id\n999999;Café\n'
  const files: [name: string, content: Uint8Array, args: string[]][] = [
    ['links.csv.gz', gzipSync(text), []],
    ['links', gzipSync(text), []],
    ['utf16.csv', Buffer.from(`\ufeff${text}`, 'utf16le'), []],
    ['windows.csv', Buffer.from(text, 'latin1'), ['--encoding', 'windows-1252']],
    ['windows.gz', gzipSync(Buffer.from(text, 'latin1')), ['--encoding', 'windows-1252', '--format', 'csv']],
  ]
  for (const [name, content, args] of files) {
    await writeFile(cli.path(name), content)
    const { links } = await linksSet(cli.path(name), ...args)
    expect({ name, links }).toMatchObject({ name, links: [{ platformJobId: 999999, externalJobId: 'Café' }] })
  }
  await writeFile(cli.path('half.gz'), gzipSync(text).subarray(0, 30))
  expect(await linksSet(cli.path('half.gz'))).toMatchObject({
    code: 1,
    error: { message: expect.stringContaining('is not whole gzip') },
  })
  expect((await linksSet(cli.path('windows.csv'))).error.message).toContain('--encoding windows-1252')
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
  const { code, stdout: results, stderr } = await boardwalk(['links', 'set', '-', '-o', 'csv'], filled)
  expect(splitLines(results)[0]).toBe('platformJobId,externalJobId,status,problem')
  expect(results).toContain(`\n${jobId},A-3,linked,\n`)
  // The second job still has no id.
  expect(results).not.toContain(`\n${second},`)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '1 row has no id and was skipped\n' })
})

test('a row without an id is skipped only under the names of jobs list, and JSON counts the skipped rows', async () => {
  const rows = `{"jobId":${second},"id":null}\n{"jobId":${second}}\n{"platformJobId":${second},"id":null}\n`
  const { code, stdout } = await boardwalk(['links', 'set', '-', '--json'], rows)
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 3,
    skipped: 2,
    links: [{ line: 3, platformJobId: second, status: 'failed', error: { message: 'Job ID is required' } }],
  })
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

test('ends with 4 if the key is refused, and sends no second request', async () => {
  const rows = Array.from({ length: 201 }, (_, at) => `{"platformJobId":${999_000 + at},"externalJobId":"x"}\n`)
  const env = { ...environmentFor(server, company), BOARDWALK_API_KEY: 'bwk_0123456789abcdefghijklmnopqrstuv' }
  const { code, stdout } = await runCommand(['links', 'set', '-', '--json'], { env }, rows.join(''))
  expect({ code, links: JSON.parse(stdout).links.map(readStatus) }).toEqual({
    code: 4,
    links: Array.from({ length: 100 }, () => 'failed'),
  })
})

test.each([
  ['a pair and a file', ['1=a', 'links.csv']],
  ['two files', ['a.csv', 'b.csv']],
  ['the key and the links both from standard input', ['-', '--api-key-stdin']],
])('refuses %s with 2', async (_name, args) => {
  expect((await linksSet(...args)).code).toBe(2)
})

test.each([
  [['S-4=13423'], 'S-4=13423: ', 'Did you mean 13423=S-4?'],
  [['13423='], '13423=: ', 'such as 13423=A-17'],
  [['=A-1'], '=A-1: ', 'such as 42=A-1'],
  [['1=a', 'x=y'], 'x=y: ', 'such as 42=y'],
])('refuses the pairs %j with 2, and says which side is which', async (args, start, end) => {
  const { code, error } = await linksSet(...args)
  const sides = 'the board’s job id stands left of the equal sign, and your id right of it'
  expect({ code, message: error.message }).toEqual({ code: 2, message: expect.stringContaining(start + sides) })
  expect(error.message).toContain(end)
})

test('takes a file whose name has an equal sign', async () => {
  await cli.write('a=1.ndjson', `{"platformJobId":${first},"externalJobId":"A=1"}`)
  expect((await linksSet(cli.path('a=1.ndjson'))).code).toBe(0)
})
