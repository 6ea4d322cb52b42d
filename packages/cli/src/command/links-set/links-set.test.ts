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
  const { code, stdout } = await boardwalk(['links', 'set', '-o', 'json', ...args])
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

test('takes a file of each kind, with bad rows in it', async () => {
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
  }
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

test('sets the links before the place where a file breaks off, and ends with 7', async () => {
  const fourth = await boardJob('Fourth')
  const { code, stdout } = await boardwalk(
    ['links', 'set', '-', '-o', 'json'],
    `[{"platformJobId":${fourth},"externalJobId":"A-4"},{"platf`,
  )
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 7,
    links: [{ platformJobId: fourth, status: 'linked' }],
    error: { message: expect.stringContaining('standard input:1: the feed is not JSON') },
  })
})
