import { randomUUID } from 'node:crypto'
import { type Answer, useSecondServer, useServer } from '@boardwalk/api/test/harness'
import { newApplication } from '@boardwalk/api/test/mailbox-actors'
import { readSample } from '@boardwalk/api/test/read-sample'
import { describe, expect, inject, it } from 'vitest'
import { actAsOperator } from '../activity/audit.ts'
import { eraseApplication } from './erase.ts'
import { setApplicationStatus } from './set-status.ts'
import { WAITERS_OF_COMPANY_MAX } from './waiters.ts'

const settings = { requestsAtOnce: 20 }
const a = useServer({ settings })
const b = useSecondServer(a)
type Server = typeof a | typeof b

const countWaiting = async ({ deps }: Server) => readSample(await deps.metrics.text(), 'boardwalk_polls_waiting')
const untilWaiting = (server: Server, count: number) =>
  expect.poll(() => countWaiting(server), { timeout: inject('waitMsMax'), interval: 5 }).toBe(count)

const readCursor = ({ headers }: Answer) => headers.get('x-synced-through') ?? ''

/** Makes a company with a job and one application, and a caller who has seen it. */
async function openCompany() {
  const company = await a.company()
  const { jobId } = (await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })).body
  const apply = async (server: Server, to = jobId): Promise<string> => {
    const id = randomUUID()
    await server.deps.mailbox.accept({ ...newApplication(company.id, id), jobId: to })
    return id
  }
  const first = await apply(a)
  const since = readCursor(await company.call('GET', '/candidates'))
  /** Polls, and waits until the poll waits. */
  const startPoll = async (server: Server, query: string, from = since, path = '/candidates') => {
    const before = await countWaiting(server)
    const answer = server.call(company.key, 'GET', `${path}?since=${from}&${query}`)
    await untilWaiting(server, before + 1)
    return { answer }
  }
  return { company, since, apply, first, startPoll }
}

const readIds = ({ body }: Answer): string[] => body.candidates.map(({ id }: { id: string }) => id)
const readWaited = ({ headers }: Answer) => headers.get('x-waited')
const DONE_WITHIN_MS = 15_000

/** The answer to a poll that waits for up to 20 seconds, and that something has ended before. */
async function readEnded(answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering
  expect(answer.status).toBe(200)
  expect(Number(readWaited(answer))).toBeLessThan(DONE_WITHIN_MS / 1000)
  return answer
}

describe('a poll that waits is answered as soon as there is something for its caller', () => {
  it.each([
    ['its own process', a],
    ['another process', b],
  ])('by %s: an application, a status and an erasure', async (_, waitsAt) => {
    const { company, apply, first, startPoll } = await openCompany()
    const user = actAsOperator(company.id)
    const plain = await startPoll(waitsAt, 'wait=20')
    const declared = await startPoll(waitsAt, 'wait=20&synced=true')
    const changes = await startPoll(waitsAt, 'wait=20&synced=true&changes=true')
    await setApplicationStatus(a.deps, user, { id: first, status: 'REVIEWED' })
    expect((await readEnded(changes.answer)).body.candidates).toMatchObject([{ id: first, status: 'REVIEWED' }])
    const second = await apply(a)
    for (const { answer } of [plain, declared]) expect(readIds(await readEnded(answer))).toEqual([second])
    // The second application is there already, so this poll may be answered before it is seen to wait.
    const query = `since=${readCursor(await changes.answer)}&wait=20&changes=true`
    const later = await readEnded(waitsAt.call(company.key, 'GET', `/candidates?${query}`))
    expect(readIds(later)).toEqual([second])
    const last = await startPoll(waitsAt, 'wait=20&changes=true', readCursor(later))
    await eraseApplication(a.deps, user, { id: second, allOfPerson: false })
    expect((await readEnded(last.answer)).body.candidates).toMatchObject([
      { id: second, firstName: '', erasedAt: expect.any(String) },
    ])
  })

  it('also if the clock of the caller is ahead of ours', async () => {
    const { apply, startPoll } = await openCompany()
    const ahead = new Date(Date.now() + 30_000).toISOString()
    const found: number[] = []
    for (const query of ['wait=20', 'wait=20&synced=true', 'wait=20&changes=true']) {
      const { answer } = await startPoll(a, query, ahead)
      void answer.then(({ body }) => found.push(body.total))
    }
    // Before its first look at the mailbox, a poll may not find an application, because it asks for later ones.
    const applyAgain = async () => {
      await apply(a)
      return found.length
    }
    await expect.poll(applyAgain, { timeout: DONE_WITHIN_MS, interval: 50 }).toBe(3)
    expect(found).not.toContain(0)
  })

  it('and not by what is not for it: an application to another job, or a status if it does not follow the changes', async () => {
    const { company, apply, first, startPoll } = await openCompany()
    const ofJob = await startPoll(b, 'wait=20', undefined, '/job/A/candidates')
    const plain = await startPoll(b, 'wait=20')
    await setApplicationStatus(a.deps, actAsOperator(company.id), { id: first, status: 'REVIEWED' })
    await apply(a, (await company.boardJob()).jobId)
    const wanted = await apply(a)
    expect(readIds(await readEnded(ofJob.answer))).toEqual([wanted])
    expect(readIds(await plain.answer)).not.toContain(first)
  })
})

