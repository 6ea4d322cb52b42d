import type { Scope } from '@boardwalk/schema/api-key'
import { operationNames } from '@boardwalk/schema/operations'
import { createTestBoard } from '@boardwalk/sdk/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAuthCase } from './auth-cases.ts'
import { type Board, type BoardCase, boardCases, start } from './board-cases.ts'
import { addBoardJob } from './board-job.ts'
import { checkAgainstDocument } from './contract.ts'
import { apply } from './form.ts'
import { type Answer, useServer } from './harness.ts'

/* The board in memory of @boardwalk/sdk/testing answers as the server does: the same cases are asked of both. */

const clock = { ms: 0 }
const now = () => clock.ms
const at = (instant: string) => {
  clock.ms = Date.parse(instant)
}
const server = useServer({ now })

async function serverBoard(): Promise<Board> {
  at(start)
  const { id, call } = await server.company()
  return {
    call,
    at,
    apply: async (externalId, fields) => {
      const { body } = await call('GET', `/job/${encodeURIComponent(externalId)}`)
      expect(await apply(body.job.jobUrl, fields)).toMatchObject({ status: 201 })
    },
    addJob: (title) => addBoardJob(server.deps, { id }, title),
  }
}

function memoryBoard(): Board {
  at(start)
  const board = createTestBoard({ now })
  return {
    at,
    call: callOf(board, board.apiKey),
    apply: async (externalId, fields) => board.apply(externalId, fields),
    addJob: async (title) => board.addJob({ title }).jobId,
  }
}

/** Requests to the board in memory; each answer is held against the OpenAPI document, as the server's are. */
function callOf({ url, fetch }: ReturnType<typeof createTestBoard>, key: string | undefined): Board['call'] {
  return async (method, path, body, headers = {}) => {
    const res = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const answer: Answer = { status: res.status, headers: res.headers, body: await res.json() }
    checkAgainstDocument(method, path, answer)
    return answer
  }
}

/** An answer without what differs from board to board, and what the one in memory leaves out by design. */
function comparable({ status, headers, body }: Answer) {
  const text = JSON.stringify(body, (name, value) => {
    if (['jobId', 'platformJobId', 'requestId'].includes(name)) return typeof value
    if (name === 'jobUrl') return value && 'an address'
    if (typeof value !== 'string') return value
    return value
      .replace(/cmp_\w+/, 'company')
      .replace(/^External id \d+ /, 'External id of digits ')
      .replace(/^[0-9a-f]{32}$/, 'application')
      .replace(/ \(did you mean "[^"]*"\?\)/g, '')
      .replace(/ \((see position|it ends too early).*?\)/, '')
  })
  const [syncedThrough, earlier] = [headers.get('x-synced-through'), headers.get('x-earlier-candidates')]
  return { status, syncedThrough, earlier, body: JSON.parse(text) }
}

describe.each(operationNames)('%s', (operation) => {
  const cases: readonly BoardCase[] = boardCases[operation]
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, { ask, status, headers = {}, body }) => {
    const ofServer = await ask(await serverBoard())
    expect(ofServer).toMatchObject({ status, body })
    for (const [name, value] of Object.entries(headers)) expect(ofServer.headers.get(name)).toBe(value)
    expect(comparable(await ask(memoryBoard()))).toEqual(comparable(ofServer))
  })

  const { scope, request } = findAuthCase(operation)
  const scopes: Scope[] = scope === 'read' ? ['write'] : ['read']
  it.each<[string, number, (key: string) => string | undefined]>([
    ['no key', 401, () => undefined],
    ['a blank key', 401, () => ' '],
    ['an unknown key', 403, () => `bwk_${'x'.repeat(32)}`],
    ['a key of the other scope', 403, (key) => key],
  ])('%s is refused', async (_name, status, keyOf) => {
    const [method, path, body] = request({ externalId: 'A-1', boardJobId: 1 })
    const { key } = await server.company(scopes)
    const ofServer = await server.call(keyOf(key), method, path, body)
    expect(ofServer.status).toBe(status)
    const board = createTestBoard({ scopes, now })
    const ofMemory = await callOf(board, keyOf(board.apiKey))(method, path, body)
    expect(comparable(ofMemory)).toEqual(comparable(ofServer))
  })
})

const text = fc.constantFrom('Fès', 'a b', '', ' ', '\ud800', 'CDI', 'BAC +5', 'ONSITE', 'fr', 'PUBLISHED')
const number = fc.constantFrom(-1, 0, 3, 7.5, 20, 21, 9_000, 1e300)
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
const externalId = fc.constantFrom('A-1', 'B/é 50%', '🎷')
const job = fc.dictionary(field, value, { maxKeys: 3 }).map((fields) => ({ title: 'Comptable', ...fields }))
const request = fc.oneof(
  fc.tuple(externalId, job).map(([id, fields]) => ['POST', '/job', { job: { id, ...fields } }] as const),
  fc.tuple(externalId, job).map(([id, fields]) => ['PUT', `/job/${encodeURIComponent(id)}`, { job: fields }] as const),
  fc
    .array(fc.tuple(externalId, job))
    .map((all) => ['PUT', '/jobs', { jobs: all.map(([id, one]) => ({ id, ...one })) }] as const),
  externalId.map((id) => ['DELETE', `/job/${encodeURIComponent(id)}`] as const),
  externalId.map((id) => ['GET', `/job/${encodeURIComponent(id)}`] as const),
)

it('whatever jobs are sent, each answer is the server’s', async () => {
  const answers = async (board: Board, requests: (readonly [string, string, object?])[]) => {
    const all: unknown[] = []
    for (const [method, path, body] of requests) all.push(comparable(await board.call(method, path, body)))
    return all
  }
  const property = fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 8 }), async (requests) => {
    const ofServer = await answers(await serverBoard(), requests)
    expect(await answers(memoryBoard(), requests)).toEqual(ofServer)
  })
  await fc.assert(property, { numRuns: 60, seed: 20_261_121 })
})
