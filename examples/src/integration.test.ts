import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apply, pdf } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import type { Candidate } from '@boardwalk/sdk'
import { sourceFile } from '@boardwalk/test-server/server-process'
import { usePrograms } from '@boardwalk/test-server/vitest/program'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findPython, print } from './recipes.ts'
import { faults, openWay, pass, type Step, sendHalf } from './way.ts'

/*
 * Runs examples/integration/integration.py as a process against the real server. Between them is a way that can fail.
 */

const server = useServer()
const programs = usePrograms()

const python = await findPython().catch((error) => {
  process.stderr.write(`examples/integration is not run, because there is no Python: ${error}\n`)
})

/** What the program has stored. */
interface State {
  customers: { slug: string; since: string }[]
  jobs: { slug: string; own_id: string; external_id: string; job_id: number }[]
  candidates: { slug: string; id: string; job_id: number; status: string; data: string }[]
  cvs_to_fetch: { id: string }[]
  erasures_to_confirm: { id: string }[]
}

const readTables = `
import json, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.row_factory = sqlite3.Row
tables = ("customers", "jobs", "candidates", "cvs_to_fetch", "erasures_to_confirm")
print(json.dumps({table: [dict(row) for row in database.execute(f"SELECT * FROM {table}")] for table in tables}))`

type Job = { id: string; title: string; status?: string; [extra: string]: unknown }

