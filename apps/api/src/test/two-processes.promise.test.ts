import { actAsOperator } from '@boardwalk/core/activity/audit'
import { deleteDraft, setExternalId } from '@boardwalk/core/job/edit'
import { createKey, revokeKey, rollKey } from '@boardwalk/core/key/service'
import { describe, expect, test } from 'vitest'
import { apply } from './form.ts'
import { type TestCompany, useSecondServer, useServer } from './harness.ts'
import { signedInUser } from './user.ts'

/* What one process has in its cache, another may have changed. A and B are two servers over one database. */

type Actor = ReturnType<typeof actAsOperator>

const a = useServer()
const b = useSecondServer(a)

let ids = 0
const newId = () => `two-${++ids}`

/** Makes a company, and functions that call each of the two servers with its key. */
async function companyOnBoth() {
  const company = await a.company()
  const onB: TestCompany['call'] = (...request) => b.call(company.key, ...request)
  return { company, onA: company.call, onB }
}

/** Makes a job on A, which then has it in its cache. */
async function jobOfA(fields: object = {}) {
  const both = await companyOnBoth()
  const id = newId()
  const { status, body } = await both.onA('POST', '/job', { job: { id, title: 'Of A', ...fields } })
  expect(status).toBe(200)
  const path = `/job/${id}`
  return {
    ...both,
    id,
    path,
    jobId: body.jobId as number,
    jobUrl: body.jobUrl as string,
    putOnA: (job: object) => both.onA('PUT', path, { job }),
    async putOnB(job: object) {
      expect((await both.onB('PUT', path, { job })).status).toBe(200)
    },
    stored: async () => (await both.onB('GET', path)).body.job,
    /** Gives the job another external id, or none, on B. */
    async renameOnB(externalId: string | null) {
      const { id: companyId } = both.company
      const job = await b.deps.jobs.findById(companyId, body.jobId)
      if (job === undefined) throw new Error('the job was just made')
      await setExternalId(b.deps, actAsOperator(companyId), { jobId: job.id, revision: job.revision, externalId })
    },
  }
}

/** Makes another job, to which B gives this external id. */
async function successorOnB({ company, onB, id }: Awaited<ReturnType<typeof jobOfA>>): Promise<number> {
  const { jobId } = (await onB('POST', '/job', { job: { id: newId(), title: 'Its successor' } })).body
  await setExternalId(b.deps, actAsOperator(company.id), { jobId, revision: 1, externalId: id })
  return jobId
}

test('a status set by a key shows on another process at once after the answer: in the API and in the back office', async () => {
  const { company, onA, onB } = await companyOnBoth()
  const { id } = (await apply((await company.boardJob()).jobUrl)).body
  const { client } = await signedInUser(b, company)
  for (const status of ['REVIEWED', 'HIRED']) {
    // B is asked last before the change, so that its caches are as new as can be.
    await onB('GET', '/candidates')
    await onA('PUT', '/candidates', { candidates: [{ id, status }] })
    const shown = await Promise.all([onB('GET', `/candidate/${id}`), onB('GET', '/candidates')])
    expect(shown).toMatchObject([{ body: { candidate: { status } } }, { body: { candidates: [{ status }] } }])
    expect(await client.application.get.query({ id })).toMatchObject({ status, statusChangedByName: 'test' })
  }
})

describe('what B has taken away, A refuses at once', () => {
  const ends = {
    revoked: revokeKey,
    'rolled with its end at once': (deps: typeof b.deps, actor: Actor, { id }: { id: string }) =>
      rollKey(deps, actor, { id, revokeOldInHours: 0 }),
  }
  test.each(Object.entries(ends))('a key is refused by both as soon as one has %s', async (_, end) => {
    const actor = actAsOperator((await a.company()).id)
    const { id, key } = await createKey(b.deps, actor, { name: 'to be ended', scopes: ['read'] })
    // A is asked last before the change, so that its cache is as new as can be.
    for (const { call } of [b, a]) expect((await call(key, 'GET', '/jobs')).status).toBe(200)
    await end(b.deps, actor, { id })
    const answers = await Promise.all([a, b].map(({ call }) => call(key, 'GET', '/jobs')))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'api_key_invalid' } } })
  })

  test('candidates are refused for an external id that their job does not have any more', async () => {
    const { onA, onB, path, renameOnB } = await jobOfA()
    expect((await onB('GET', `${path}/candidates`)).status).toBe(200)
    expect((await onA('GET', `${path}/candidates`)).status).toBe(200)
    await renameOnB(null)
    expect((await onA('GET', `${path}/candidates`)).status).toBe(403)
    expect((await onB('GET', `${path}/candidates`)).status).toBe(403)
    const draft = await jobOfA({ status: 'UNPUBLISHED' })
    expect((await draft.onA('GET', `${draft.path}/candidates`)).status).toBe(200)
    await deleteDraft(b.deps, actAsOperator(draft.company.id), { jobId: draft.jobId, revision: 1 })
    expect((await draft.onA('GET', `${draft.path}/candidates`)).status).toBe(403)
  })
})

