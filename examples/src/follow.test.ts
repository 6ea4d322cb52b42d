import { once } from 'node:events'
import { mkdir, readdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { apply } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import type { Candidate } from '@boardwalk/sdk'
import { type Environment, environmentFor, shows, usePrograms } from '@boardwalk/test-server/vitest/program'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findRecipes } from './recipes.ts'
import { faults, openWay, pass, type Step, sendHalf } from './way.ts'

/*
 * Runs the programs of examples/follow, which need no SDK, as processes against the real server. Between them is a way that
 * can fail.
 */

const server = useServer()
const programs = usePrograms()

const recipes = await findRecipes()

describe.each(recipes)('the recipe $file', ({ file, prepare }) => {
  let command: string[]
  let way: Awaited<ReturnType<typeof openWay>>
  /** The steps of the next requests. Without one, a request passes. */
  let plan: Step[]
  let company: TestCompany
  let jobUrl: string
  let folder: string

  beforeAll(async () => {
    command = await prepare(programs.path)
  })
  beforeEach(async ({ task }) => {
    company = await server.company()
    jobUrl = (await company.call('PUT', '/job/A', { job: { title: 'Comptable' } })).body.jobUrl
    way = await openWay(server.url)
    plan = []
    way.choose = () => plan.shift()
    folder = programs.path(`${file}-${task.id}`)
    await mkdir(folder)
  })
  afterEach(() => way.close())

  /** Starts the program in the test's folder. */
  const start = (pollSeconds: number, more: Environment = {}) =>
    programs.start('bash', ['-c', 'cd "$0" && exec "$@"', folder, ...command], {
      ...environmentFor(server, company),
      BOARDWALK_URL: `${way.url}/api`,
      POLL_SECONDS: String(pollSeconds),
      ...more,
    })
  const readCursor = () => readFile(join(folder, 'cursor'), 'utf8').catch(() => '')
  /** Reads what the program has stored: the text of each file, by its name. */
  async function readStored(): Promise<Record<string, string>> {
    const names = await readdir(join(folder, 'candidates')).catch(() => [])
    const entries = names.map(async (name) => [name, await readFile(join(folder, 'candidates', name), 'utf8')] as const)
    return Object.fromEntries(await Promise.all(entries))
  }

  async function applyAs(...names: string[]): Promise<void> {
    const answers = await Promise.all(names.map((firstName) => apply(jobUrl, { firstName })))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201))
  }
  const applyTimes = (count: number) => applyAs(...Array.from({ length: count }, (_, index) => `Salma ${index}`))

  /** Asks the board itself for all candidates, and for what the program must have stored of them. */
  async function readAll() {
    const { candidates, total } = (await company.call('GET', '/candidates?pageSize=100')).body
    expect(candidates).toHaveLength(total)
    const isKept = ({ erasedAt }: Candidate) => erasedAt === null
    const toFile = ({ id, firstName, lastName, status }: Candidate) => [
      `${id}.txt`,
      `${firstName} ${lastName}\t${status}\n`,
    ]
    const stored = (of: Candidate[]) => Object.fromEntries(of.filter(isKept).map(toFile))
    return { candidates: candidates as Candidate[], stored }
  }

  /** Another caller sets the status of a candidate, and a user erases another one. */
  async function changeTwo(hired: Candidate | undefined, erased: Candidate | undefined): Promise<void> {
    const { client } = await signedInUser(server, company)
    const sent = { candidates: [{ id: hired?.id, status: 'HIRED' }] }
    expect((await company.call('PUT', '/candidates', sent)).body.results).toMatchObject([{ status: 'updated' }])
    await client.application.erase.mutate({ id: String(erased?.id), allOfPerson: false })
  }

  test('keeps each candidate through every fault of the way, and goes on when people apply, are hired or are erased', async () => {
    await applyAs('Zoë "Zoé" \\ /', 'سلمى', '😀 \u2028', 'null', '}')
    await applyTimes(5)
    // The confirmation of an erasure has no page.
    way.changeAddress = ({ searchParams }) => searchParams.has('pageSize') && searchParams.set('pageSize', '2')
    const { candidates: first, stored } = await readAll()
    const pageDates = first.filter((_, index) => index % 2 === 1).map(({ date }) => date)
    plan = Object.values(faults).flatMap((fault) => [fault, pass])
    const child = start(1)
    await expect.poll(readStored, { interval: 50 }).toEqual(stored(first))
    await changeTwo(first[0], first[1])
    await applyAs('Nadia')
    const all = await readAll()
    expect(Object.keys(all.stored(all.candidates))).toHaveLength(10)
    await expect.poll(readStored, { interval: 50 }).toEqual(all.stored(all.candidates))
    child.kill('SIGKILL')
    await child.result

    const polls = way.requests.filter(({ name }) => name.startsWith('GET '))
    const asked = polls.map(({ search }) => search.get('since'))
    const expected = ['1970-01-01', ...pageDates.slice(0, -1)].flatMap((since) => [since, since])
    expect(asked.slice(0, expected.length)).toEqual(expected)
    for (const { search } of polls)
      expect(Object.fromEntries(search)).toMatchObject({ changes: 'true', synced: 'true', wait: '1', pageSize: '100' })
    const [refused, retried] = way.requests.map(({ atMs }) => atMs)
    // A timer may end some milliseconds early.
    expect(Number(retried) - Number(refused)).toBeGreaterThan(1_900)

    expect(await start(0).result).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(way.requests.at(-1)?.search.get('wait')).toBe('0')
    expect(await readStored()).toEqual(all.stored(all.candidates))
  })

  test('killed at any moment, misses no change that its cursor has passed', async () => {
    let before = 0
    /** Waits until the board is asked and the fault is done. */
    const isAsked = (fault: (done: () => void) => Step) => () =>
      new Promise<void>((resolve) => {
        plan = [fault(resolve)]
      })
    const hasStored = (count: number) => async (child: ReturnType<typeof start>) => {
      while (child.exitCode === null && Object.keys(await readStored()).length < before + count) await pause(1)
    }
    const waitsAfter503 = async (child: ReturnType<typeof start>) => {
      plan = [({ res }) => res.writeHead(503, { 'retry-after': '3600' }).end()]
      await shows(child.stderr, /503/)
    }
    const moments = [once, isAsked((done) => done), hasStored(1), isAsked(sendHalf), waitsAfter503, hasStored(7)]
    for (const isTime of moments) {
      await applyTimes(10)
      const { candidates } = await readAll()
      await changeTwo(candidates.at(-1), candidates.at(-2))
      before = Object.keys(await readStored()).length
      const child = start(1)
      await Promise.race([isTime(child, 'spawn'), child.result])
      expect(child.kill('SIGKILL'), 'The program has ended by itself').toBe(true)
      await child.result
      await check()
    }
    expect((await start(0).result).code).toBe(0)
    await check()
    const { candidates, stored } = await readAll()
    expect(await readStored()).toEqual(stored(candidates))

    /** Checks every candidate whose last change is not after the cursor. */
    async function check(): Promise<void> {
      const cursor = Date.parse((await readCursor()) || '1970-01-01')
      const { candidates, stored } = await readAll()
      const passed = candidates.filter(({ changedAt }) => Date.parse(changedAt) <= cursor)
      const found = await readStored()
      expect(found).toMatchObject(stored(passed))
      for (const { id, erasedAt } of passed)
        if (erasedAt !== null) expect(Object.keys(found)).not.toContain(`${id}.txt`)
    }
  })

  test('moves the cursor only when all changes of a page are stored', async () => {
    await applyTimes(3)
    const { candidates, stored } = await readAll()
    // A folder with the name of a file makes it impossible to write the file.
    const blocked = join(folder, 'candidates', `${candidates[1]?.id}.txt`)
    await mkdir(blocked, { recursive: true })
    expect((await start(1).result).code).not.toBe(0)
    expect(await readCursor()).toBe('')
    await rmdir(blocked)

    await mkdir(join(folder, 'cursor.new'))
    expect((await start(1).result).code).not.toBe(0)
    expect(await readStored()).toEqual(stored(candidates))
    expect(await readCursor()).toBe('')
    await rmdir(join(folder, 'cursor.new'))

    expect((await start(0).result).code).toBe(0)
    expect(await readStored()).toEqual(stored(candidates))
  })

  test('asks again at once when the board has waited, and after POLL_SECONDS when it has not', async () => {
    const answerNothing =
      (headers: Record<string, string>): Step =>
      ({ res }) =>
        res.writeHead(200, { 'x-synced-through': new Date().toISOString(), ...headers }).end('{"candidates":[]}')
    // A board of many waiters, and one that does not know \`wait\`.
    plan = [answerNothing({ 'x-waited': '0.000' }), answerNothing({})]
    const child = start(1)
    await expect.poll(() => way.requests.length).toBeGreaterThanOrEqual(3)
    child.kill()
    await child.result
    const [first, second, third] = way.requests.map(({ atMs }) => atMs)
    // A timer may end some milliseconds early.
    expect(Number(second) - Number(first)).toBeGreaterThan(900)
    expect(Number(third) - Number(second)).toBeGreaterThan(900)

    way.requests = []
    plan = [answerNothing({ 'x-waited': '20.000' })]
    const hourly = start(3600)
    await expect.poll(() => way.requests.length).toBe(2)
    expect(way.requests[0]?.search.get('wait')).toBe('20')
    hourly.kill()
    await hourly.result
  })

  test('ends with 1 if its key is refused, or with POLL_SECONDS=0 if no page arrives, and takes the key to no other address', async () => {
    await applyAs('Salma')
    const refused = await start(1, { BOARDWALK_API_KEY: 'bwk_wrong' }).result
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Invalid API key') })
    expect(refused.stderr).not.toContain('bwk_wrong')
    expect(way.requests).toHaveLength(1)
    const other = await openWay(server.url)
    const redirect: Step = ({ res, path }) => res.writeHead(302, { location: other.url + path }).end()
    for (const fault of [redirect, faults.html, faults.cutOff, faults.otherJson]) {
      plan = [fault]
      const { code, stderr } = await start(0).result
      expect({ code, isSilent: stderr === '' }).toEqual({ code: 1, isSilent: false })
    }
    expect(other.requests).toEqual([])
    other.close()
    expect(await readStored()).toEqual({})
  })
})
