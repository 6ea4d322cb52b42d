import { apply } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeAll, expect, test } from 'vitest'
import { useCli } from '../../test/command-process.ts'
import { idsIn } from '../../test/follow.ts'

const KILLS = 50
const APPLICANTS = 5
/** At most this many more applications are accepted than were taken: an applicant always waits when a process is killed. */
const AHEAD_MAX = 12

const server = useServer()
const cli = useCli()
let company: TestCompany
let jobUrl: string

beforeAll(async () => {
  company = await server.company()
  jobUrl = (await company.call('PUT', '/job/A', { job: { title: 'Comptable' } })).body.jobUrl
})

/** Numbers from 0 to below 1, the same in each run: where the processes are killed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const start = (...args: string[]) =>
  cli.start(['candidates', 'follow', '--state', 'state.json', '-o', 'ndjson', ...args], environmentFor(server, company))

/** Starts a follow, kills it `delayMs` after it has printed a number of lines, and answers the ids of those lines. */
async function killedFollow(lines: number, delayMs: number): Promise<string[]> {
  const child = start('--interval', '1')
  let seen = 0
  const isTime = new Promise<void>((resolve) => {
    if (lines === 0) resolve()
    child.stdout.on('data', (data) => {
      seen += String(data).split('\n').length - 1
      if (seen >= lines) resolve()
    })
  })
  await Promise.race([isTime, child.result])
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  expect(child.kill('SIGKILL')).toBe(true)
  return idsIn((await child.result).stdout)
}

test('killed 50 times while 5 people apply, it gives every candidate, and repeats at most the one in flight', async () => {
  const accepted: string[] = []
  const taken = new Set<string>()
  let last: string | undefined
  /** Notes what one process handed over: of the candidates before, only the one in flight at the kill. */
  const take = (ids: string[]) => {
    const repeated = ids.filter((id) => taken.has(id))
    expect(repeated).toEqual(repeated.length === 0 ? [] : [last])
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) taken.add(id)
    last = ids.at(-1) ?? last
  }

  let isOver = false
  const applicants = Array.from({ length: APPLICANTS }, async () => {
    while (!isOver) {
      if (accepted.length > taken.size + AHEAD_MAX) await new Promise((resolve) => setTimeout(resolve, 5))
      else accepted.push((await apply(jobUrl)).body.id)
    }
  })
  try {
    const roll = dice(20_260_301)
    for (let kills = 0; kills < KILLS; kills++) {
      await expect.poll(() => accepted.length, { interval: 5 }).toBeGreaterThan(taken.size + APPLICANTS)
      // Every tenth dies while it starts; the others some milliseconds after their first, second or third line.
      const lines = kills % 10 === 9 ? 0 : 1 + Math.floor(roll() * 3)
      take(await killedFollow(lines, roll() * (lines === 0 ? 300 : 8)))
    }
  } finally {
    isOver = true
    await Promise.all(applicants)
  }

  const { code, stdout } = await start('--once').result
  expect(code).toBe(0)
  take(idsIn(stdout))
  expect([...taken].sort()).toEqual([...accepted].sort())
})