test('an external id that A has linked to another job belongs to that job at once, although A has cached the former one', async () => {
  const { company, onA, id, jobId, path, jobUrl, renameOnB, stored } = await jobOfA()
  expect((await apply(jobUrl)).status).toBe(201)
  expect((await onA('GET', `${path}/candidates`)).body.total).toBe(1)
  await renameOnB(null)
  const other = await company.boardJob()
  const links = [{ platformJobId: other.jobId, externalJobId: id }]
  expect((await onA('POST', '/job/link', { links })).body.results).toMatchObject([{ status: 'linked' }])
  expect((await onA('GET', `${path}/candidates`)).body).toMatchObject({ candidates: [], total: 0 })
  expect(await stored()).toMatchObject({ jobId: other.jobId })
  expect(other.jobId).not.toBe(jobId)
})

describe('an update on A of a job that A has cached and B has changed since', () => {
  test('loses nothing however often both change it in turn, or at once', async () => {
    const { putOnA, putOnB, stored } = await jobOfA()
    const names = Array.from({ length: 6 }, (_, round) => `field${round}`)
    for (const name of names) {
      await putOnB({ [`${name}OfB`]: name })
      const [answer] = await Promise.all([putOnA({ [`${name}OfA`]: name }), putOnB({ [`${name}AtOnce`]: name })])
      expect(answer.status).toBe(200)
    }
    const whole = names.flatMap((name) => ['OfA', 'OfB', 'AtOnce'].map((by) => [`${name}${by}`, name]))
    expect(await stored()).toMatchObject(Object.fromEntries(whole))
  })

  test('is made on what B stored, not on what A has cached', async () => {
    const { putOnA, putOnB, onB, path, stored, jobId, jobUrl } = await jobOfA({ city: 'Fès', ours: 1 })
    await putOnB({ title: 'Of B', city: 'Rabat', theirs: [2] })
    expect(await putOnA({ country: 'France' })).toMatchObject({ status: 200, body: { jobId, jobUrl } })
    expect(await stored()).toMatchObject({ title: 'Of B', city: 'Rabat', country: 'France', ours: 1, theirs: [2] })
    await putOnB({ city: 'Salé' })
    // A has this city in its cache.
    expect((await putOnA({ city: 'Rabat' })).status).toBe(200)
    expect(await stored()).toMatchObject({ city: 'Rabat' })
    expect((await onB('DELETE', path)).status).toBe(200)
    expect((await putOnA({ city: 'Fès' })).status).toBe(200)
    expect(await stored()).toMatchObject({ status: 'UNPUBLISHED', city: 'Fès' })
  })

  test('is accepted or refused by what B stored', async () => {
    const { putOnA, putOnB, stored } = await jobOfA({ minSalary: 10, maxSalary: 20 })
    await putOnB({ maxSalary: 15 })
    expect(await putOnA({ minSalary: 18 })).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(await stored()).toMatchObject({ minSalary: 10, maxSalary: 15 })
    await putOnB({ maxSalary: 50 })
    expect((await putOnA({ minSalary: 30 })).status).toBe(200)
    expect(await stored()).toMatchObject({ minSalary: 30, maxSalary: 50 })
  })

  test('changes the job that has its external id now, and without a title is refused if none has', async () => {
    const job = await jobOfA({ city: 'Fès' })
    const { putOnA, onB, stored, id, jobId } = job
    await job.renameOnB(`${id}-renamed`)
    expect(await putOnA({ city: 'Rabat' })).toMatchObject({ status: 400, body: { jobId: null } })
    const successor = await successorOnB(job)
    expect(await putOnA({ city: 'Rabat' })).toMatchObject({ status: 200, body: { jobId: successor } })
    expect(await stored()).toMatchObject({ jobId: successor, title: 'Its successor', city: 'Rabat' })
    expect((await onB('GET', `/job/${id}-renamed`)).body.job).toMatchObject({ jobId, title: 'Of A', city: 'Fès' })
  })
})

