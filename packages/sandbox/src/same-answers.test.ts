import { apply } from '@boardwalk/api/test/form'
import { type Answer, callAt, type TestCompany, useServer } from '@boardwalk/api/test/harness'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createSandbox } from './sandbox.ts'

/* The sandbox runs the server's code over stores in memory. This test sends the same requests to both. contract/ checks each operation. */

const startMs = Date.UTC(2026, 2, 1)
let nowMs = startMs
const now = () => nowMs
const server = useServer({ now })

/** A new company of a board. `call` sends a request with its newest key. */
type Board = Pick<TestCompany, 'call' | 'users'>

const toBoard = (url: string, users: Board['users']): Board => ({
  call: (...request) => callAt(url, users.apiKey, ...request),
  users,
})

async function openSandbox(): Promise<Board> {
  const sandbox = createSandbox({ now })
  await sandbox.listen()
  onTestFinished(() => sandbox.close())
  return toBoard(new URL(sandbox.url).origin, sandbox)
}

/** An answer without the values that differ between boards: generated ids and addresses. */
function comparable({ status, headers, body }: Answer) {
  const text = JSON.stringify(body, (name, value) => {
    if (['jobId', 'platformJobId', 'requestId'].includes(name)) return typeof value
    if (name === 'jobUrl') return value && 'an address'
    if (typeof value !== 'string') return value
    return value.replace(/cmp_\w+/, 'company').replace(/^[0-9a-f]{32}$/, 'application')
  })
  const names = ['content-type', 'allow', 'x-synced-through', 'x-earlier-candidates', 'x-key-ends-at']
  const linkId = headers.get('x-link-id')?.replace(/^\d+/, 'a job')
  return { status, headers: [linkId, ...names.map((name) => headers.get(name))], body: JSON.parse(text) }
}

const name = fc.constantFrom('Fès', '', '\ud800', '<b>a & b')
const fields = fc.constantFrom<object>(
  {},
  { status: 'UNPUBLISHED' },
  { status: 'PUBLISHED', city: 'Fès' },
  { title: '' },
  { city: null, team: [1] },
  { boardwalk: { closesAt: '2026-02-28', hours: 'FULL_TIME', period: 'an' } },
  { boardwalk: null },
  { minSalary: 9 },
  { maxSalary: 8 },
  { jobId: 7, 'a.b': { c: 1 } },
  { description: '<b>a & b' },
)
const job = fields.map((some) => ({ title: 'Comptable', ...some }))
// The boards give different job ids, so none of these ids may be a job id: an answer would warn of that.
const externalId = fc.constantFrom('A-1', 'B/é 50%', '🎷', '01')
const path = externalId.map((id) => `/job/${encodeURIComponent(id)}`)
const paging = fc.constantFrom('', '?pageSize=1', '?page=2&pageSize=2', '?status=PUBLISHED', '?from=2026-03-01')

/** Takes one step on a board, and returns its answers if there are any. `since` is the end of its last poll. */
type Step = (board: Board, since: string) => Promise<unknown>
const call =
  (...request: Parameters<Board['call']>): Step =>
  (board) =>
    board.call(...request)

/**
 * Makes a step of a user. Its answers are `done`, or the message of what was refused without the name of the company, and all jobs and
 * candidates after it.
 */
const edit =
  (change: (board: Board) => Promise<void>): Step =>
  async (board) => {
    const outcome = await change(board).then(
      () => 'done',
      (error: Error) => error.message.replace(/^.* has no job/, 'no job'),
    )
    return [outcome, await board.call('GET', '/jobs'), await board.call('GET', '/candidates')]
  }

