import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { apply } from './form.ts'
import { type TestCompany, useServer } from './harness.ts'
import { type Proxied, useProxiedProcess } from './proxied.ts'
import { signedInUser } from './user.ts'

/*
 * If an external id moves to another job, no caller gets the wrong candidates, and no caller skips candidates without being
 * told. A and B are two server processes over one database.
 */

const base = useServer()
const a = useProxiedProcess(base)
const b = useProxiedProcess(base)

const EARLIER = 'x-earlier-candidates'
const SYNCED = 'x-synced-through'

/** Polls an id's candidates, whose last names say which job they applied to. */
async function poll(server: Proxied, company: TestCompany, id: string, since?: string, pageSize = 100) {
  const query = new URLSearchParams({ pageSize: String(pageSize), ...(since !== undefined && { since }) })
  const { status, headers, body } = await server.call(company, 'GET', `/job/${id}/candidates?${query}`)
  expect(status).toBe(200)
  const names: string[] = body.candidates.map(({ lastName }: { lastName: string }) => lastName)
  return {
    names,
    earlier: headers.get(EARLIER),
    linkId: headers.get('x-link-id'),
    syncedThrough: headers.get(SYNCED) ?? '',
  }
}

/** Follows an id from a cursor to the end, one candidate a page, as docs/guides/following-candidates.md says. */
async function followToEnd(
  server: Proxied,
  company: TestCompany,
  id: string,
  cursor: string,
  afterPage: (names: string[]) => Promise<void>,
): Promise<string[]> {
  const all: string[] = []
  let since: string | undefined = cursor
  let kept: string | undefined
  for (;;) {
    const page: Awaited<ReturnType<typeof poll>> = await poll(server, company, id, since, 1)
    const { names, earlier, linkId, syncedThrough } = page
    if (earlier !== null && linkId !== null && linkId !== kept) {
      kept = linkId
      since = undefined
      continue
    }
    if (names.length === 0) return all
    all.push(...names)
    since = syncedThrough
    await afterPage(names)
  }
}

/** Applies once for each name, and waits until the polls of both processes show the applications. */
async function applyTo(jobUrl: string, ...lastNames: string[]): Promise<void> {
  for (const lastName of lastNames) expect((await apply(jobUrl, { lastName })).status).toBe(201)
  await pause(500)
}

/** Makes job 1 with the id and one applicant, and job 2 with another id and two applicants. Both processes have polled the id. */
async function twoJobs() {
  const company = await base.company()
  const { client } = await signedInUser(a, company)
  const id = `X-${randomUUID()}`
  const make = async (job: object) => (await a.call(company, 'POST', '/job', { job })).body
  const [first, second] = [await make({ id, title: 'One' }), await make({ id: `Y-${randomUUID()}`, title: 'Two' })]
  await applyTo(first.jobUrl, 'Of One')
  await applyTo(second.jobUrl, 'Of Two', 'Of Two too')
  await poll(a, company, id)
  const before = await poll(b, company, id)
  expect(before.names).toEqual(['Of One'])
  return {
    company,
    id,
    secondUrl: second.jobUrl as string,
    /** The cursor that B gave to a caller of the id while job 1 had it. */
    since: before.syncedThrough,
    async move() {
      await client.job.setExternalId.mutate({ jobId: first.jobId, revision: 1, externalId: null })
      await client.job.setExternalId.mutate({ jobId: second.jobId, revision: 1, externalId: id })
    },
    async moveBack() {
      await client.job.setExternalId.mutate({ jobId: second.jobId, revision: 2, externalId: null })
      await client.job.setExternalId.mutate({ jobId: first.jobId, revision: 2, externalId: id })
    },
  }
}

/** Polls without a cursor, and then with the newest one. Returns what the second answer says about earlier candidates. */
async function earlierAfterStartingOver(server: Proxied, company: TestCompany, id: string): Promise<string | null> {
  const { syncedThrough } = await poll(server, company, id)
  return (await poll(server, company, id, syncedThrough)).earlier
}

