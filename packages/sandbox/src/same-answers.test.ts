import { findAuthCase } from '@boardwalk/api/test/auth-cases'
import { addBoardJob } from '@boardwalk/api/test/board-job'
import { checkAgainstDocument } from '@boardwalk/api/test/contract'
import { apply } from '@boardwalk/api/test/form'
import { type Answer, useServer } from '@boardwalk/api/test/harness'
import type { Scope } from '@boardwalk/schema/api-key'
import { operationNames } from '@boardwalk/schema/operations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSandbox } from './sandbox.ts'

/* The sandbox runs the server's code over stores in memory. These tests send the same requests to both, and expect the same answers. */

const startMs = Date.UTC(2026, 2, 1)
let nowMs = startMs
const now = () => nowMs
const server = useServer({ now })

/** A new board with one company. */
interface Board {
  call: (method: string, path: string, body?: unknown) => Promise<Answer>
  apply: (externalId: string, firstName: string) => Promise<unknown>
  addJob: (title: string) => Promise<unknown>
}

async function openServer(): Promise<Board> {
  const { id, call } = await server.company()
  return {
    call,
    async apply(externalId, firstName) {
      const { body } = await call('GET', `/job/${encodeURIComponent(externalId)}`)
      if (body.job !== null) await apply(body.job.jobUrl, { firstName })
    },
    addJob: (title) => addBoardJob(server.deps, { id }, title),
  }
}

async function openSandbox(): Promise<Board> {
  const sandbox = createSandbox({ now })
  return {
    call: (...request) => callSandbox(sandbox, sandbox.apiKey, ...request),
    // An application to a missing or unpublished job fails, as on the server.
    apply: (externalId, firstName) => sandbox.apply(externalId, { firstName }).catch(() => undefined),
    addJob: (title) => sandbox.addJob({ title }),
  }
}

async function callSandbox(
  { url, fetch }: ReturnType<typeof createSandbox>,
  key: string | undefined,
  ...[method, path, body]: Parameters<Board['call']>
): Promise<Answer> {
  const isSent = body !== undefined
  const headers = {
    ...(key !== undefined && { 'x-api-key': key }),
    ...(isSent && { 'content-type': 'application/json' }),
  }
  const res = await fetch(`${url}${path}`, { method, headers, ...(isSent && { body: JSON.stringify(body) }) })
  const answer: Answer = { status: res.status, headers: res.headers, body: await res.json() }
  checkAgainstDocument(method, path, answer)
  return answer
}

/** An answer without the values that differ between boards: generated ids and addresses. */
function comparable({ status, headers, body }: Answer) {
  const text = JSON.stringify(body, (name, value) => {
    if (['jobId', 'platformJobId', 'requestId'].includes(name)) return typeof value
    if (name === 'jobUrl') return value && 'an address'
    // The company and the key of GET /me.
    if (['name', 'slug', 'ending'].includes(name)) return typeof value
    if (typeof value !== 'string') return value
    return value.replace(/cmp_\w+/, 'company').replace(/^[0-9a-f]{32}$/, 'application')
  })
  const names = ['content-type', 'allow', 'x-synced-through', 'x-earlier-candidates', 'x-link-id']
  return { status, headers: names.map((name) => headers.get(name)), body: JSON.parse(text) }
}

describe.each(operationNames)('%s', (operation) => {
  const { scope, request } = findAuthCase(operation)
  const [method, path, body] = request({ externalId: 'A-1', boardJobId: 1 })

  const ownScope = scope === 'any' ? 'read' : scope
  it.each<[string, Scope, (key: string) => string | undefined]>([
    ['a good key', ownScope, (key) => key],
    ['no key', ownScope, () => undefined],
    ['a blank key', ownScope, () => ' '],
    ['an unknown key', ownScope, () => `bwk_${'x'.repeat(32)}`],
    ['a key of the other scope', ownScope === 'read' ? 'write' : 'read', (key) => key],
  ])('%s', async (_name, keyScope, keyOf) => {
    const { key } = await server.company([keyScope])
    const ofServer = await server.call(keyOf(key), method, path, body)
    const sandbox = createSandbox({ scopes: [keyScope], now })
    expect(comparable(await callSandbox(sandbox, keyOf(sandbox.apiKey), method, path, body))).toEqual(
      comparable(ofServer),
    )
  })
})

