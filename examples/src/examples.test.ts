import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { apply, pdf } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { sourceFile } from '@boardwalk/test-server/server-process'
import {
  builtProgram,
  type Environment,
  environmentFor,
  shows,
  usePrograms,
} from '@boardwalk/test-server/vitest/program'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { faults, openWay } from './way.ts'

/* Runs each example as a separate process against the real server, because readers copy the examples. */

const server = useServer()
const programs = usePrograms()
let company: TestCompany

beforeEach(async () => {
  company = await server.company()
})

const startWith = (env: Environment, example: string, ...args: string[]) =>
  programs.start(process.execPath, [builtProgram(`examples/src/${example}`), ...args], {
    ...environmentFor(server, company),
    ...env,
  })
const start = (example: string, ...args: string[]) => startWith({}, example, ...args)

describe('publish-a-feed.ts', () => {
  test('creates the jobs of a feed, names the refused one, and changes nothing the second time', async () => {
    const feed = sourceFile('examples/jobs.json')
    const first = await start('publish-a-feed.ts', feed).result
    expect(first).toMatchObject({
      code: 1,
      stdout: '{ created: 50, updated: 0, unchanged: 0, failed: 1, unconfirmed: 0 }\n',
    })
    expect(first.stderr).toMatch(/^jobs\[21\], ATL-2026-0013: .*did you mean "BAC \+5"\?/)
    expect((await company.call('GET', '/jobs')).body.total).toBe(50)

    const { stdout } = await start('publish-a-feed.ts', feed).result
    expect(stdout).toBe('{ created: 0, updated: 0, unchanged: 50, failed: 1, unconfirmed: 0 }\n')
  })
})

describe('link-existing-jobs.ts', () => {
  test('gives our ids to the board’s jobs with the same titles, also if an answer is lost, and names the other jobs', async () => {
    const titles = ['Chauffeur poids lourd', 'responsable de magasin ', 'Pâtissier', 'Chauffeur poids lourd']
    const jobIds = []
    for (const title of titles) jobIds.push((await company.boardJob(title)).jobId)
    const [driver, manager, baker, secondDriver] = jobIds
    await programs.write(
      'ours.json',
      JSON.stringify([
        { id: 'LEGACY/1', title: 'Chauffeur poids lourd' },
        { id: 'LEGACY/2', title: 'Responsable de magasin' },
      ]),
    )

    // The first answer to the links is lost, so the SDK asks again.
    const way = await openWay(server.url)
    onTestFinished(() => way.close())
    let asked = 0
    way.choose = ({ method }) => (method === 'POST' && asked++ === 0 ? faults.lostAnswer : undefined)
    const env = { BOARDWALK_URL: `${way.url}/api` }

    const { code, stdout, stderr } = await startWith(env, 'link-existing-jobs.ts', 'ours.json').result
    expect(asked).toBe(2)
    expect(stdout.trim().split('\n')).toEqual([
      `${driver} LEGACY/1 linked`,
      `${manager} LEGACY/2 linked`,
      `${secondDriver} LEGACY/1 already_linked`,
    ])
    expect({ code, stderr }).toEqual({ code: 1, stderr: `job ${baker}, Pâtissier: no job of ours has this title\n` })
    expect((await company.call('GET', '/job/LEGACY%2F2')).body.job.jobId).toBe(manager)
  })
})