describe('a user on A takes X from job 1 and gives it to job 2', () => {
  // B's cache may be new or old. In one of several rounds it is new.
  test.each([1, 2, 3])('from then on no poll of X on B has applicants of job 1 (round %i)', async () => {
    const { company, id, since, move } = await twoJobs()
    await move()
    for (let polls = 0; polls < 20; polls++) {
      expect((await poll(b, company, id)).names).toEqual(['Of Two', 'Of Two too'])
      expect((await poll(b, company, id, since)).names).toEqual([])
    }
  })

  test('a caller with a cursor of job 1 is told by both how many candidates of job 2 it skips', async () => {
    const { company, id, since, secondUrl, move } = await twoJobs()
    await move()
    for (const server of [a, b])
      expect(await poll(server, company, id, since)).toMatchObject({ names: [], earlier: '2' })
    await applyTo(secondUrl, 'Of Two, later')
    for (const server of [a, b]) {
      expect(await poll(server, company, id, since)).toMatchObject({ names: ['Of Two, later'], earlier: '2' })
      const all = await poll(server, company, id)
      expect(all).toMatchObject({ names: ['Of Two', 'Of Two too', 'Of Two, later'], earlier: null })
    }
  })

  test('a caller who starts over gets to the end of many pages, although each of their dates is before the move', async () => {
    const { company, id, since, secondUrl, move } = await twoJobs()
    await applyTo(secondUrl, 'Of Two, third', 'Of Two, fourth')
    await move()
    const all = await followToEnd(b, company, id, since, async () => {})
    expect(all).toEqual(['Of Two', 'Of Two too', 'Of Two, third', 'Of Two, fourth'])
    // A caller who has started over since is not told again, and one who has not is.
    await expect.poll(() => earlierAfterStartingOver(b, company, id), { interval: 500 }).toBeNull()
    expect((await poll(b, company, id, since)).earlier).toBe('2')
  })

  test('a caller who is starting over when the id moves once more starts over again, and skips nobody', async () => {
    const { company, id, since, move, moveBack } = await twoJobs()
    await move()
    const all = await followToEnd(b, company, id, since, async ([name]) => {
      if (name === 'Of Two') await moveBack()
    })
    expect(all).toEqual(['Of Two', 'Of One'])
  })
})

/** Takes the id from job 1 and gives it to a board job at once. Meanwhile B is polled until it answers for the board job. */
async function relinkWhilePolling() {
  const company = await base.company()
  const { client } = await signedInUser(a, company)
  const id = `R-${randomUUID()}`
  const first = (await a.call(company, 'POST', '/job', { job: { id, title: 'One' } })).body
  const board = await company.boardJob()
  await applyTo(first.jobUrl, 'Of One')
  await applyTo(board.jobUrl, 'Of the board', 'Of the board too')
  const removal = client.job.setExternalId.mutate({ jobId: first.jobId, revision: 1, externalId: null })
  const linkOnceFree = async () => {
    const links = [{ platformJobId: board.jobId, externalJobId: id }]
    while ((await a.call(company, 'POST', '/job/link', { links })).body.results[0].status !== 'linked');
  }
  const cursors: string[] = []
  const pollUntilMoved = async () => {
    for (;;) {
      const { status, headers, body } = await b.call(company, 'GET', `/job/${id}/candidates`)
      // Between the two changes no job has the id.
      if (status === 403) continue
      if (body.candidates[0].lastName !== 'Of One') return
      cursors.push(headers.get(SYNCED) ?? '')
    }
  }
  await Promise.all([removal, linkOnceFree(), pollUntilMoved()])
  return { company, id, cursors }
}

// B's cache may have led a poll to job 1 after the link was made. In one of several rounds it has.
test.each([1, 2, 3])(
  'a caller is told too if B has given it its cursor of job 1 after the id was linked (round %i)',
  async () => {
    const { company, id, cursors } = await relinkWhilePolling()
    expect(cursors.length).toBeGreaterThan(0)
    for (const since of cursors) expect(await poll(b, company, id, since)).toMatchObject({ names: [], earlier: '2' })
  },
)

test('a caller with a cursor from before a link is told how many candidates of the linked job are earlier', async () => {
  const company = await base.company()
  const { jobId, jobUrl } = await company.boardJob()
  await applyTo(jobUrl, 'Before', 'Before too')
  // A caller of a job whose id never moved is never told of earlier candidates.
  const stays = `S-${randomUUID()}`
  const { body: made } = await a.call(company, 'POST', '/job', { job: { id: stays, title: 'Stays' } })
  await applyTo(made.jobUrl, 'Of another')
  const { headers } = await b.call(company, 'GET', '/candidates')
  const since = headers.get(SYNCED) ?? ''
  const id = `L-${randomUUID()}`
  const { body } = await a.call(company, 'POST', '/job/link', { links: [{ platformJobId: jobId, externalJobId: id }] })
  expect(body.results).toMatchObject([{ status: 'linked' }])
  for (const server of [a, b]) {
    expect(await poll(server, company, id, since)).toMatchObject({ names: [], earlier: '2' })
    expect(await poll(server, company, id)).toMatchObject({ names: ['Before', 'Before too'], earlier: null })
    for (const cursor of ['2020-01-01T00:00:00.000Z', since, new Date().toISOString()])
      expect((await poll(server, company, stays, cursor)).earlier).toBeNull()
  }
  await expect.poll(() => earlierAfterStartingOver(b, company, id), { interval: 500 }).toBeNull()
})
