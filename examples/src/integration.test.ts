import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { signedInAdministrator } from '@boardwalk/api/test/administrator'
import { apply, pdf } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { sourceFile } from '@boardwalk/test-server/source-file'
import { shows, usePrograms } from '@boardwalk/test-server/vitest/program'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/*
 * Runs examples/integration/integration.py as a process against the real server. Between them is a way that can fail: it
 * stands for a proxy and for a bad network.
 */

const server = useServer()
const programs = usePrograms()
const run = promisify(execFile)
const print = async (command: string, ...args: string[]) => (await run(command, args)).stdout.trim()

// A version manager may stand before the real program, and a kill must reach that one.
const python = await print('python3', '-c', 'import sys; print(sys.executable)').catch((error) => {
  process.stderr.write(`examples/integration is not run, because there is no Python: ${error}\n`)
})

interface Answered {
  status: number
  headers: Record<string, string>
  body: Buffer
}
interface Passing {
  method: string
  path: string
  res: ServerResponse
  /** Asks the board, which returns links to the way instead of itself. */
  forward: () => Promise<Answered>
}
type Step = (passing: Passing) => unknown

const send = (res: ServerResponse, { status, headers, body }: Answered) => res.writeHead(status, headers).end(body)
const pass: Step = async ({ res, forward }) => send(res, await forward())
const faults = {
  unavailable: ({ res }) =>
    res.writeHead(503, { 'retry-after': '2' }).end('{"error":{"message":"Try again","code":"x"}}'),
  html: ({ res }) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please sign in</html>'),
  badGateway: ({ res }) => res.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>'),
  cutOff: async ({ res, forward }) => {
    const { status, headers, body } = await forward()
    res.writeHead(status, { ...headers, 'content-length': body.length })
    res.write(body.subarray(0, body.length / 2), () => res.destroy())
  },
  noConnection: ({ res }) => res.destroy(),
  lostAnswer: async ({ res, forward }) => {
    await forward()
    res.destroy()
  },
} satisfies Record<string, Step>