describe('follow-candidates.ts', () => {
  test('stores each candidate and its CV, also after it is killed and started again, and removes one who is erased', async () => {
    const { jobUrl } = (await company.call('PUT', '/job/A', { job: { title: 'Comptable' } })).body
    const stored = (file: string) => readFile(programs.path(`candidates/${file}`), 'utf8')
    const ids: string[] = []
    const lines: string[] = []
    for (const [firstName, signal] of [
      ['Salma', 'SIGKILL'],
      ['Zineb', 'SIGTERM'],
    ] as const) {
      const { id } = (await apply(jobUrl, { firstName }, pdf)).body
      ids.push(id)
      const child = start('follow-candidates.ts')
      await shows(child.stdout, new RegExp(id))
      child.kill(signal)
      const { code, stdout } = await child.result
      expect(code).toBe(signal === 'SIGTERM' ? 0 : null)
      lines.push(...stdout.trim().split('\n'))
      expect(JSON.parse(await stored(`${id}.json`))).toMatchObject({ id, firstName, offerId: 'A' })
      expect(await stored(`${id}.pdf`)).toBe(pdf.toString())
    }
    // If the first process was killed before its state was saved, its candidate is printed twice.
    expect([...new Set(lines)]).toEqual(ids.map((id) => `created ${id} A PENDING`))

    const [hired, erased = ''] = ids
    const child = start('follow-candidates.ts')
    const printed = shows(child.stdout, new RegExp(`status ${hired} A HIRED\\nerased ${erased} A PENDING\\n`))
    await company.call('PUT', '/candidates', { candidates: [{ id: hired, status: 'HIRED' }] })
    const { client } = await signedInUser(server, company)
    await client.application.erase.mutate({ id: erased, allOfPerson: false })
    await printed
    child.kill('SIGTERM')
    await child.result
    expect(JSON.parse(await stored(`${hired}.json`))).toMatchObject({ status: 'HIRED' })
    for (const extension of ['json', 'pdf']) await expect(stored(`${erased}.${extension}`)).rejects.toThrow('ENOENT')
    // The board has the confirmation.
    const { body } = await company.call('PUT', '/candidates', { candidates: [{ id: erased, erased: true }] })
    expect(body.results).toMatchObject([{ status: 'unchanged' }])
  })
})

describe('express-webhook-bridge.ts', () => {
  test('posts each candidate in order, retries while the ATS is down, and posts none twice after a restart', async () => {
    const { jobUrl } = (await company.call('PUT', '/job/A', { job: { title: 'Comptable' } })).body
    let isDown = true
    const posted: { id: string; key: unknown; status: number }[] = []
    const ats = createServer(async (req, res) => {
      const { id } = JSON.parse(await text(req))
      const status = isDown ? 503 : 201
      posted.push({ id, key: req.headers['idempotency-key'], status })
      res.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(ats, 'listening')
    // A server that listens on a port has an address of this kind.
    const atsUrl = `http://127.0.0.1:${(ats.address() as AddressInfo).port}/`
    const bridge = async (delivered: number) => {
      const child = startWith({ ATS_URL: atsUrl, PORT: '0' }, 'express-webhook-bridge.ts')
      const [, port] = await shows(child.stdout, /port: (\d+) }/)
      const health = () => fetch(`http://127.0.0.1:${port}/healthz`)
      if (isDown) await expect.poll(async () => (await health()).status).toBe(503)
      isDown = false
      await expect.poll(async () => JSON.parse(await (await health()).text()).delivered).toBe(delivered)
      child.kill('SIGTERM')
      expect((await child.result).code).toBe(0)
    }
    const ids: string[] = []
    const applyAs = async (firstName: string) => void ids.push((await apply(jobUrl, { firstName })).body.id)
    await applyAs('Salma')
    await applyAs('Zineb')
    await bridge(2)
    await applyAs('Karim')
    await bridge(1)
    ats.close()
    const [salma, zineb, karim] = ids
    // While the ATS was down, the first one came once or more.
    expect(posted.filter(({ status }, index) => status !== 503 || index === 0)).toEqual([
      { id: salma, key: salma, status: 503 },
      { id: salma, key: salma, status: 201 },
      { id: zineb, key: zineb, status: 201 },
      { id: karim, key: karim, status: 201 },
    ])
  })
})

describe('curl.sh', () => {
  test('makes its calls: a job is created, changed and unpublished, and the key is in no output', async () => {
    const { code, stdout, stderr } = await programs.start(
      'bash',
      [sourceFile('examples/curl.sh')],
      environmentFor(server, company),
    ).result
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.match(/"status":"not_found"/g)).toHaveLength(2)
    expect(stdout.match(/^x-synced-through: \S+/gm)).toHaveLength(2)
    expect(stdout).not.toContain(company.key)
    const { job } = (await company.call('GET', '/job/CURL%2F1')).body
    expect(job).toMatchObject({ title: 'Comptable', minSalary: 9000, status: 'UNPUBLISHED' })
  })
})
