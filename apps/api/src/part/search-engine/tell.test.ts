import { setJobSuspension } from '@boardwalk/core/job/suspension'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '../../deps.ts'
import { captureLog } from '../../test/capture-log.ts'
import { type TestCompany, useSecondServer, useServer } from '../../test/harness.ts'
import { replaceState } from '../../test/parts.ts'
import { serviceAccount, serviceAccountKey, useSearchEngines } from '../../test/search-engines.ts'
import type { SearchEngine } from './engine.ts'
import type { SearchEngineDocument } from './schema.ts'
import { createSearchEngines, telling } from './state.ts'
import { tellSearchEngine } from './tell.ts'

const KEY = 'board-key-1234'
const { log, read, lines } = captureLog('info')
const engines = useSearchEngines(Date.now)
const settings = {
  INDEXNOW_KEY: KEY,
  GOOGLE_INDEXING_CREDENTIALS: serviceAccount,
  send: engines.send,
}
const server = useServer({ log })
/** Like another process. Neither server calls engines by itself. */
const second = useSecondServer(server, { log })

const rows = () => server.connection.db.collection<SearchEngineDocument>('searchEngines')
const createEngines = (deps: Deps): SearchEngine[] =>
  createSearchEngines({
    ...settings,
    settings: { publicUrl: server.url },
    now: deps.now,
  })

/** Lets a process look for changes, and tell the engines that are due. */
async function tell({ deps }: { deps: Deps }): Promise<void> {
  for (const engine of createEngines(deps)) await tellSearchEngine(deps, engine, new AbortController().signal)
}

/** Ends the waits, and the claims of processes that have died. */
const makeDue = (change = {}) => rows().updateMany({}, { $set: { dueAt: new Date(0), ...change } })

/** Lets a process tell what has changed, and returns what the engines heard. */
async function tellNow(by: { deps: Deps } = server) {
  await makeDue()
  await tell(by)
  return engines.takeTold()
}

/** Makes a job that has markup for Google. Returns the path of its page. */
async function publish(company: TestCompany, id: string, job = {}): Promise<string> {
  const { body } = await company.call('POST', '/job', { job: { id, title: 'Nurse', description: 'Care', ...job } })
  return new URL(body.jobUrl).pathname
}

/** Lets the engines know everything before each test. */
const useInformedEngines = () =>
  beforeEach(async () => {
    for (const { name } of createEngines(server.deps)) await telling(server.deps).searchNotices.begin(name, new Date())
    engines.answerWith(undefined)
    await tellNow()
    await makeDue({ failures: 0, calls: 0 })
  })