const text = fc.constantFrom('Fès', 'a b', '', ' ', '\ud800', 'CDI', 'BAC +5', 'ONSITE', 'fr', 'PUBLISHED', '<b>a & b')
const number = fc.constantFrom(-1, -0, 0, 3, 7.5, 20, 21, 9_000, 1e300)
const value = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(text, number)),
  fc.constant({ a: [1] }),
)
const field = fc.constantFrom(
  ...['title', 'description', 'benefits', 'city', 'country', 'languages', 'contractType', 'educationLevel', 'workMode'],
  ...['minSalary', 'maxSalary', 'displaySalary', 'minExperience', 'maxExperience', 'recruitmentProcess', 'status'],
  ...['team', 'jobId', 'jobUrl', 'createdAt', '__proto__', 'a.b'],
)
const externalId = fc.constantFrom('A-1', 'B/é 50%', '🎷', '1')
const path = externalId.map((id) => `/job/${encodeURIComponent(id)}`)
const job = fc.dictionary(field, value, { maxKeys: 3 }).map((fields) => ({ title: 'Comptable', ...fields }))
const paging = fc.constantFrom(
  '',
  '?pageSize=1',
  '?page=2&pageSize=2',
  '?page=0',
  '?status=PUBLISHED',
  '?from=2026-03-01',
)

/** Sends one request to a board, and returns the answer. `answers` are the earlier answers of that board. */
type Step = (board: Board, answers: Answer[]) => Promise<Answer | unknown>
const call =
  (...request: Parameters<Board['call']>): Step =>
  (board) =>
    board.call(...request)

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(externalId, job).map(([id, fields]) => call('POST', '/job', { job: { id, ...fields } })),
  fc.tuple(path, job).map(([at, fields]) => call('PUT', at, { job: fields })),
  fc
    .array(fc.tuple(externalId, job))
    .map((all) => call('PUT', '/jobs', { jobs: all.map(([id, one]) => ({ id, ...one })) })),
  path.map((at) => call('DELETE', at)),
  path.map((at) => call('GET', at)),
  paging.map((query) => call('GET', `/jobs${query}`)),
  fc.tuple(path, paging).map(([at, query]) => call('GET', `${at}/candidates${query}`)),
  paging.map((query) => call('GET', `/candidates${query}`)),
  fc.constant<Step>((board) => board.addJob('On the board')),
  fc.tuple(externalId, text).map(
    ([id, name]): Step =>
      (board) =>
        board.apply(id, name),
  ),
  // Links a job of the first page, because the two boards may have given it different ids.
  fc.tuple(externalId, fc.nat(3)).map(
    ([externalJobId, nth]): Step =>
      async (board) => {
        const { jobs } = (await board.call('GET', '/jobs')).body
        const platformJobId = jobs[nth]?.jobId ?? 999_999_999
        return board.call('POST', '/job/link', { links: [{ platformJobId, externalJobId }] })
      },
  ),
  // Polls from the end of the last poll.
  fc.constant<Step>((board, answers) => {
    const since = answers.findLast(({ headers }) => headers.has('x-synced-through'))?.headers.get('x-synced-through')
    return board.call('GET', `/candidates?since=${since ?? '2026-03-01'}`)
  }),
)

/** Takes steps on a board, each after some time. Returns its answers, without what differs between boards. */
async function run(board: Board, steps: { step: Step; waitMs: number }[]) {
  nowMs = startMs
  const answers: Answer[] = []
  for (const { step, waitMs } of steps) {
    nowMs += waitMs
    const answer = await step(board, answers)
    if (isAnswer(answer)) answers.push(answer)
  }
  return answers.map(comparable)
}

it('the sandbox and the server give the same answers to any sequence of requests and applications', async () => {
  const steps = fc.array(fc.record({ step, waitMs: fc.constantFrom(0, 1, 150, 60_000) }), {
    minLength: 1,
    maxLength: 12,
  })
  const property = fc.asyncProperty(steps, async (steps) => {
    const ofServer = await run(await openServer(), steps)
    expect(await run(await openSandbox(), steps)).toEqual(ofServer)
  })
  await fc.assert(property, { numRuns: 100, seed: 20_261_122 })
})

it('an edited job is no change of its candidates, on both', async () => {
  const steps = [
    call('POST', '/job', { job: { id: 'A-1', title: 'Comptable' } }),
    (board: Board) => board.apply('A-1', 'Zoé'),
    call('PUT', '/job/A-1', { job: { title: 'Auditrice' } }),
    call('GET', `/candidates?changedSince=${new Date(startMs + 50_000).toISOString()}`),
    call('GET', '/candidates'),
  ].map((step) => ({ step, waitMs: 20_000 }))
  for (const board of [await openServer(), await openSandbox()]) {
    const [changed, all] = (await run(board, steps)).slice(-2)
    expect(changed?.body.candidates).toEqual([])
    expect(all?.body.candidates).toMatchObject([{ firstName: 'Zoé' }])
  }
})

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && 'headers' in value