/** Opens a way to the board. Each request takes the step that `choose` names, and passes if it names none. */
async function openWay() {
  const way = {
    url: '',
    choose: (_passing: Passing, _index: number): Step | undefined => undefined,
    requests: [] as { name: string; key: unknown; body: string; atMs: number }[],
    close: () => {},
  }
  const between = createServer(async (req, res) => {
    const { method = '', url: path = '' } = req
    const sent = await buffer(req)
    way.requests.push({
      name: `${method} ${path.split('?', 1)[0]}`,
      key: req.headers['x-api-key'],
      body: sent.toString(),
      atMs: performance.now(),
    })
    const forward = async (): Promise<Answered> => {
      const { 'x-api-key': key, 'content-type': type } = req.headers
      const answer = await fetch(server.url + path, {
        method,
        headers: { ...(key && { 'x-api-key': String(key) }), ...(type && { 'content-type': type }) },
        ...(sent.length > 0 && { body: new Uint8Array(sent) }),
      })
      const {
        'content-encoding': _,
        'transfer-encoding': __,
        'content-length': ___,
        ...headers
      } = Object.fromEntries(answer.headers)
      const body = Buffer.from(await answer.arrayBuffer())
      const isJson = headers['content-type']?.startsWith('application/json')
      return {
        status: answer.status,
        headers,
        body: isJson ? Buffer.from(body.toString().replaceAll(`${server.url}/cv`, `${way.url}/cv`)) : body,
      }
    }
    const passing = { method, path, res, forward }
    const step = way.choose(passing, way.requests.length - 1) ?? pass
    await step(passing)
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  // A server that listens on a port has an address of this kind.
  way.url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  way.close = () => {
    between.closeAllConnections()
    between.close()
  }
  return way
}

/** What the program has stored. */
interface State {
  customers: { slug: string; since: string }[]
  jobs: { slug: string; own_id: string; external_id: string; job_id: number }[]
  candidates: { slug: string; id: string; offer_id: string; status: string; data: string }[]
  cvs_to_fetch: { id: string }[]
}

const readTables = `
import json, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.row_factory = sqlite3.Row
tables = ("customers", "jobs", "candidates", "cvs_to_fetch")
print(json.dumps({table: [dict(row) for row in database.execute(f"SELECT * FROM {table}")] for table in tables}))`

type Job = { id: string; title: string; status?: string; [extra: string]: unknown }

describe.skipIf(python === undefined)('integration.py', () => {
  let way: Awaited<ReturnType<typeof openWay>>
  let folder: string
  let atlas: TestCompany
  let rif: TestCompany

  beforeEach(async ({ task }) => {
    ;[atlas, rif] = await Promise.all([server.company(), server.company()])
    way = await openWay()
    folder = programs.path(task.id)
    await mkdir(folder)
  })
  afterEach(() => way.close())

  const writeJobs = (company: TestCompany, jobs: Job[]) =>
    writeFile(join(folder, `${company.slug}.json`), JSON.stringify(jobs))

  /** Starts a run for some customers, each with the key of a company. */
  async function start(customers = [atlas], keys = customers.map(({ key }) => key)) {
    const config = {
      ...{ url: `${way.url}/api`, database: join(folder, 'state.sqlite'), cvs: join(folder, 'cvs') },
      customers: customers.map(({ slug }, index) => ({
        slug,
        key_env: `KEY_${index}`,
        jobs: join(folder, `${slug}.json`),
      })),
    }
    await writeFile(join(folder, 'config.json'), JSON.stringify(config))
    const program = [sourceFile('examples/integration/integration.py'), join(folder, 'config.json')]
    return programs.start(String(python), program, Object.fromEntries(keys.map((key, index) => [`KEY_${index}`, key])))
  }

  /** Lets a run end, and returns its exit status and the lines that it prints. */
  async function runOnce(...[customers, keys]: Parameters<typeof start>) {
    way.requests = []
    const { code, stdout, stderr } = await (await start(customers, keys)).result
    expect(stderr).toBe('')
    return { code, lines: stdout.split('\n').slice(0, -1) }
  }

  const readState = async (): Promise<State> =>
    JSON.parse(await print(String(python), '-c', readTables, join(folder, 'state.sqlite')))
  const listCvs = async (company: TestCompany) =>
    (await readdir(join(folder, 'cvs', company.slug)).catch(() => [])).sort()
  const listJobs = async (company: TestCompany): Promise<Job[]> =>
    (await company.call('GET', '/jobs?pageSize=100')).body.jobs
  const listCandidates = async (company: TestCompany): Promise<Record<string, string>[]> => {
    const { candidates, total } = (await company.call('GET', '/candidates?pageSize=100')).body
    expect(candidates).toHaveLength(total)
    return candidates
  }
  const countRequests = (name: string) => way.requests.filter((request) => request.name === name).length

  async function applyTo(company: TestCompany, title: string, firstName = 'Salma'): Promise<string> {
    const job = (await listJobs(company)).find((job) => job.title === title)
    expect((await apply(String(job?.jobUrl), { firstName }, pdf)).status).toBe(201)
    return String((await listCandidates(company)).at(-1)?.id)
  }

  test('links, pushes, polls and fetches CVs for two companies, and a second run changes nothing', async () => {
    const { jobId } = await atlas.boardJob('Chef de rang')
    await applyTo(atlas, 'Chef de rang')
    await writeJobs(atlas, [
      { id: 'A/1 é%2F', title: 'chef  de rang' },
      ...Array.from({ length: 150 }, (_, index) => ({ id: `A-${index}`, title: `Poste ${index}` })),
    ])
    // Together they are larger than a body may be.
    const description = 'é'.repeat(99_000)
    await writeJobs(
      rif,
      Array.from({ length: 12 }, (_, index) => ({ id: `R${index}`, title: `R ${index}`, description })),
    )
    const first = await runOnce([atlas, rif])
    expect(first).toMatchObject({ code: 0 })
    expect(first.lines).toContain(`${atlas.slug}: linked A/1 é%2F to job ${jobId} of the board`)
    expect(first.lines).toContain(`${atlas.slug}: jobs created: 150`)
    expect((await atlas.call('GET', '/jobs?pageSize=1')).body).toMatchObject({
      total: 151,
      jobs: [{ id: 'A/1 é%2F', jobId }],
    })
    expect(await listJobs(rif)).toHaveLength(12)
    // The link came before the poll.
    const [candidate] = await listCandidates(atlas)
    expect((await readState()).candidates).toMatchObject([
      { slug: atlas.slug, id: candidate?.id, offer_id: 'A/1 é%2F' },
    ])
    expect(await listCvs(atlas)).toEqual([`${candidate?.id}.pdf`])
    expect(await readFile(join(folder, 'cvs', atlas.slug, `${candidate?.id}.pdf`))).toEqual(pdf)
    // A CV link needs no key.
    for (const { name, key } of way.requests) expect(key === undefined, name).toBe(name.startsWith('GET /cv/'))

    const before = await readState()
    const second = await runOnce([atlas, rif])
    expect(second).toEqual({
      code: 0,
      lines: [`${atlas.slug}: jobs unchanged: 151`, `${rif.slug}: jobs unchanged: 12`],
    })
    expect(await readState()).toMatchObject({ jobs: before.jobs, candidates: before.candidates, cvs_to_fetch: [] })
    for (const { name, body } of way.requests) if (name === 'PUT /api/jobs') expect(JSON.parse(body).create).toBe(false)
  })

  test('says which jobs of the same title a person must link, and creates no duplicate of them', async () => {
    await atlas.boardJob('Vendeur')
    await atlas.boardJob('Vendeur')
    await writeJobs(atlas, [{ id: 'V', title: 'Vendeur' }])
    const { code, lines } = await runOnce()
    expect({ code, lines }).toMatchObject({ code: 1, lines: [expect.stringContaining("link by hand: the jobs ['V']")] })
    expect(await listJobs(atlas)).toHaveLength(2)
  })

  test('takes over ids that an administrator changes, reports one that is removed, and creates no duplicate', async () => {
    const { client } = await signedInAdministrator(server, atlas)
    const titles = { A: 'Comptable', B: 'Vendeur', C: 'Chauffeur' }
    const jobs = Object.entries(titles).map(([id, title]) => ({ id, title }))
    await writeJobs(atlas, jobs)
    await runOnce()
    const ids = new Map((await listJobs(atlas)).map(({ id, jobId }) => [id, Number(jobId)]))
    const rename = (id: string, externalId: string | null) =>
      client.job.setExternalId.mutate({ jobId: Number(ids.get(id)), revision: 1, externalId })
    await rename('A', 'A/2')
    await rename('B', null)
    await rename('C', 'C/2')
    // C is unpublished under its new id.
    await writeJobs(atlas, [{ id: 'A', title: 'Comptable confirmée' }, ...jobs.slice(1, 2)])
    expect(await runOnce()).toEqual({
      code: 1,
      lines: [
        `${atlas.slug}: jobs failed: 2`,
        `${atlas.slug}: job A now has the id A/2 on the board`,
        `${atlas.slug}: job B has no id on the board any more (job ${ids.get('B')}): ask the customer`,
        `${atlas.slug}: jobs updated: 1`,
        `${atlas.slug}: job C now has the id C/2 on the board`,
        `${atlas.slug}: job C is unpublished`,
      ],
    })
    expect(await listJobs(atlas)).toMatchObject([
      { id: 'A/2', title: 'Comptable confirmée', jobId: ids.get('A') },
      { id: null, title: 'Vendeur', jobId: ids.get('B') },
      { id: 'C/2', jobId: ids.get('C'), status: 'UNPUBLISHED' },
    ])
    // Candidates of the renamed job come with its own job. C comes back, and is published again.
    await writeJobs(atlas, [jobs[0], jobs[2], { id: 'D', title: 'Magasinier', minsalary: 1 }] as Job[])
    const { code, lines } = await runOnce()
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(/job D: .*did you mean "minSalary"/))
    expect(lines).toContainEqual(expect.stringContaining('job B has no id'))
    expect(await listJobs(atlas)).toMatchObject([
      { id: 'A/2', title: 'Comptable' },
      { id: null },
      { id: 'C/2', status: 'PUBLISHED' },
      { id: 'D' },
    ])
  })

  test('an id that an administrator has moved to another job names that job, and no two jobs share it', async () => {
    const { client } = await signedInAdministrator(server, atlas)
    const jobs = [
      { id: 'A', title: 'Comptable' },
      { id: 'B', title: 'Vendeur' },
    ]
    await writeJobs(atlas, jobs)
    await runOnce()
    const [first, second] = (await listJobs(atlas)).map(({ jobId }) => Number(jobId))
    await client.job.setExternalId.mutate({ jobId: Number(second), revision: 1, externalId: null })
    await client.job.setExternalId.mutate({ jobId: Number(first), revision: 1, externalId: 'B' })
    expect(await runOnce()).toEqual({
      code: 1,
      lines: [
        `${atlas.slug}: job B is now job ${first} of the board, which has got its id`,
        `${atlas.slug}: jobs failed: 1, updated: 1`,
        `${atlas.slug}: job A has no id on the board any more (its job has got the id of another): ask the customer`,
      ],
    })
    await client.job.setExternalId.mutate({ jobId: Number(first), revision: 3, externalId: 'C' })
    await writeJobs(atlas, [...jobs, { id: 'C', title: 'Chauffeur' }])
    expect((await runOnce()).lines).toContain(
      `${atlas.slug}: job C is not pushed, because on the board job B has been given its id`,
    )
    expect(await listJobs(atlas)).toHaveLength(2)
  })

  test('a status, an erasure and an expired CV link arrive, and nothing of an erased person remains', async () => {
    const { client } = await signedInAdministrator(server, atlas)
    await writeJobs(atlas, [{ id: 'A', title: 'Comptable' }])
    await runOnce()
    const [hired, erased, expired, early] = [
      await applyTo(atlas, 'Comptable'),
      await applyTo(atlas, 'Comptable', 'Erased-Person'),
      await applyTo(atlas, 'Comptable'),
      await applyTo(atlas, 'Comptable'),
    ]
    way.choose = ({ path }) => {
      // The link of the third has expired once the candidates are stored; the fourth is erased before the CV is fetched.
      if (path.includes(`${early}.pdf`))
        return async (passing) => {
          await client.application.erase.mutate({ id: String(early), allOfPerson: false })
          await pass(passing)
        }
      if (!path.includes('since=')) return
      return async ({ res, forward }) => {
        const answer = await forward()
        const body = answer.body.toString().replace(new RegExp(`(${expired}\\.pdf\\?expires=\\d+&signature=)`), '$1x')
        send(res, { ...answer, body: Buffer.from(body) })
      }
    }
    const first = await runOnce()
    expect(first.code).toBe(0)
    expect(first.lines).toContain(`${atlas.slug}: candidate ${early} was erased before the CV was fetched`)
    expect(await listCvs(atlas)).toEqual([hired, erased, expired].map((id) => `${id}.pdf`).sort())
    expect(way.requests.filter(({ name }) => name.includes(`${expired}.pdf`))).toHaveLength(2)

    await client.application.setStatus.mutate({ id: String(hired), status: 'HIRED' })
    await client.application.erase.mutate({ id: String(erased), allOfPerson: false })
    const second = await runOnce()
    expect(second.code).toBe(0)
    for (const line of [`${hired}: HIRED, job A`, `${erased}: erased`, `${early}: erased`])
      expect(second.lines).toContain(`${atlas.slug}: candidate ${line}`)
    const { candidates, cvs_to_fetch } = await readState()
    expect(cvs_to_fetch).toEqual([])
    expect(candidates.map(({ id, status, data }) => [id, status, JSON.parse(data).email === ''])).toEqual([
      [hired, 'HIRED', false],
      [erased, 'PENDING', true],
      [expired, 'PENDING', false],
      [early, 'PENDING', true],
    ])
    expect(await listCvs(atlas)).toEqual([hired, expired].map((id) => `${id}.pdf`).sort())
    expect(await readFile(join(folder, 'state.sqlite'), 'latin1')).not.toContain('Erased-Person')
  })

  test('killed at any moment, loses no candidate, stores none twice and creates no job twice', async () => {
    const { client } = await signedInAdministrator(server, atlas)
    await atlas.boardJob('Chef de rang')
    const jobs: Job[] = [{ id: 'L', title: 'Chef de rang' }]
    const applicants: string[] = []

    /** Something of each kind happens, so that each run has all to do. */
    async function changeAll(): Promise<void> {
      jobs.push({ id: `J${jobs.length}`, title: `Poste ${jobs.length}` })
      await writeJobs(atlas, jobs)
      applicants.push(await applyTo(atlas, 'Chef de rang'), await applyTo(atlas, 'Chef de rang'))
      // One of two stays, so that a CV that is never fetched is seen to be missing.
      const [erased, hired] = applicants.slice(-6)
      if (erased === undefined || hired === undefined || applicants.length < 6) return
      await client.application.erase.mutate({ id: erased, allOfPerson: false })
      await client.application.setStatus.mutate({ id: hired, status: 'HIRED' })
    }

    /** No candidate that the cursor has passed may be missing. */
    async function checkState(): Promise<void> {
      const { customers, candidates } = await readState()
      const since = Date.parse(customers[0]?.since ?? '1970-01-01')
      const passed = (await listCandidates(atlas)).filter(({ date }) => Date.parse(String(date)) <= since)
      expect(candidates.map(({ id }) => id).sort()).toEqual(passed.map(({ id }) => id).sort())
    }

    const moments: ((kill: () => void) => Step)[] = [
      (kill) => kill,
      (kill) => async (passing) => {
        await passing.forward()
        kill()
      },
      (kill) =>
        async ({ res, forward }) => {
          const { status, headers, body } = await forward()
          res.writeHead(status, { ...headers, 'content-length': body.length })
          res.write(body.subarray(0, body.length / 2), kill)
        },
    ]
    /** As if all changes were older than the two minutes in which the board may list one a second time. */
    const listNoChangeTwice: Step = async ({ res, forward }) => {
      const answer = await forward()
      const { 'x-changed-through': through, ...headers } = answer.headers
      const now = new Date().toISOString()
      send(res, { ...answer, headers: { ...headers, ...(through !== undefined && { 'x-changed-through': now }) } })
    }

    /** Starts a run and kills it at one of its requests. Returns false if the run ends before it makes so many. */
    async function killAt(index: number, moment: (kill: () => void) => Step): Promise<boolean> {
      way.requests = []
      const isTime = new Promise<void>((resolve) => {
        way.choose = (_passing, requests) => (requests === index ? moment(resolve) : listNoChangeTwice)
      })
      const child = await start()
      const isKilled = await Promise.race([isTime.then(() => child.kill('SIGKILL')), child.result.then(() => false)])
      expect((await child.result).code).toBe(isKilled ? null : 0)
      return isKilled
    }
    // Each run is killed one request later, before it, behind it or inside its answer.
    let kills = 0
    for (let isKilled = true; isKilled; kills++) {
      await changeAll()
      isKilled = await killAt(kills, moments[kills % moments.length] ?? expect.fail('there are moments'))
      await checkState()
    }
    // The key, pushes of new and of known jobs, changes, the poll, a CV.
    expect(kills).toBeGreaterThan(6)
    way.choose = () => listNoChangeTwice
    // In the middle of a transaction.
    for (const line of [/candidate \w+ for/, /HIRED/, /created/]) {
      await changeAll()
      const child = await start()
      await Promise.race([shows(child.stdout, line), child.result])
      child.kill('SIGKILL')
      await child.result
      await checkState()
    }

    expect((await runOnce()).code).toBe(0)
    await checkState()
    const { candidates } = await readState()
    const withoutLink = (candidate: Record<string, string>) => ({ ...candidate, cv: '' })
    const onBoard = await listCandidates(atlas)
    expect(candidates.map(({ data }) => withoutLink(JSON.parse(data)))).toEqual(onBoard.map(withoutLink))
    expect(onBoard.map(({ id }) => id)).toEqual(applicants)
    const kept = onBoard.filter(({ email }) => email !== '').map(({ id }) => `${id}.pdf`)
    expect(await listCvs(atlas)).toEqual(kept.sort())
    expect((await listJobs(atlas)).map(({ id, title }) => ({ id, title }))).toEqual(jobs)
    expect(await runOnce()).toEqual({ code: 0, lines: [`${atlas.slug}: jobs unchanged: ${jobs.length}`] })
  })

  test('goes on after each fault of the way, at every request, and waits as long as the board says', async () => {
    for (const [name, fault] of Object.entries(faults)) {
      await writeJobs(atlas, [
        { id: 'A', title: 'Comptable' },
        { id: name, title: name },
      ])
      if (name !== 'unavailable') await applyTo(atlas, 'Comptable')
      // Each request fails once. The next one is its second attempt.
      const failed = new Set<string>()
      const waits: number[] = []
      let failedAtMs: number | undefined
      way.choose = ({ method, path }) => {
        if (failedAtMs !== undefined) waits.push(performance.now() - failedAtMs)
        failedAtMs = undefined
        const request = `${method} ${path} ${way.requests.at(-1)?.body}`
        // The pauses would make a test of every request long.
        if (failed.has(request) || (failed.size > 1 && !path.startsWith('/cv/'))) return
        failed.add(request)
        failedAtMs = performance.now()
        return fault
      }
      expect(await runOnce(), name).toMatchObject({ code: 0 })
      // A timer may end some milliseconds early.
      for (const waitMs of waits) expect(waitMs).toBeGreaterThan(name === 'unavailable' ? 1_900 : 900)
    }
    way.choose = () => undefined
    await runOnce()
    const all = await listCandidates(atlas)
    expect((await readState()).candidates.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect(await listCvs(atlas)).toEqual(all.map(({ id }) => `${id}.pdf`).sort())
  })

  test('a wait that is too long is left to the next run, and does not keep other customers from their turn', async () => {
    await writeJobs(atlas, [{ id: 'A', title: 'A' }])
    await writeJobs(rif, [{ id: 'R', title: 'R' }])
    way.choose = (_passing, index) =>
      index === 0
        ? ({ res }) => res.writeHead(429, { 'retry-after': '3600', 'x-request-id': 'r1' }).end('{"error":{}}')
        : undefined
    const { code, lines } = await runOnce([atlas, rif])
    expect(code).toBe(1)
    expect(lines[0]).toBe(`${atlas.slug}: GET /api/me: status 429, request r1`)
    expect([await listJobs(atlas), await listJobs(rif)]).toMatchObject([[], [{ id: 'R' }]])
  })

  test('the key of another company pushes and fetches nothing, and so does a key without a scope', async () => {
    for (const company of [atlas, rif]) await writeJobs(company, [{ id: 'A', title: 'A' }])
    const wrong = await runOnce([atlas, rif], [rif.key, rif.key])
    expect(wrong.code).toBe(1)
    expect(wrong.lines[0]).toBe(`${atlas.slug}: this is a key of the company ${rif.slug}: nothing is pushed or fetched`)
    expect([await listJobs(atlas), await listJobs(rif)]).toMatchObject([[], [{ id: 'A' }]])
    const { key } = await atlas.createKey('reads', ['read'])
    expect(await runOnce([atlas], [key])).toEqual({
      code: 1,
      lines: [`${atlas.slug}: the key lacks the scope write: nothing is pushed or fetched`],
    })
    expect(way.requests.map(({ name }) => name)).toEqual(['GET /api/me'])
  })

  test('says what the board refuses with the id of the request, and warns of a key that ends', async () => {
    await writeJobs(atlas, [{ id: 'A', title: 'A' }])
    const refused = await runOnce([atlas], ['bwk_wrong'])
    expect(refused).toMatchObject({ code: 1, lines: [expect.stringMatching(/Invalid API key.* \(request [\w-]+\)$/)] })
    expect(refused.lines.join()).not.toContain('bwk_wrong')
    const { client } = await signedInAdministrator(server, atlas)
    await client.key.roll.mutate({ id: atlas.keyId, revokeOldInHours: 24 })
    const { code, lines } = await runOnce()
    expect(code).toBe(0)
    expect(lines.filter((line) => /the key stops working at 20\d\d-/.test(line))).toHaveLength(1)
    // One row of a push does not keep the others from the board.
    await writeJobs(atlas, [{ id: 'B', title: 'B', contractType: 'CDDD' } as Job, { id: 'C', title: 'C' }])
    expect(await runOnce()).toMatchObject({ code: 1 })
    expect((await listJobs(atlas)).map(({ id }) => id)).toEqual(['A', 'C'])
  })

  test('takes the key to no other address', async () => {
    await writeJobs(atlas, [{ id: 'A', title: 'A' }])
    const other = await openWay()
    way.choose =
      () =>
      ({ res, path }) =>
        res.writeHead(302, { location: other.url + path }).end()
    expect(await runOnce()).toMatchObject({ code: 1, lines: [expect.stringContaining('redirected to')] })
    expect(countRequests('GET /api/me')).toBe(1)
    expect(other.requests).toEqual([])
    other.close()
  })

  test('only one run at a time has the database', async () => {
    await writeJobs(atlas, [{ id: 'A', title: 'A' }])
    let endSecond = () => {}
    const secondEnds = new Promise<void>((resolve) => {
      endSecond = resolve
    })
    const firstAsks = new Promise<void>((resolve) => {
      way.choose = () => async (passing) => {
        resolve()
        await secondEnds
        await pass(passing)
      }
    })
    const child = await start()
    await firstAsks
    const { code, stderr } = await (await start()).result
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Another run may be using it') })
    endSecond()
    expect((await child.result).code).toBe(0)
  })
})
