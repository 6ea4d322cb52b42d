import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor, shows } from '@boardwalk/test-server/vitest/program'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
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
/** Rows of NDJSON that link jobs which the board does not have. */
const unknownRows = (count: number) =>
  Array.from({ length: count }, (_, at) => `{"platformJobId":${999_000 + at},"externalJobId":"x"}\n`)

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

describe('after Ctrl-C', () => {
  /** Gives a request to the board, and its answer to the command. */
  async function passOn(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const headers = { 'x-api-key': company.key, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}${req.url}`, { method: 'POST', headers, body: await text(req) })
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }

  test('the results of the request under way are given, no other request is sent, and it ends with 130', async () => {
    let requests = 0
    const between = createServer(() => requests++).listen(0, '127.0.0.1')
    onTestFinished(() => void between.close())
    await once(between, 'listening')
    // A server that listens on a port has an address of this kind.
    const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}/api`
    await cli.write('long.ndjson', unknownRows(201).join(''))
    const child = cli.start(['links', 'set', 'long.ndjson', '--json', '--url', url], environmentFor(server, company))
    const isFinishing = shows(child.stderr, /Finishing the work under way/)
    const [req, res] = await once(between, 'request')
    child.kill('SIGINT')
    await isFinishing
    between.on('request', passOn)
    await passOn(req, res)
    const { code, stdout } = await child.result
    const { links, error } = JSON.parse(stdout)
    expect({ code, error, requests }).toEqual({ code: 130, error: null, requests: 1 })
    expect(links.map(readStatus)).toEqual(Array.from({ length: 100 }, () => 'not_found'))
  })
})
