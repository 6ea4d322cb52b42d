import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apply, pdf } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { makeDocx } from '@boardwalk/api/test/office'
import { signedInUser } from '@boardwalk/api/test/user'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { useCli } from '../../test/command-process.ts'

/* `boardwalk candidates download-cv` as a process of its own, against the real server and a board that fails. */

const server = useServer()
const cli = useCli()
let folder: string

beforeEach((context) => {
  folder = `cvs-${context.task.id}`
})

const download = (company: TestCompany, ...args: string[]) =>
  cli.run(['candidates', 'download-cv', ...args, '--dir', folder], environmentFor(server, company))

describe('candidates download-cv', () => {
  test('saves each CV under a safe name, and a second run saves only new ones', async () => {
    const company = await server.company()
    const { jobUrl } = (await company.call('PUT', '/job/A%2F1', { job: { title: 'Comptable' } })).body
    const applyAs = async (firstName: string, lastName: string, cv?: typeof pdf) =>
      (await apply(jobUrl, { firstName, lastName }, cv)).body
    const salma = await applyAs('Salma', 'Bennani', pdf)
    const twin = await applyAs('Salma', 'Bennani', pdf)
    const amina = await applyAs('أمينة', 'العلوي', pdf)
    const path = await applyAs('../../etc', 'pass/wd\u202e', pdf)
    const long = await applyAs('🦊'.repeat(50), 'é'.repeat(50), pdf)
    const nadia = await applyAs('Nadia', 'Fassi', makeDocx())
    await applyAs('Karim', 'Chraïbi')

    const first = await download(company)
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^candidates +7\ndownloaded +6\nexisting +0\nnone +1\nerased +0\nfailed +0\n$/)
    const names = await readdir(cli.path(folder))
    const day = salma.date.slice(0, 10)
    expect(names.sort()).toEqual(
      [
        `${day}_Salma-Bennani_${salma.id}.pdf`,
        `${day}_Salma-Bennani_${twin.id}.pdf`,
        `${day}_أمينة-العلوي_${amina.id}.pdf`,
        `${day}_etc-pass-wd_${path.id}.pdf`,
        `${day}_${'🦊'.repeat(30)}_${long.id}.pdf`,
        `${day}_Nadia-Fassi_${nadia.id}.docx`,
      ].sort(),
    )
    for (const name of names)
      expect(await readFile(`${cli.path(folder)}/${name}`)).toEqual(name.endsWith('.pdf') ? pdf : makeDocx())

    const mark = `${cli.path(folder)}/${day}_Salma-Bennani_${salma.id}.pdf`
    await writeFile(mark, 'as it was')
    const zineb = await applyAs('Zineb', 'Ouazzani', pdf)
    const second = await download(company, 'A/1', '-o', 'ndjson')
    const outcomes = second.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(outcomes.filter(({ status }) => status === 'downloaded')).toEqual([
      { id: zineb.id, status: 'downloaded', file: `${folder}/${day}_Zineb-Ouazzani_${zineb.id}.pdf`, error: null },
    ])
    expect(outcomes).toHaveLength(8)
    expect(await readFile(mark, 'utf8')).toBe('as it was')
  })
})

test('removes the CV of a person whose data the board has erased, names the file, and touches no other', async () => {
  const company = await server.company()
  const { jobUrl } = (await company.call('PUT', '/job/A', { job: { title: 'Comptable' } })).body
  const people = []
  for (const firstName of ['Salma', 'Salma']) people.push((await apply(jobUrl, { firstName }, pdf)).body)
  const [salma, twin] = people
  const none = (await apply(jobUrl, { firstName: 'Karim' })).body
  expect((await download(company)).code).toBe(0)
  const nameOf = ({ id, date }: { id: string; date: string }) => `${date.slice(0, 10)}_Salma-Bennani_${id}.pdf`
  // A process that was killed while it wrote the CV.
  await writeFile(`${cli.path(folder)}/${nameOf(salma)}.part`, pdf.subarray(0, 9))
  const { client } = await signedInUser(server, company)
  for (const { id } of [salma, none]) await client.application.erase.mutate({ id })

  const { code, stdout, stderr } = await download(company, '-o', 'json')
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, existing: 1, erased: 2, failed: 0 })
  expect(stderr).toBe(`Removed ${folder}/${nameOf(salma)}, because the board has erased this person’s data.\n`)
  expect(await readdir(cli.path(folder))).toEqual([nameOf(twin)])
})