describe('a search engine', () => {
  useInformedEngines()

  it('is told nothing by 1,000 pushes that change nothing that people see, and one address by a publication, a change and a DELETE', async () => {
    const company = await server.company()
    const jobs = Array.from({ length: 20 }, (_, at) => ({ id: `J${at}`, title: `Nurse ${at}` }))
    const push = async (more = {}) =>
      expect((await company.call('PUT', '/jobs', { jobs: jobs.map((job) => ({ ...job, ...more })) })).status).toBe(200)
    await push()
    expect((await tellNow()).filter(({ engine }) => engine === 'indexnow')).toHaveLength(20)
    for (let pushes = 0; pushes < 48; pushes++) await push()
    // Neither the company's own fields nor a salary that is not shown are on the page.
    await push({ ownField: 1, minSalary: 1000 })
    await push({ minSalary: null })
    expect(await tellNow()).toEqual([])
    const path = await publish(company, 'A')
    const updated = [
      { engine: 'indexnow', path },
      { engine: 'google', path, type: 'URL_UPDATED' },
    ]
    expect(await tellNow()).toEqual(updated)
    await company.call('PUT', '/job/A', { job: { boardwalk: { hours: 'PART_TIME' } } })
    expect(await tellNow()).toEqual(updated)
    await company.call('DELETE', '/job/A')
    expect(await tellNow()).toEqual([updated[0], { engine: 'google', path, type: 'URL_DELETED' }])
    expect(await tellNow()).toEqual([])
  })

  it('hears once of what a killed process has published or deleted, and again of what it had told and not noted', async () => {
    const company = await server.company()
    // The process dies before it looks; then another dies as soon as it has begun.
    const path = await publish(company, 'A')
    await makeDue()
    for (const { name } of createEngines(server.deps))
      expect(await telling(server.deps).searchNotices.claim(name, new Date(), new Date())).toBeDefined()
    expect((await tellNow(second)).map((page) => page.path)).toEqual([path, path])
    await company.call('DELETE', '/job/A')
    expect((await tellNow(second)).map((page) => page.path)).toEqual([path, path])
    const other = await publish(company, 'B')
    const dies = { ...telling(server.deps).searchNotices, noteTold: () => Promise.reject(new Error('killed')) }
    await makeDue()
    await expect(tell({ deps: replaceState(server.deps, telling, { searchNotices: dies }) })).rejects.toThrow('killed')
    expect(engines.takeTold()).toEqual([{ engine: 'indexnow', path: other }])
    // Until the claim of the dead process ends, no other one calls that engine.
    await tell(second)
    expect(engines.takeTold().map(({ engine }) => engine)).toEqual(['google'])
    expect(await tellNow(second)).toEqual([{ engine: 'indexnow', path: other }])
  })

  it('hears of each job once from two processes that look at the same time', async () => {
    const company = await server.company()
    const paths = await Promise.all(['A', 'B', 'C'].map((id) => publish(company, id)))
    await makeDue()
    await Promise.all([tell(server), tell(second), tell(server), tell(second)])
    const told = engines.takeTold()
    for (const name of ['indexnow', 'google'])
      expect(told.flatMap(({ engine, path }) => (engine === name ? [path] : [])).sort()).toEqual(paths.toSorted())
  })

  it('hears that a job is withdrawn if it is closed or suspended, with its company too, and that it is back', async () => {
    const company = await server.company()
    const path = await publish(company, 'A')
    await publish(company, 'draft', { status: 'UNPUBLISHED' })
    // It was withdrawn before the board told engines of anything.
    await publish(company, 'old')
    await company.call('DELETE', '/job/old')
    await tellNow()
    await server.connection.db.collection('searchNotices').deleteMany({ companyId: company.id, isWithdrawn: true })
    await server.connection.db
      .collection('jobs')
      .updateMany({ companyId: company.id, externalKey: 'old' }, { $set: { updatedAt: new Date(0) } })
    const heard = async () => (await tellNow()).filter(({ engine }) => engine === 'google')
    const [gone, back] = ['URL_DELETED', 'URL_UPDATED'].map((type) => [{ engine: 'google', path, type }])
    for (const closesAt of ['2020-01-01', null]) {
      await company.call('PUT', '/job/A', { job: { boardwalk: { closesAt } } })
      expect(await heard()).toEqual(closesAt ? gone : back)
    }
    const { jobId } = (await company.call('GET', '/job/A')).body.job
    for (const suspendedAt of [new Date(), null]) {
      await setJobSuspension(server.deps, { companyId: company.id, jobId }, suspendedAt)
      expect(await heard()).toEqual(suspendedAt ? gone : back)
    }
    for (const suspendedAt of [new Date(), null]) {
      await server.deps.companies.setSuspension(company.id, suspendedAt)
      await server.deps.jobs.touchAll(company.id)
      expect(await heard()).toEqual(suspendedAt ? gone : back)
    }
  })

  it('hears of a job that was published before it was turned on only when the job changes', async () => {
    const company = await server.company()
    const path = await publish(company, 'A')
    await rows().deleteMany({})
    const { name } = createEngines(server.deps)[0] ?? expect.fail('IndexNow is the first')
    await telling(server.deps).searchNotices.begin(name, new Date())
    expect(await tellNow()).toEqual([])
    await company.call('DELETE', '/job/A')
    expect(await tellNow()).toEqual([{ engine: 'indexnow', path }])
  })

  it('forgets the jobs of a company that is removed', async () => {
    const company = await server.company()
    await publish(company, 'A')
    const count = () => server.connection.db.collection('searchNotices').countDocuments({ companyId: company.id })
    engines.answerWith(() => ({ status: 503 }))
    await tellNow()
    expect(await count()).toBe(2)
    await server.deps.companyData.remove(company.id)
    expect(await count()).toBe(0)
  })
})

describe('Google', () => {
  useInformedEngines()

  it('is told of jobs with markup only, withdrawals first, then the newest, and of 200 a day', async () => {
    const company = await server.company()
    const ofGoogle = async () => (await tellNow()).filter(({ engine }) => engine === 'google').map(({ path }) => path)
    const withdrawn = await publish(company, 'A')
    expect(await ofGoogle()).toEqual([withdrawn])
    await publish(company, 'no markup', { country: 'Nowhere' })
    const older = await publish(company, 'B')
    const newer = await publish(company, 'C')
    await company.call('DELETE', '/job/A')
    await makeDue({ calls: 198 })
    expect(await ofGoogle()).toEqual([withdrawn, newer])
    expect(await ofGoogle()).toEqual([])
    // The next day.
    await rows().updateMany({}, { $set: { day: '' } })
    expect(await ofGoogle()).toEqual([older])
    expect(await rows().findOne({ _id: 'google' })).toMatchObject({ calls: 1, day: expect.stringMatching(/^20/) })
    // A page that has lost its markup is told of once more.
    for (const [country, told] of [
      ['Nowhere', [older]],
      ['Neverland', []],
    ] as const) {
      await company.call('PUT', '/job/B', { job: { country } })
      expect(await ofGoogle()).toEqual(told)
    }
  })
})

