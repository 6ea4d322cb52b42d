import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCompany, useServer } from './harness.ts'

/* `boardwalk jobs push` as a process of its own, against the real server. */

const server = useServer()
let company: TestCompany
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boardwalk-push-'))
})
afterAll(() => rm(folder, { recursive: true }))

// By its address: the command runs in a folder that has no packages.
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const main = fileURLToPath(new URL('../../../../packages/cli/src/main.ts', import.meta.url))

function start(args: string[], env: Record<string, string>): ChildProcess & { result: Promise<Ended> } {
  const child = spawn(process.execPath, ['--conditions=@boardwalk/source', `--import=${tsx}`, main, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
  })
  // A command that ends before it reads is no fault of the writer.
  child.stdin.on('error', () => {})
  const result = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code, stdout, stderr }),
  )
  return Object.assign(child, { result })
}

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

const settings = () => ({ BOARDWALK_URL: `${server.url}/api`, BOARDWALK_API_KEY: company.key })

async function push(args: string[], input = '', env: Record<string, string> = settings()): Promise<Ended> {
  const child = start(['jobs', 'push', ...args], env)
  child.stdin?.end(input)
  return child.result
}
const pushJson = async (args: string[], input = '') => JSON.parse((await push([...args, '--json'], input)).stdout)

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
    for (const [name, feed] of Object.entries(feeds)) await writeFile(join(folder, name), feed)
  })

  test('becomes the same jobs from each format: created by the first push, unchanged by every other', async () => {
    const [first, ...others] = Object.keys(feeds)
    expect(await pushJson([first ?? ''])).toMatchObject({ rows: 250, created: 250, failed: 0, unconfirmed: 0 })
    for (const name of [first ?? '', ...others])
      expect({ name, ...(await pushJson([name])) }).toMatchObject({ name, rows: 250, unchanged: 250, created: 0 })
    const { body } = await company.call('GET', '/job/J%2F7')
    expect(body.job).toMatchObject(jobs[7] ?? {})
  })

  test('comes on standard input too, and a report holds what became of each row', async () => {
    const input = '{"id":"J/7","title":"Autre"}\n{"id":"new"}\n{"id":"J/8","workMode":"home"}\n{"id":"J/9"}\n'
    const { code, stdout, stderr } = await push(['-', '--report', 'out.ndjson'], input)
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout:
        'standard input: 4 rows\n  created             0\n  updated             1\n  unchanged           1\n  failed              2\n',
    })
    // The board's word on a row is told with the row's line, like our own.
    expect(stderr).toMatch(/standard input:2: .*title/)
    expect(stderr).toContain('standard input:3: workMode must be one of REMOTE, HYBRID, ONSITE, not "home"')
    const report = (await readFile(join(folder, 'out.ndjson'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
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

  test('whose end is broken is pushed up to there, and ends with 1', async () => {
    const { code, stdout } = await push(['-', '--json'], '[{"id":"J/1"},{"id":"J/2"},{"id"')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ unchanged: 2, unconfirmed: 0, error: { message: expect.any(String) } })
  })
})

describe('how it ends', () => {
  beforeAll(async () => {
    company = await server.company()
  })
  const input = '{"id":"A","title":"t"}\n'

  test('with 4 where the key is wrong or may only read, said once, and the key is in no output', async () => {
    const { key: reader } = await server.company(['read'])
    for (const key of ['bwk_wrong', reader]) {
      const { code, stdout, stderr } = await push(['-', '--json'], input, { ...settings(), BOARDWALK_API_KEY: key })
      expect(code).toBe(4)
      expect(JSON.parse(stdout).error.message).toMatch(/Invalid API key|Insufficient permissions/)
      expect(stdout + stderr).not.toContain(key)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
  })

  test('with 5 where nobody answers, after retries, and the rest of the feed is not tried', async () => {
    let requests = 0
    const down = createServer((_req, res) => {
      requests++
      res.writeHead(503).end('down')
    }).listen(0)
    await once(down, 'listening')
    // A server that listens on a port has an address with one.
    const { port } = down.address() as AddressInfo
    const long = Array.from({ length: 5000 }, (_, row) => `{"id":"${row}","title":"t"}`).join('\n')
    const { code, stdout } = await push(['-', '--json', '--url', `http://127.0.0.1:${port}/api`], long)
    down.close()
    expect(code).toBe(5)
    expect(JSON.parse(stdout)).toMatchObject({ created: 0, unconfirmed: 0 })
    expect(requests).toBeGreaterThan(1)
    expect(requests).toBeLessThan(40)
  })

  test('with 130 when interrupted: what was read is on the board and in the report', async () => {
    const child = start(['jobs', 'push', '-', '--format', 'ndjson', '--json', '--report', 'cut.ndjson'], settings())
    child.stdin?.write('{"id":"cut","title":"t"}\n{"id":"cut2","ti')
    // Standard input stays open: the command waits for more of it.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    child.kill('SIGINT')
    const { code, stdout } = await child.result
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({ interrupted: true, created: 1, unconfirmed: 0, error: null })
    expect(JSON.parse(await readFile(join(folder, 'cut.ndjson'), 'utf8'))).toMatchObject({
      id: 'cut',
      status: 'created',
    })
    expect((await company.call('GET', '/job/cut')).status).toBe(200)
  })

  test('with 0 by a key on standard input or in a profile that only its owner may read; a flag goes over both', async () => {
    await writeFile(join(folder, 'one.ndjson'), input)
    const child = start(['jobs', 'push', 'one.ndjson', '--api-key-stdin', '--url', `${server.url}/api`], {
      BOARDWALK_URL: 'http://127.0.0.1:9/api',
      BOARDWALK_API_KEY: 'bwk_wrong',
    })
    child.stdin?.end(`${company.key}\n`)
    expect((await child.result).code).toBe(0)
    await mkdir(join(folder, '.config/boardwalk'), { recursive: true })
    const profile = join(folder, '.config/boardwalk/config.json')
    await writeFile(profile, JSON.stringify({ url: `${server.url}/api/`, apiKey: company.key }))
    await chmod(profile, 0o600)
    expect((await push(['one.ndjson'], '', {})).code).toBe(0)
  })
})