describe.skipIf(python === undefined)('integration.py', () => {
  let way: Awaited<ReturnType<typeof openWay>>
  let folder: string
  let atlas: TestCompany
  let rif: TestCompany
  let hasStatuses: boolean

  beforeEach(async ({ task }) => {
    ;[atlas, rif] = await Promise.all([server.company(), server.company()])
    way = await openWay(server.url)
    hasStatuses = false
    folder = programs.path(task.id)
    await mkdir(folder)
  })
  afterEach(() => way.close())

  /** Writes the file of a company's jobs. Without a text and a country, the board would warn of each. */
  const writeJobs = (company: TestCompany, jobs: Job[]) => {
    const whole = jobs.map((job) => ({ description: 'Texte.', country: 'Maroc', ...job }))
    return writeFile(join(folder, `${company.slug}.json`), JSON.stringify(whole))
  }

  /** Writes the statuses that candidates have in the ATS. */
  async function writeStatuses(statuses: Record<string, string>): Promise<void> {
    hasStatuses = true
    await writeFile(join(folder, 'statuses.json'), JSON.stringify(statuses))
  }

  /** Starts a run for some customers, each with the key of a company. */
  async function start(customers = [atlas], keys = customers.map(({ key }) => key)) {
    const config = {
      url: `${way.url}/api`,
      database: join(folder, 'state.sqlite'),
      cvs: join(folder, 'cvs'),
      customers: customers.map(({ slug }, index) => ({
        slug,
        key_env: `KEY_${index}`,
        jobs: join(folder, `${slug}.json`),
        ...(hasStatuses && { statuses: join(folder, 'statuses.json') }),
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
  const listCandidates = async (company: TestCompany): Promise<Candidate[]> => {
    const { candidates, total } = (await company.call('GET', '/candidates?pageSize=100')).body
    expect(candidates).toHaveLength(total)
    return candidates
  }

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
    expect(await listJobs(rif)).toHaveLength(12)
    const [candidate] = await listCandidates(atlas)
    expect((await readState()).candidates).toMatchObject([{ slug: atlas.slug, id: candidate?.id, job_id: jobId }])
    // The link came before the poll.
    expect(first.lines).toContain(`${atlas.slug}: candidate ${candidate?.id} for A/1 é%2F`)
    expect(await listCvs(atlas)).toEqual([`${candidate?.id}.pdf`])
    expect(await readFile(join(folder, 'cvs', atlas.slug, `${candidate?.id}.pdf`))).toEqual(pdf)
    const before = await readState()
    const second = await runOnce([atlas, rif])
    expect(second).toEqual({
      code: 0,
      lines: [`${atlas.slug}: jobs unchanged: 151`, `${rif.slug}: jobs unchanged: 12`],
    })
    expect(await readState()).toMatchObject({ jobs: before.jobs, candidates: before.candidates, cvs_to_fetch: [] })
    for (const { name, body } of way.requests) if (name === 'PUT /api/jobs') expect(JSON.parse(body).create).toBe(false)
  })

  test('takes over ids that a user changes, reports one that is removed, and creates no duplicate', async () => {
    const { client } = await signedInUser(server, atlas)
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
    // C comes back, and is published again.
    await writeJobs(atlas, [jobs[0], jobs[2], { id: 'D', title: 'Magasinier', minsalary: 1 }] as Job[])
    const { code, lines } = await runOnce()
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(/job D: .*did you mean "minSalary"/))
    expect(lines).toContainEqual(expect.stringContaining('job B has no id'))
    expect(await listJobs(atlas)).toMatchObject([
      { id: 'A/2', title: 'Comptable', jobId: ids.get('A') },
      { id: null, jobId: ids.get('B') },
      { id: 'C/2', jobId: ids.get('C'), status: 'PUBLISHED' },
      { id: 'D' },
    ])
  })

  test('a status and an erasure arrive, and nothing of an erased person remains, which the program confirms', async () => {
    const { client } = await signedInUser(server, atlas)
    await writeJobs(atlas, [{ id: 'A', title: 'Comptable' }])
    await runOnce()
    const hired = await applyTo(atlas, 'Comptable')
    const erased = await applyTo(atlas, 'Comptable', 'Erased-Person')
    const early = await applyTo(atlas, 'Comptable')
    // The third person is erased before the CV is fetched.
    way.choose = ({ path }) =>
      path.includes(`${early}/cv`)
        ? async (passing) => {
            await client.application.erase.mutate({ id: early, allOfPerson: false })
            await pass(passing)
          }
        : undefined
    const first = await runOnce()
    expect(first.code).toBe(0)
    expect(first.lines).toContain(`${atlas.slug}: candidate ${early} was erased before the CV was fetched`)
    expect(await listCvs(atlas)).toEqual([hired, erased].map((id) => `${id}.pdf`).sort())

    await client.application.setStatus.mutate({ id: hired, status: 'HIRED' })
    await client.application.erase.mutate({ id: erased, allOfPerson: false })
    const second = await runOnce()
    expect(second.code).toBe(0)
    for (const line of [`${hired}: HIRED, set by back_office`, `${erased}: erased`, `${early}: erased`])
      expect(second.lines).toContain(`${atlas.slug}: candidate ${line}`)
    const { candidates, cvs_to_fetch, erasures_to_confirm } = await readState()
    expect({ cvs_to_fetch, erasures_to_confirm }).toEqual({ cvs_to_fetch: [], erasures_to_confirm: [] })
    expect(candidates).toMatchObject([{ id: hired, status: 'HIRED' }])
    expect(await listCvs(atlas)).toEqual([`${hired}.pdf`])
    expect(await readFile(join(folder, 'state.sqlite'), 'latin1')).not.toContain('Erased-Person')
    // A confirmation that the board has is unchanged.
    const again = { candidates: [erased, early].map((id) => ({ id, erased: true })) }
    const { results } = (await atlas.call('PUT', '/candidates', again)).body
    expect(results).toMatchObject([{ status: 'unchanged' }, { status: 'unchanged' }])
  })

  test('sends each status that the ATS has changed once, keeps those of users, and reports one that the board refuses', async () => {
    const { client } = await signedInUser(server, atlas)
    await writeJobs(atlas, [{ id: 'A', title: 'Comptable' }])
    await runOnce()
    const ids = [
      await applyTo(atlas, 'Comptable'),
      await applyTo(atlas, 'Comptable'),
      await applyTo(atlas, 'Comptable'),
    ]
    const [hired = '', reviewed = '', wrong = ''] = ids
    await writeStatuses({ [hired]: 'HIRED', [reviewed]: 'REVIEWED', [wrong]: 'INTERVIEW' })
    const listStatuses = async () => (await listCandidates(atlas)).map(({ status }) => status)
    // A status is sent for a candidate who is stored.
    await runOnce()
    expect(await listStatuses()).toEqual(['PENDING', 'PENDING', 'PENDING'])
    const { code, lines } = await runOnce()
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [`${atlas.slug}: jobs unchanged: 1`, expect.stringMatching(new RegExp(`candidate ${wrong}: .*INTERVIEW`))],
    })
    expect(await listStatuses()).toEqual(['HIRED', 'REVIEWED', 'PENDING'])
    await client.application.setStatus.mutate({ id: reviewed, status: 'SHORTLISTED' })
    await writeStatuses({ [hired]: 'REJECTED', [reviewed]: 'REVIEWED' })
    const last = await runOnce()
    expect(last).toMatchObject({ code: 0 })
    expect(last.lines).toContain(`${atlas.slug}: candidate ${reviewed}: SHORTLISTED, set by back_office`)
    expect(await listStatuses()).toEqual(['REJECTED', 'SHORTLISTED', 'PENDING'])
  })

  test('killed at any moment, loses no candidate, stores none twice and creates no job twice', async () => {
    const { client } = await signedInUser(server, atlas)
    await atlas.boardJob('Chef de rang')
    const jobs: Job[] = [{ id: 'L', title: 'Chef de rang' }]
    const applicants: string[] = []
    const statuses: Record<string, string> = {}

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
      statuses[String(applicants.at(-5))] = 'REJECTED'
      await writeStatuses(statuses)
    }

    /** No candidate that the cursor has passed may be missing, and none who was erased before it may remain. */
    async function checkState(): Promise<void> {
      const { customers, candidates } = await readState()
      const since = Date.parse(customers[0]?.since ?? '1970-01-01')
      const stored = candidates.map(({ id }) => id)
      for (const { id, changedAt, erasedAt } of await listCandidates(atlas))
        if (Date.parse(changedAt) <= since) expect(stored.includes(id), id).toBe(erasedAt === null)
    }

    const moments: ((kill: () => void) => Step)[] = [
      (kill) => kill,
      (kill) => async (passing) => {
        await passing.forward()
        kill()
      },
      sendHalf,
    ]
    /** Starts a run and kills it at one of its requests. Returns false if the run ends before it makes so many. */
    async function killAt(index: number, moment: (kill: () => void) => Step): Promise<boolean> {
      way.requests = []
      const isTime = new Promise<void>((resolve) => {
        way.choose = (_passing, requests) => (requests === index ? moment(resolve) : undefined)
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
    // The key, pushes of new and of known jobs, statuses, changes, confirmations, a CV.
    expect(kills).toBeGreaterThan(7)
    way.choose = () => undefined
    expect((await runOnce()).code).toBe(0)
    await checkState()
    const { candidates, erasures_to_confirm } = await readState()
    const onBoard = await listCandidates(atlas)
    expect(onBoard.map(({ id }) => id)).toEqual(applicants)
    const kept = onBoard.filter(({ erasedAt }) => erasedAt === null)
    expect(candidates.map(({ data }) => JSON.parse(data))).toEqual(kept.map((row) => ({ ...row, cv: '' })))
    expect(kept.filter(({ id }) => statuses[id] !== undefined).map(({ status }) => status)).toContain('REJECTED')
    expect(erasures_to_confirm).toEqual([])
    expect(await listCvs(atlas)).toEqual(kept.map(({ id }) => `${id}.pdf`).sort())
    expect((await listJobs(atlas)).map(({ id, title }) => ({ id, title }))).toEqual(jobs)
  })

  test('goes on after each fault of the way, at every request, and waits as long as the board says', async () => {
    // The last one is no answer of a board that this program knows.
    const { otherJson: _, ...known } = faults
    for (const [name, fault] of Object.entries(known)) {
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
        if (failed.has(request) || (failed.size > 1 && !path.endsWith('/cv'))) return
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

  test('a wait that is too long, the key of another company and a key without a scope stop one customer, and no other', async () => {
    for (const company of [atlas, rif]) await writeJobs(company, [{ id: 'A', title: 'A' }])
    way.choose = (_passing, index) =>
      index === 0
        ? ({ res }) => res.writeHead(429, { 'retry-after': '3600', 'x-request-id': 'r1' }).end('{"error":{}}')
        : undefined
    const late = await runOnce([atlas, rif])
    expect(late.code).toBe(1)
    expect(late.lines[0]).toBe(`${atlas.slug}: GET /api/me: status 429, request r1`)
    way.choose = () => undefined
    const wrong = await runOnce([atlas, rif], [rif.key, rif.key])
    expect(wrong.code).toBe(1)
    expect(wrong.lines[0]).toBe(`${atlas.slug}: this is a key of the company ${rif.slug}: nothing is pushed or fetched`)
    expect([await listJobs(atlas), await listJobs(rif)]).toMatchObject([[], [{ id: 'A' }]])
    const { key } = await atlas.createKey('reads', ['read'])
    expect(await runOnce([atlas], [key])).toEqual({
      code: 1,
      lines: [`${atlas.slug}: the key lacks the scope write: nothing is pushed or fetched`],
    })
  })

  test('says what the board refuses with the id of the request, and one row of a push does not keep the others from the board', async () => {
    await writeJobs(atlas, [{ id: 'B', title: 'B', contractType: 'CDDD' } as Job, { id: 'C', title: 'C' }])
    const refused = await runOnce([atlas], ['bwk_wrong'])
    expect(refused).toMatchObject({ code: 1, lines: [expect.stringMatching(/Invalid API key.* \(request [\w-]+\)$/)] })
    expect(refused.lines.join()).not.toContain('bwk_wrong')
    expect(await runOnce()).toMatchObject({ code: 1 })
    expect((await listJobs(atlas)).map(({ id }) => id)).toEqual(['C'])
  })

  test('takes the key to no other address', async () => {
    await writeJobs(atlas, [{ id: 'A', title: 'A' }])
    const other = await openWay(server.url)
    way.choose =
      () =>
      ({ res, path }) =>
        res.writeHead(302, { location: other.url + path }).end()
    expect(await runOnce()).toMatchObject({ code: 1, lines: [expect.stringContaining('redirected to')] })
    expect(way.requests.map(({ name }) => name)).toEqual(['GET /api/me'])
    expect(other.requests).toEqual([])
    other.close()
  })
})