describe('an engine that does not accept a call', () => {
  useInformedEngines()

  /** Finds how long an engine is left alone after the last call, as the log says it. */
  const findWait = (name: string) => read().findLast(({ engine }) => engine === name)?.waitSeconds
  const byIndexNow = (status: number, headers = {}) =>
    engines.answerWith((address) => (address.includes('indexnow') ? { status, headers } : undefined))

  it('is tried again after a wait that grows or that it asks for, and then with fewer pages', async () => {
    const company = await server.company()
    const path = await publish(company, 'A')
    byIndexNow(503)
    await tellNow()
    expect(findWait('indexnow')).toBe(60)
    engines.answerWith(undefined)
    await tell(server)
    expect(engines.takeTold()).toEqual([])
    byIndexNow(503)
    await tellNow()
    expect(findWait('indexnow')).toBe(120)
    byIndexNow(429, { 'retry-after': '7200' })
    await tellNow()
    expect(findWait('indexnow')).toBe(7200)
    // Of 1,000 pages, a call takes one after three failures.
    const other = await publish(company, 'B')
    await makeDue()
    engines.calls.length = 0
    byIndexNow(422)
    await tell(server)
    expect(engines.calls.map(({ body }) => body).join()).toContain(other)
    // That one is given up, and the other is told.
    engines.answerWith(undefined)
    await makeDue()
    await tell(server)
    expect(engines.takeTold()).toContainEqual({ engine: 'indexnow', path })
    expect(await rows().findOne({ _id: 'indexnow' })).toMatchObject({ failures: 0 })
    expect(await server.deps.metrics.text()).toMatch(
      /boardwalk_search_engine_pages_total\{engine="indexnow",outcome="given_up"\} 1/,
    )
  })

  it('makes the log name the setting that is wrong, and never what it holds', {
    tags: ['search-engine-log'],
  }, async () => {
    const company = await server.company()
    await publish(company, 'A')
    engines.answerWith(() => ({ status: 403, body: 'Permission denied' }))
    await tellNow()
    const refused = read().filter(({ level }) => level === 50)
    expect(refused).toMatchObject([
      {
        engine: 'indexnow',
        reason: '403 Permission denied',
        msg: expect.stringMatching(/^INDEXNOW_KEY does not work/),
      },
      { engine: 'google', msg: expect.stringMatching(/^GOOGLE_INDEXING_CREDENTIALS does not work/) },
    ])
    expect([findWait('indexnow'), findWait('google')]).toEqual([600, 600])
    expect(await rows().findOne({ _id: 'google' })).toMatchObject({ calls: 0 })
    for (const secret of ['token-of-the-test', 'PRIVATE KEY', serviceAccountKey.slice(40, 80)])
      expect(lines.filter((line) => line.includes(secret))).toEqual([])
  })
})

describe('a server with the settings of both engines', () => {
  let path: string
  beforeAll(async () => {
    path = await publish(await server.company(), 'A')
    engines.answerWith(undefined)
    await makeDue({ failures: 0 })
  })
  const turnedOn = useSecondServer(server, {
    partSettings: { 'search-engine': settings },
  })

  it('tells them by itself, and shows IndexNow its key under that name only', async () => {
    await expect.poll(() => engines.told.filter((page) => page.path === path).length).toBe(2)
    const call = engines.calls.findLast(({ address }) => address.includes('indexnow'))
    expect(JSON.parse(call?.body ?? '')).toEqual({
      host: new URL(turnedOn.url).host,
      key: KEY,
      urlList: expect.arrayContaining([`${turnedOn.url}${path}`]),
      keyLocation: `${turnedOn.url}/${KEY}.txt`,
    })
    const file = await fetch(`${turnedOn.url}/${KEY}.txt`)
    expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      KEY,
    ])
    for (const other of ['other-key-1234.txt', KEY, `${KEY}.txt`.toUpperCase()])
      expect((await fetch(`${turnedOn.url}/${other}`)).status).toBe(404)
    expect((await fetch(`${server.url}/${KEY}.txt`)).status).toBe(404)
  })
})