/** Starts a board that answers a list with these candidates, and a request for a CV with a PDF, or as `answerCv` does. */
async function startBoard(
  candidates: object[],
  answerCv = (res: ServerResponse, _id: string): unknown =>
    res.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf),
) {
  const board = createServer((req, res) => {
    const id = /^\/api\/candidate\/([^/]+)\/cv$/.exec(req.url ?? '')?.[1]
    if (id !== undefined) return answerCv(res, decodeURIComponent(id))
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ candidates, total: candidates.length, error: null }))
  }).listen(0, '127.0.0.1')
  await once(board, 'listening')
  onTestFinished(() => {
    board.closeAllConnections()
    board.close()
  })
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(board.address() as AddressInfo).port}/api`
}

test('no date, id or name of a hostile board leads out of the folder', { tags: ['saved-cvs'] }, async () => {
  const good = { id: 'good', date: '2026-03-02T09:30:00.000Z', firstName: 'S', lastName: 'B' }
  const hostile = [
    ...['../../evil', '/tmp/evil', '..\\..\\evil', '2026-03-02/../../evil', '', '2026-03-2', 5, null].map((date) => ({
      date,
    })),
    { id: '../../evil' },
    { id: '/../../evil' },
    { id: '..\\evil' },
    { firstName: '../../evil' },
    { lastName: '\0/../../../evil' },
    { id: '\ud800' },
  ]
  const url = await startBoard(hostile.map((part) => ({ ...good, ...part })))
  const inner = `${folder}/a/b`
  const { code, stdout } = await cli.run(['candidates', 'download-cv', '--dir', inner, '-o', 'json'], {
    BOARDWALK_URL: url,
    BOARDWALK_API_KEY: 'bwk_0123456789abcdefghijklmnopqrstuv',
  })
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 3, downloaded: 5, failed: 9 })
  expect(JSON.parse(stdout).failures[0].error.message).toBe('the board gave "../../evil" as its date')
  expect((await readdir(cli.path(inner))).sort()).toEqual([
    '2026-03-02_S-B_%2F..%2F..%2Fevil.pdf',
    '2026-03-02_S-B_..%2F..%2Fevil.pdf',
    '2026-03-02_S-B_..%5Cevil.pdf',
    '2026-03-02_S-evil_good.pdf',
    '2026-03-02_evil-B_good.pdf',
  ])
  const all = await readdir(cli.path('.'), { recursive: true, withFileTypes: true })
  expect(
    all.filter((entry) => entry.isFile() && !entry.parentPath.endsWith(inner) && entry.name.includes('evil')),
  ).toEqual([])
})

describe('a CV', () => {
  const answer = (res: ServerResponse, type: string, body: string | Buffer) =>
    res.writeHead(200, { 'content-type': type }).end(body)
  /** What the board answers for the CV of each candidate, the first time and after that. */
  const answers: Record<string, ((res: ServerResponse) => void)[]> = {
    flaky: [(res) => res.destroy(), (res) => res.writeHead(503).end(), (res) => answer(res, 'application/pdf', pdf)],
    busy: [(res) => res.writeHead(429).end(), (res) => answer(res, 'application/pdf', pdf)],
    page: Array(3).fill((res: ServerResponse) => answer(res, 'text/html', '<h1>Sign in</h1>')),
    blocked: [(res) => res.writeHead(403).end()],
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((at) => [`good-${at}`, [(res) => answer(res, 'application/pdf', pdf)]]),
    ),
  }

  test('is one of at most four requests at once, is asked for again after a temporary failure, and must be a document; one that fails affects no other', async () => {
    const asked: string[] = []
    let open = 0
    let openMost = 0
    const date = '2026-03-02T09:30:00.000Z'
    const url = await startBoard(
      Object.keys(answers).map((id) => ({ id, date, firstName: 'S', lastName: 'B' })),
      (res, id) => {
        const act = answers[id]?.[asked.filter((one) => one === id).length]
        asked.push(id)
        openMost = Math.max(openMost, ++open)
        // Long enough for other requests to arrive meanwhile.
        setTimeout(() => {
          open--
          act?.(res)
        }, 50)
      },
    )
    const { code, stdout } = await cli.run(['candidates', 'download-cv', '--dir', folder, '-o', 'json'], {
      BOARDWALK_URL: url,
      BOARDWALK_API_KEY: 'bwk_0123456789abcdefghijklmnopqrstuv',
    })
    const { downloaded, failures } = JSON.parse(stdout)
    expect({ code, downloaded }).toEqual({ code: 3, downloaded: 8 })
    expect(
      failures.map(({ id, error }: { id: string; error: { message: string } }) => [id, error.message]).sort(),
    ).toEqual([
      ['blocked', expect.stringContaining('(status 403)')],
      ['page', 'The answer is text/html, not a CV'],
    ])
    expect(asked).toHaveLength(Object.keys(answers).length + 5)
    expect(openMost).toBeLessThanOrEqual(4)
    expect(await readdir(cli.path(folder))).toHaveLength(8)
  })
})
