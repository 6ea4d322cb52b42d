import { startTestServer, type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { closeJobs } from '../catalogue/closing.ts'
import { resumeJob, suspendJob } from './suspension.ts'

const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
const server = useServer({ now: () => clock.ms })

let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
beforeAll(async () => {
  company = await server.company()
})
beforeEach(async () => {
  user = await signedInUser(server, company)
})

const push = (id: string, job: object) => company.call('PUT', `/job/${id}`, { job })
const create = async (id: string, job: object = {}): Promise<number> =>
  (await push(id, { title: 'Comptable', ...job })).body.jobId

/** Reads the newest page of a job's history, with each change in one line. */
async function readHistory(jobId: number) {
  const { entries } = await user.client.job.history.query({ jobId })
  return entries.map(({ by, usedKey, changes }) => [
    usedKey === null ? by : `${by} ${usedKey.name}`,
    ...changes.map(({ field, before, after }) => `${field}: ${before} > ${after}`),
  ])
}

it('a job’s history has what keys and users changed, with the values before and after, newest first', async () => {
  const jobId = await create('A', { city: 'Rabat', minSalary: 9000, ownField: { a: 1 }, other: 'same' })
  const update = { title: 'Comptable senior', status: 'UNPUBLISHED' } as const
  const upsert = { id: 'A', status: 'PUBLISHED', languages: ['fr', 'en'] }
  const steps: (() => Promise<unknown>)[] = [
    () => push('A', { city: ['Rabat', 'Fès'], minSalary: null, displaySalary: true, ownField: { a: 2 } }),
    // This changes nothing.
    () => push('A', { city: ['Rabat', 'Fès'] }),
    () => user.client.job.update.mutate({ jobId, revision: 2, job: update }),
    () => company.call('PUT', '/jobs', { jobs: [upsert] }),
    () => company.call('DELETE', '/job/A'),
    // This changes nothing.
    () => company.call('DELETE', '/job/A'),
    () => user.client.job.setExternalId.mutate({ jobId, revision: 5, externalId: null }),
    () => company.call('POST', '/job/link', { links: [{ platformJobId: jobId, externalJobId: 'B' }] }),
    () => user.client.job.publish.mutate({ jobId }),
  ]
  for (const step of steps) {
    clock.ms += 1_000
    await step()
  }
  const { email } = user
  expect(await readHistory(jobId)).toEqual([
    [email, 'status: UNPUBLISHED > PUBLISHED'],
    ['key test', 'externalId:  > B'],
    [email, 'externalId: A > '],
    ['key test', 'status: PUBLISHED > UNPUBLISHED'],
    ['key test', 'languages:  > fr, en', 'status: UNPUBLISHED > PUBLISHED'],
    expect.arrayContaining([email]),
    expect.arrayContaining([email]),
    [
      'key test',
      'city: Rabat > Rabat, Fès',
      'minSalary: 9000 > ',
      'displaySalary:  > true',
      'extra: {"ownField":{"a":1}} > {"ownField":{"a":2}}',
    ],
  ])
  // The two events of one save have the same time.
  expect((await readHistory(jobId)).slice(5, 7).toSorted()).toEqual([
    [email, 'status: PUBLISHED > UNPUBLISHED'],
    [email, 'title: Comptable > Comptable senior'],
  ])
})

it('a term that a key sent and that has no effect is said to have none', async () => {
  const jobId = await create('terms')
  const steps = [
    { closesAt: '31/12/2026', hours: 'temps plein', period: 'YEAR', countries: ['FR'] },
    { closesAt: '2026-12-31', hours: null, period: 'YEAR', countries: ['FR'] },
  ]
  for (const boardwalk of steps) {
    clock.ms += 1_000
    await push('terms', { boardwalk })
  }
  const { entries } = await user.client.job.history.query({ jobId })
  const ignored = { isIgnored: true }
  const effective = expect.not.objectContaining(ignored)
  expect(entries.map(({ changes }) => changes)).toEqual([
    [effective, effective],
    [
      { field: 'boardwalk.closesAt', before: '', after: '31/12/2026', ...ignored },
      { field: 'boardwalk.period', before: '', after: 'YEAR' },
      { field: 'boardwalk.hours', before: '', after: 'temps plein', ...ignored },
      { field: 'boardwalk.countries', before: '', after: 'FR', ...ignored },
    ],
  ])
})

it('a job’s history has when the operator suspended it and put it back, and when it closed; who changed it last is who changed its text', async () => {
  const jobId = await create('shut', { boardwalk: { closesAt: new Date(clock.ms + 5_000).toISOString() } })
  const deps = { ...server.deps, waitUntilForgotten: async () => {} }
  const read = () => user.client.job.get.query({ jobId })
  const rename = async () =>
    user.client.job.update.mutate({ jobId, revision: (await read()).revision, job: { title: 'Comptable en chef' } })
  const steps: [() => Promise<unknown>, string][] = [
    [() => push('shut', { title: 'Comptable senior' }), 'key test'],
    [() => suspendJob(deps, { jobId }), 'key test'],
    [rename, user.email],
    [() => resumeJob(deps, { jobId }), user.email],
    [() => closeJobs(deps, new AbortController().signal), user.email],
  ]
  for (const [step, who] of steps) {
    clock.ms += 1_000
    await step()
    const { by, usedKey } = (await read()).lastChange
    expect(usedKey === null ? by : `${by} ${usedKey.name}`).toBe(who)
  }
  // The server itself may have closed the job, and writes the event after that.
  await expect
    .poll(() => readHistory(jobId))
    .toEqual([
      ['board', 'closed: false > true'],
      ['operator', 'suspended: true > false'],
      [user.email, 'title: Comptable senior > Comptable en chef'],
      ['operator', 'suspended: false > true'],
      ['key test', 'title: Comptable > Comptable senior'],
    ])
})

it('a long text is shown as plain text, at most 120 characters around what differs', async () => {
  const [start, end] = ['<p>Nous &amp; vous</p>'.repeat(1_000), '<p>Fin</p>'.repeat(1_000)]
  const jobId = await create('long', { description: `${start}<p>Salaire <b>fixe</b></p>${end}` })
  const steps = [
    `${start}<p>Salaire variable</p>${end}`,
    `${start}<p>Salaire <i>variable</i></p>${end}`,
    '<p>Tout autre</p>'.repeat(1_000),
  ]
  for (const description of steps) {
    await push('long', { description })
    clock.ms += 1_000
  }
  const { entries } = await user.client.job.history.query({ jobId })
  const [replaced, formatting, words] = entries.map(({ changes }) => changes[0])
  const [before = '', after = ''] = [words?.before, words?.after]
  expect(before).toMatch(/^….{10,20}Nous & vous Salaire fixe( Fin)+ ?F?i?…$/)
  // Both end alike, so that only the word is marked.
  expect(after).toBe(before.replace('fixe', 'variable'))
  // The last letter of both words is the same.
  expect(before.length).toBe(1 + 40 + 'fix'.length + 40 + 1)
  // A change of the formatting alone shows the same text twice.
  expect(formatting?.before).toBe(formatting?.after)
  expect(replaced).toMatchObject({
    before: `${'Nous & vous '.repeat(10)}…`,
    after: `${'Tout autre '.repeat(11).slice(0, 120)}…`,
  })
})

it('a job says who changed it last, and whether a push may replace what a user changes', async () => {
  const jobId = await create('last')
  const read = async (id = jobId) => {
    const { lastChange, isPushed } = await user.client.job.get.query({ jobId: id })
    return [lastChange.by, lastChange.usedKey?.name, new Date(lastChange.at).getTime(), isPushed]
  }
  await server.deps.keyUses.flush()
  // Nothing records which key created a job.
  expect(await read()).toEqual(['key', undefined, clock.ms, true])
  clock.ms += 1_000
  await push('last', { title: 'B' })
  expect(await read()).toEqual(['key', 'test', clock.ms, true])
  clock.ms += 1_000
  await user.client.job.update.mutate({ jobId, revision: 2, job: { title: 'C' } })
  expect(await read()).toEqual([user.email, undefined, clock.ms, true])
  expect((await read((await company.boardJob()).jobId))[3]).toBe(false)
  // Then no key has pushed in the last 30 days.
  clock.ms += 31 * 24 * 60 * 60 * 1000
  user = await signedInUser(server, company)
  expect((await read())[3]).toBe(false)
})

it('a reader of all pages of a history sees each change once, those of users and of keys', async () => {
  const jobId = await create('pages')
  let revision = 1
  for (let n = 0; n < 60; n++) {
    await push('pages', { title: `Key ${n}` })
    revision++
    if (n % 2 === 1) continue
    await user.client.job.update.mutate({ jobId, revision, job: { title: `User ${n}` } })
    revision++
  }
  const seen: (string | undefined)[] = []
  const pages: number[] = []
  for (let cursor: string | null | undefined; cursor !== null && pages.length < 4; ) {
    const { entries, next } = await user.client.job.history.query({ jobId, cursor })
    seen.push(...entries.map(({ changes }) => changes[0]?.after))
    pages.push(entries.length)
    cursor = next
  }
  expect(pages).toEqual([50, 40])
  expect(new Set(seen).size).toBe(90)
})

it('what keys changed is listed for the whole company with the titles, also what waited when a server stopped', async () => {
  const own = await startTestServer(server.connection, { now: () => clock.ms })
  const other = await server.company()
  const headers = { 'x-api-key': other.key, 'content-type': 'application/json' }
  for (const title of ['Relieur', 'Relieuse'])
    await (
      await fetch(`${own.url}/api/job/A`, { method: 'PUT', headers, body: JSON.stringify({ job: { title } }) })
    ).text()
  await own.stop()
  const { client } = await signedInUser(server, other)
  const changes = [{ field: 'title', before: 'Relieur', after: 'Relieuse' }]
  expect(await client.activity.keyChanges.query({})).toMatchObject({
    changes: [{ title: 'Relieuse', keyName: 'test', changes }],
    next: null,
  })
})

it('the links of one request are one row of the history: each job shows its own, and no page of the company ends between them', async () => {
  const own = await server.company()
  const { client } = await signedInUser(server, own)
  const jobs = await Promise.all(Array.from({ length: 51 }, () => own.boardJob('Imprimeuse')))
  const links = jobs.map(({ jobId }, index) => ({ platformJobId: jobId, externalJobId: `L${index}` }))
  clock.ms += 1_000
  await own.call('POST', '/job/link', { links: links.slice(0, 1) })
  clock.ms += 1_000
  await own.call('POST', '/job/link', { links: links.slice(1) })
  clock.ms += 1_000
  await own.call('PUT', '/job/L7', { job: { title: 'Relieuse' } })
  await server.deps.background.settled()
  const entryOf = (index: number) => ({ field: 'externalId', before: '', after: `L${index}` })
  for (const [index, { jobId }] of [...jobs.entries()].slice(0, 3)) {
    const { entries } = await client.job.history.query({ jobId })
    expect(entries.filter(({ by }) => by === 'key').map(({ changes }) => changes)).toEqual([[entryOf(index)]])
  }
  const rows = server.connection.db.collection('keyChanges')
  expect(await rows.countDocuments({ companyId: own.id })).toBe(3)
  const first = await client.activity.keyChanges.query({})
  expect(first.changes.map(({ jobId, changes }) => [jobId, changes[0]])).toEqual([
    [jobs[7]?.jobId, { field: 'title', before: 'Imprimeuse', after: 'Relieuse' }],
    ...jobs.map(({ jobId }, index) => [jobId, entryOf(index)]).slice(1),
  ])
  const second = await client.activity.keyChanges.query({ cursor: first.next })
  expect([second.changes.map(({ changes }) => changes[0]), second.next]).toEqual([[entryOf(0)], null])
})