it('a poll that waits says for how long, and one that finds something or is not asked to wait does not wait', async () => {
  const { company, since } = await openCompany()
  const startedMs = performance.now()
  const empty = await company.call('GET', `/candidates?since=${since}&wait=1`)
  expect([empty.status, empty.body.total, readWaited(empty)]).toEqual([
    200,
    0,
    expect.stringMatching(/^(0\.\d{3}|1\.000)$/),
  ])
  // A timer may end a little early.
  expect(performance.now() - startedMs).toBeGreaterThan(990)
  expect(Date.parse(readCursor(empty))).toBeGreaterThan(Date.parse(since))
  expect(readWaited(await company.call('GET', `/candidates?since=${since}&wait=0`))).toBe('0.000')
  expect(readWaited(await company.call('GET', '/job/A/candidates?wait=20'))).toBe('0.000')
  expect(readWaited(await company.call('GET', `/candidates?since=${since}`))).toBe(null)
})

it.each([
  ['wait=1', 'to=2030-01-01', 'to'],
  ['wait=1', 'page=2', 'page'],
  ['wait=1', 'changedSince=2026-01-01', 'changedSince'],
  ['changes=true', 'from=2026-01-01', 'from'],
  ['changes=true', 'to=2030-01-01', 'to'],
  ['changes=true', 'page=2', 'page'],
  ['changes=true', 'changedSince=2026-01-01', 'changedSince'],
])('%s is refused beside %s', async (first, second, path) => {
  const { company } = await openCompany()
  expect(await company.call('GET', `/candidates?${first}&${second}`)).toMatchObject({
    status: 400,
    body: { candidates: null, error: { code: 'invalid_request', issues: [{ path }] } },
  })
})

it('a poll whose key is revoked while it waits is refused', async () => {
  const { company, apply, startPoll } = await openCompany()
  const { answer } = await startPoll(b, 'wait=20')
  await company.revokeKey(company.keyId)
  await apply(b)
  expect(await answer).toMatchObject({ status: 403, body: { candidates: null, error: { code: 'api_key_invalid' } } })
})

it('polls that wait do not count among the requests at once, have a limit of their own, and leave with their callers', async () => {
  const { company, since } = await openCompany()
  const leaving = new AbortController()
  const poll = (signal?: AbortSignal) =>
    fetch(`${a.url}/api/candidates?since=${since}&wait=20`, { headers: { 'x-api-key': company.key }, signal })
  const polls = []
  // No more at the same time than requests at once, because each works before it waits.
  for (let waiting = 0; waiting < WAITERS_OF_COMPANY_MAX; waiting += 10) {
    polls.push(...Array.from({ length: 10 }, () => poll(leaving.signal).catch(() => 'gone')))
    await untilWaiting(a, waiting + 10)
  }
  const further = await poll()
  expect([further.status, further.headers.get('x-waited')]).toEqual([200, '0.000'])
  leaving.abort()
  expect(new Set(await Promise.all(polls))).toEqual(new Set(['gone']))
  await untilWaiting(a, 0)
})