/** Adds a job without an external id. */
const addJob = (users: Board['users']) => users.addJob({ title: 'On the board' })

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(externalId, job).map(([id, one]) => call('POST', '/job', { job: { id, ...one } })),
  fc.tuple(path, job).map(([at, one]) => call('PUT', at, { job: one })),
  fc
    .array(fc.tuple(externalId, job))
    .map((all) => call('PUT', '/jobs', { jobs: all.map(([id, one]) => ({ id, ...one })) })),
  path.map((at) => call('DELETE', at)),
  path.map((at) => call('GET', at)),
  paging.map((query) => call('GET', `/jobs${query}`)),
  fc.tuple(path, paging).map(([at, query]) => call('GET', `${at}/candidates${query}`)),
  paging.map((query) => call('GET', `/candidates${query}`)),
  fc.constant<Step>(({ users }) => addJob(users)),
  fc.tuple(path, name).map(
    ([at, firstName]): Step =>
      async (board) => {
        const { job } = (await board.call('GET', at)).body
        if (job !== null) await apply(job.jobUrl, { firstName })
      },
  ),
  // Links a job of the first page, because the two boards may have given it different ids.
  fc.tuple(externalId, fc.nat(3)).map(
    ([externalJobId, nth]): Step =>
      async (board) => {
        const { jobs } = (await board.call('GET', '/jobs')).body
        const links = [{ platformJobId: jobs[nth]?.jobId ?? 999_999_999, externalJobId }]
        return board.call('POST', '/job/link', { links })
      },
  ),
  // Tells the board of a candidate. `at` is given, because the boards take the time from different clocks.
  fc.tuple(fc.nat(3), fc.constantFrom({ status: 'HIRED', at: '2026-02-28' }, { erased: true })).map(
    ([nth, update]): Step =>
      async (board) => {
        const { candidates } = (await board.call('GET', '/candidates')).body
        return board.call('PUT', '/candidates', { candidates: [{ id: candidates[nth]?.id ?? 'none', ...update }] })
      },
  ),
  fc.tuple(externalId, fields).map(([id, changes]) => edit(({ users }) => users.editJob(id, { ...changes }))),
  externalId.map((id) =>
    edit(async ({ call, users }) => {
      await call('POST', '/job', { job: { id, title: 'Draft', status: 'UNPUBLISHED' } })
      await users.deleteDraft(id)
    }),
  ),
  fc.tuple(fc.nat(), fc.option(externalId)).map(([nth, id]) =>
    edit(async ({ call, users }) => {
      await addJob(users)
      const { jobs } = (await call('GET', '/jobs')).body
      await users.setExternalId(jobs[nth % jobs.length].jobId, id)
    }),
  ),
  fc.tuple(fc.nat(), fc.boolean()).map(([nth, isErased]) =>
    edit(async ({ call, users }) => {
      const { candidates } = (await call('GET', '/candidates')).body
      const id = candidates[nth % candidates.length]?.id ?? 'none'
      await (isErased ? users.erase(id) : users.setStatus(id, 'HIRED'))
    }),
  ),
  // The old key of a company may still work. The later steps use the new one.
  fc.constantFrom(0, 1, 60_000).map(
    (endsInMs): Step =>
      async ({ call, users }) => {
        const oldKey = { 'x-api-key': users.apiKey }
        await users.rollKey({ endsInMs })
        return [await call('GET', '/jobs', undefined, oldKey), await call('GET', '/jobs')]
      },
  ),
  fc.constant<Step>((board, since) => board.call('GET', `/candidates?since=${since}`)),
  fc.constant<Step>((board, since) => board.call('GET', `/candidates?since=${since}&changes=true`)),
  fc.constantFrom('', '&changes=true').map(
    (more): Step =>
      (board, since) =>
        board.call('GET', `/candidates?since=${since}&synced=true${more}`),
  ),
)

/** Takes steps on a board, each after some time. Returns its answers, without what differs between boards. */
async function run(board: Board, steps: { step: Step; waitMs: number }[]) {
  nowMs = startMs
  let since = '2026-03-01'
  const answers = []
  for (const { step, waitMs } of steps) {
    nowMs += waitMs
    for (const answer of [await step(board, since)].flat()) {
      if (typeof answer === 'string') answers.push(answer)
      if (!isAnswer(answer)) continue
      since = answer.headers.get('x-synced-through') ?? since
      answers.push(comparable(answer))
    }
  }
  return answers
}

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && 'headers' in value

it('the sandbox and the server give the same answers to any sequence of requests, applications and edits of users', async () => {
  // After 200 to 400 ms a poll makes its board renew its snapshot of the mailbox in the background, which is done at no certain time.
  const waitMs = fc.constantFrom(0, 1, 500, 60_000)
  const steps = fc.array(fc.record({ step, waitMs }), { minLength: 1, maxLength: 12 })
  const property = fc.asyncProperty(steps, async (all) => {
    const ofServer = await run(toBoard(server.url, (await server.company()).users), all)
    expect(await run(await openSandbox(), all)).toEqual(ofServer)
  })
  await fc.assert(property, { numRuns: 30, seed: 20_261_122 })
})