describe('unpublishing on A by an external id whose job A has cached', () => {
  test('finds the job that has the id now, if any, and leaves the job that had it published', async () => {
    const job = await jobOfA()
    const { onA, path, jobId, stored } = job
    expect((await onA('GET', `${path}/candidates`)).status).toBe(200)
    await job.renameOnB(`${job.id}-renamed`)
    expect(await onA('DELETE', path)).toMatchObject({ status: 404, body: { error: { code: 'job_not_found' } } })
    const successor = await successorOnB(job)
    expect(await onA('DELETE', path)).toMatchObject({ status: 200, body: { jobId: successor } })
    expect(await stored()).toMatchObject({ jobId: successor, status: 'UNPUBLISHED' })
    expect((await job.onB('GET', `${path}-renamed`)).body.job).toMatchObject({ jobId, status: 'PUBLISHED' })
  })

  test('unpublishes a job again that B has published since', async () => {
    const { onA, path, jobId, putOnB, stored } = await jobOfA()
    expect((await onA('DELETE', path)).status).toBe(200)
    await putOnB({ status: 'PUBLISHED' })
    expect(await onA('DELETE', path)).toMatchObject({ status: 200, body: { jobId } })
    expect(await stored()).toMatchObject({ status: 'UNPUBLISHED' })
  })
})

test('a job page of A shows the text that B changed', async () => {
  const { jobUrl, putOnB } = await jobOfA({ description: 'Written by A' })
  const page = async () => (await fetch(jobUrl)).text()
  expect(await page()).toContain('Written by A')
  await putOnB({ description: 'Written by B' })
  const after = await page()
  expect(after).toContain('Written by B')
  expect(after).not.toContain('Written by A')
})

test('no two jobs have one job id, however many both make at once', async () => {
  const { company } = await companyOnBoth()
  const jobs = Array.from({ length: 200 }, () => [a, b]).flat()
  const made = await Promise.all(
    jobs.map(({ call }) => call(company.key, 'POST', '/job', { job: { id: newId(), title: 'One of many' } })),
  )
  expect(made.filter(({ status }) => status !== 200)).toEqual([])
  expect(new Set(made.map(({ body }) => body.jobId)).size).toBe(400)
  expect((await b.call(company.key, 'GET', '/jobs?pageSize=1')).body.total).toBe(400)
})

describe('at the same moment on both', () => {
  test('two users who remove each other do not both go', async () => {
    const company = await a.company()
    const first = await signedInUser(a, company)
    const second = await signedInUser(b, company)
    const { users } = await first.client.user.list.query()
    const idOf = (email: string) => users.find((user) => user.email === email)?.id ?? ''
    await Promise.allSettled([
      first.client.user.remove.mutate({ id: idOf(second.email) }),
      second.client.user.remove.mutate({ id: idOf(first.email) }),
    ])
    const left = await a.deps.users.list(company.id)
    expect(left.filter(({ passwordHash }) => passwordHash !== null)).not.toHaveLength(0)
  })

  test('a key that is replaced several times is replaced once', async () => {
    const company = await a.company()
    const actor = actAsOperator(company.id)
    const { id } = await createKey(a.deps, actor, { name: 'ATS', scopes: ['read'] })
    const rolls = [a, b, a, b].map(({ deps }) => rollKey(deps, actor, { id, revokeOldInHours: 0 }))
    const made = (await Promise.allSettled(rolls)).filter(({ status }) => status === 'fulfilled')
    expect(made).toHaveLength(1)
    const valid = (await a.deps.apiKeys.list(company.id)).filter((key) => key.name === 'ATS' && key.revokedAt === null)
    expect(valid).toHaveLength(1)
  })
})
