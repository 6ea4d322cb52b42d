import { randomUUID } from 'node:crypto'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { setExternalId } from '@boardwalk/core/job/edit'
import { type Command, connectionLost, createGate, failoverError, type Rule } from '@boardwalk/mongo-proxy'
import { beforeAll, describe, expect, test } from 'vitest'
import { apply } from './form.ts'
import { type Answer, type TestCompany, useServer } from './harness.ts'
import { answerFromEarlier, isChange, onFirst, type Proxied, useProxiedProcess, useProxiedServer } from './proxied.ts'
import { signedInUser } from './user.ts'

/*
 * An acknowledged change of a job is made once, and a value that was replaced never comes back. A and B are two servers with
 * caches of their own over one database; `base` makes companies and reads rows.
 */

const base = useServer()
const a = useProxiedServer(base)
const b = useProxiedProcess(base)

interface Row {
  _id: number
  revision: number
  status: string
  fields: { title: string }
}
const rows = () => base.connection.db.collection<Row>('jobs')

// No other number of a command looks like one of these job ids.
beforeAll(() => base.deps.jobs.skipIds(1_000_000))

const newName = (prefix: string) => `${prefix}-${randomUUID()}`

/** Makes a job on A, which then has it in its cache. */
async function jobOfA(company: TestCompany, fields: object = {}) {
  const id = newName('job')
  const { status, body } = await a.call(company, 'POST', '/job', { job: { id, title: newName('first'), ...fields } })
  expect(status).toBe(200)
  const jobId: number = body.jobId
  return {
    id,
    jobId,
    jobUrl: body.jobUrl as string,
    put: (server: Proxied, job: object) => server.call(company, 'PUT', `/job/${id}`, { job }),
    remove: (server: Proxied) => server.call(company, 'DELETE', `/job/${id}`),
    isNamedIn: ({ body }: Command) => new RegExp(`"${id}"|\\b${jobId}\\b`).test(JSON.stringify(body)),
    async stored() {
      const row = await rows().findOne({ _id: jobId })
      return { title: row?.fields.title, status: row?.status, revision: row?.revision }
    },
  }
}

/** Gives another external id to a job, or takes its own away. The job was not changed yet, unless a revision is given. */
const giveId = (company: TestCompany, { jobId }: { jobId: number }, externalId: string | null, revision = 1) =>
  setExternalId(base.deps, actAsOperator(company.id), { jobId, revision, externalId })

async function acknowledged(answer: Promise<Answer>): Promise<void> {
  expect((await answer).status).toBe(200)
}

/** How A loses the answer to a command that was carried out, after B has changed the same job. */
const lostAnswers = {
  'a lost connection': () => connectionLost,
  11602: (command: Command) => failoverError(command, 11602),
  '11602 without a label': (command: Command) => failoverError(command, 11602, { isLabelled: false }),
} as const

describe.each(Object.entries(lostAnswers))('B changes a job after A did, and A’s answer is %s', (_, answer) => {
  const afterB =
    (changeOfB: () => Promise<void>): Rule =>
    async (command, carryOut) => {
      await carryOut()
      await changeOfB()
      return answer(command)
    }

  test('PUT: B’s value stays, and A’s change is made once', async () => {
    const job = await jobOfA(await base.company())
    const [ofA, ofB] = [newName('A'), newName('B')]
    a.rule = onFirst(
      isChange('jobs', ofA),
      afterB(() => acknowledged(job.put(b, { title: ofB }))),
    )
    const answered = await job.put(a, { title: ofA })
    expect({ answer: answered.status, ...(await job.stored()) }).toMatchObject({
      answer: 200,
      title: ofB,
      revision: 3,
    })
  })

  test('DELETE: what B published later stays published', async () => {
    const job = await jobOfA(await base.company())
    a.rule = onFirst(
      isChange('jobs', 'UNPUBLISHED'),
      afterB(() => acknowledged(job.put(b, { status: 'PUBLISHED' }))),
    )
    const answered = await job.remove(a)
    expect({ answer: answered.status, ...(await job.stored()) }).toMatchObject({
      answer: 200,
      status: 'PUBLISHED',
      revision: 3,
    })
  })
})

/** Counts the requests that A has begun and not answered. */
async function countRequestsUnderWay(): Promise<number> {
  const metrics = await a.deps().metrics.text()
  return Number(/^boardwalk_http_requests_under_way (\d+)$/m.exec(metrics)?.[1])
}

const isRemoval = isChange('jobs', 'UNPUBLISHED')

describe('the first command of a DELETE on A fails', () => {
  test.each([
    ['no other call', async () => {}],
    ['B', (job: Awaited<ReturnType<typeof jobOfA>>) => acknowledged(job.remove(b))],
  ] as const)(
    'if it arrives after the answer, it changes nothing more (meanwhile %s unpublished the job)',
    async (_, meanwhile) => {
      const job = await jobOfA(await base.company())
      let arrive: () => Promise<unknown> = () => Promise.reject(new Error('no command came'))
      a.rule = onFirst(isRemoval, async (command, carryOut) => {
        arrive = carryOut
        await meanwhile(job)
        return failoverError(command, 11602, { isLabelled: false })
      })
      await acknowledged(job.remove(a))
      expect(await job.stored()).toMatchObject({ status: 'UNPUBLISHED' })
      await acknowledged(job.put(b, { status: 'PUBLISHED' }))
      const before = await job.stored()
      await arrive()
      expect(await job.stored()).toEqual(before)
    },
  )

  test('if it was carried out, and B gives the id to another job, that one stays published', async () => {
    const company = await base.company()
    const [job, next] = [await jobOfA(company), await jobOfA(company)]
    a.rule = onFirst(isRemoval, async (command, carryOut) => {
      await carryOut()
      await giveId(company, job, null, 2)
      await giveId(company, next, job.id)
      return failoverError(command, 11602, { isLabelled: false })
    })
    await acknowledged(job.remove(a))
    expect([await job.stored(), await next.stored()]).toMatchObject([
      { status: 'UNPUBLISHED' },
      { status: 'PUBLISHED' },
    ])
  })
})

describe('A changes X and Y at once, B changed Y before and changes X before A knows', () => {
  /** Makes a rule: B changes Y before A's change of Y is carried out, and X after A's change of X is carried out. */
  function overtaken(
    [isOfX, changeX]: [(command: Command) => boolean, () => Promise<void>],
    [isOfY, changeY]: [(command: Command) => boolean, () => Promise<void>],
  ): Rule {
    const awaited = { x: true, y: true }
    return (command, carryOut) => {
      const [isX, isY] = [awaited.x && isOfX(command), awaited.y && isOfY(command)]
      if (!isX && !isY) return undefined
      if (isX) awaited.x = false
      if (isY) awaited.y = false
      return (async () => {
        if (isY) await changeY()
        const reply = await carryOut()
        if (isX) await changeX()
        return reply
      })()
    }
  }

  test('PUT: B’s X stays, A’s Y is made, and each change is made once', async () => {
    const company = await base.company()
    const [x, y] = [await jobOfA(company), await jobOfA(company)]
    const [xOfA, yOfA, xOfB, yOfB] = [newName('xA'), newName('yA'), newName('xB'), newName('yB')]
    a.rule = overtaken(
      [isChange('jobs', xOfA), () => acknowledged(x.put(b, { title: xOfB }))],
      [isChange('jobs', yOfA), () => acknowledged(y.put(b, { title: yOfB }))],
    )
    const jobs = [
      { id: x.id, title: xOfA },
      { id: y.id, title: yOfA },
    ]
    const { body } = await a.call(company, 'PUT', '/jobs', { jobs })
    expect(body.results).toMatchObject([{ status: 'updated' }, { status: 'updated' }])
    expect({ x: await x.stored(), y: await y.stored() }).toMatchObject({
      x: { title: xOfB, revision: 3 },
      y: { title: yOfA, revision: 3 },
    })
  })

  /** Unpublishes jobs on A with one bulk: while the proxy holds A's removal of another job, they wait for one batch. */
  async function removeTogether(company: TestCompany, race: Rule, jobs: Awaited<ReturnType<typeof jobOfA>>[]) {
    const other = await jobOfA(company)
    const [arrived, letGo] = [createGate(), createGate()]
    const hold = onFirst(
      (command) => isRemoval(command) && other.isNamedIn(command),
      async (_, carryOut) => {
        arrived.open()
        await letGo.opened
        return carryOut()
      },
    )
    a.rule = (command, carryOut) => hold(command, carryOut) ?? race(command, carryOut)
    const held = other.remove(a)
    await arrived.opened
    const removed = jobs.map((job) => job.remove(a))
    await expect.poll(countRequestsUnderWay).toBe(1 + jobs.length)
    // Its key is checked after theirs, so that its answer shows that they have come to the batch.
    await acknowledged(a.call(company, 'GET', `/job/${other.id}`))
    letGo.open()
    await Promise.all([held, ...removed].map(acknowledged))
  }
  test('DELETE: X, which B published again, stays published', async () => {
    const company = await base.company()
    const [x, y] = [await jobOfA(company), await jobOfA(company)]
    const race = overtaken(
      [(command) => isRemoval(command) && x.isNamedIn(command), () => acknowledged(x.put(b, { status: 'PUBLISHED' }))],
      [(command) => isRemoval(command) && y.isNamedIn(command), () => acknowledged(y.remove(b))],
    )
    await removeTogether(company, race, [x, y])
    expect({ x: await x.stored(), y: await y.stored() }).toMatchObject({
      x: { status: 'PUBLISHED', revision: 3 },
      y: { status: 'UNPUBLISHED', revision: 2 },
    })
  })

  test('DELETE: an id that goes to another job in that moment takes that one down, not the job that had it', async () => {
    const company = await base.company()
    const [x, y, next] = [await jobOfA(company), await jobOfA(company), await jobOfA(company)]
    const race = onFirst(
      (command) => isRemoval(command) && x.isNamedIn(command),
      async (_, carryOut) => {
        await giveId(company, x, null)
        await giveId(company, next, x.id)
        return carryOut()
      },
    )
    await removeTogether(company, race, [x, y])
    expect([await x.stored(), await y.stored(), await next.stored()]).toMatchObject([
      { status: 'PUBLISHED' },
      { status: 'UNPUBLISHED' },
      { status: 'UNPUBLISHED' },
    ])
  })
})

const PUTS = 600

test('with many callers on both processes, each acknowledged change is made once, and no value comes back', async () => {
  a.rule = undefined
  const company = await base.company()
  const jobs = await Promise.all(Array.from({ length: 6 }, () => jobOfA(company)))
  const made = new Map(jobs.map(({ jobId }) => [jobId, 1]))
  const seen = new Map<string, number>()
  const comeBack: string[] = []
  let isOver = false

  /** Reads the rows again and again. A title belongs to one revision, unless only the status has changed. */
  async function watch(): Promise<void> {
    const last = new Map<number, string>()
    while (!isOver) {
      for (const { _id, fields, revision } of await rows().find({ companyId: company.id }).toArray()) {
        if (last.get(_id) === fields.title) continue
        if (seen.has(fields.title)) comeBack.push(`${fields.title} at ${seen.get(fields.title)} and ${revision}`)
        seen.set(fields.title, revision)
        last.set(_id, fields.title)
      }
    }
  }
  const count = (jobId: number) => made.set(jobId, (made.get(jobId) ?? 0) + 1)
  let puts = 0
  async function caller(index: number): Promise<void> {
    while (puts < PUTS) {
      const job = jobs[puts++ % jobs.length]
      if (job === undefined) throw new Error('there are jobs')
      await acknowledged(job.put(index % 2 === 0 ? a : b, { title: newName('race') }))
      count(job.jobId)
    }
  }
  /** Changes the status of a job. Nobody else does, so each of these calls is a change. */
  async function publisher({ remove, put, jobId }: (typeof jobs)[number]): Promise<void> {
    for (let times = 0; times < 5; times++) {
      await acknowledged(remove(a))
      count(jobId)
      await acknowledged(put(b, { status: 'PUBLISHED' }))
      count(jobId)
    }
  }
  const watching = watch()
  await Promise.all([...Array.from({ length: 12 }, (_, index) => caller(index)), ...jobs.map(publisher)])
  isOver = true
  await watching
  const stored = await rows().find({ companyId: company.id }).toArray()
  expect({ revisions: new Map(stored.map(({ _id, revision }) => [_id, revision])), comeBack }).toEqual({
    revisions: made,
    comeBack: [],
  })
})

/*
 * For a while after a failover, a majority read on the new primary may miss an acknowledged change. Only a linearizable
 * read, or a write, notices. Here, A's finds of jobs are such majority reads.
 */
describe('A reads the jobs as they were before B changed them', () => {
  const storedRows = (company: TestCompany) => rows().find({ companyId: company.id }).toArray()

  test('PUT of the older value is not answered "unchanged": the value is written', async () => {
    const company = await base.company()
    const [ofA, ofB] = [newName('A'), newName('B')]
    const job = await jobOfA(company, { title: ofA })
    const jobs = [{ id: job.id, title: ofA }]
    for (const [revision, putOlder] of [
      [3, () => job.put(a, { title: ofA })],
      [5, () => a.call(company, 'PUT', '/jobs', { jobs })],
    ] as const) {
      // The revision that A has in its cache.
      const before = await storedRows(company)
      await acknowledged(job.put(b, { title: ofB }))
      a.rule = answerFromEarlier('jobs', before)
      // What has changed has the change of B.
      const changed = (await a.call(company, 'GET', '/jobs?changedSince=2026-01-01')).body.jobs
      expect(changed).toMatchObject([{ id: job.id, title: ofB }])
      await acknowledged(putOlder())
      expect(await job.stored()).toMatchObject({ title: ofA, revision })
    }
  })

  test('POST /job/link links the job whose external id B has taken away, and GET /candidates of what has changed has its candidates', async () => {
    a.rule = undefined
    const company = await base.company()
    const job = await jobOfA(company)
    const { body: applied } = await apply(job.jobUrl)
    const before = await storedRows(company)
    await giveId(company, job, null)
    a.rule = answerFromEarlier('jobs', before)
    const { candidates } = (await a.call(company, 'GET', '/candidates?changedSince=2026-01-01')).body
    expect(candidates).toMatchObject([{ id: applied.id }])
    const links = [{ platformJobId: job.jobId, externalJobId: newName('link') }]
    const { body } = await a.call(company, 'POST', '/job/link', { links })
    expect(body.results).toMatchObject([{ status: 'linked' }])
  })

  test('a form of the back office that B has made a job of makes the same job', async () => {
    const company = await base.company()
    const { client, cookie } = await signedInUser(b, company)
    const form = { formId: randomUUID(), job: { title: 'Once' } }
    const made = await client.job.create.mutate(form)
    a.rule = answerFromEarlier('jobs', [])
    expect(await a.backOffice(cookie).client.job.create.mutate(form)).toEqual(made)
  })

  test('DELETE unpublishes what B published, and the job that B gave the external id of an unpublished one', async () => {
    const company = await base.company()
    const fields = { status: 'UNPUBLISHED' }
    const [job, old, next] = [await jobOfA(company, fields), await jobOfA(company, fields), await jobOfA(company)]
    const before = await storedRows(company)
    await acknowledged(job.put(b, { status: 'PUBLISHED' }))
    await giveId(company, old, null)
    await giveId(company, next, old.id)
    const earlier = answerFromEarlier('jobs', before)
    // A member that was the primary a moment ago changes nothing, because in its rows the jobs are unpublished.
    a.rule = (command, carryOut) =>
      isRemoval(command) && command.name === 'findAndModify'
        ? Promise.resolve({ value: { _id: 1, status: 'UNPUBLISHED' }, lastErrorObject: { n: 1 }, ok: 1 })
        : earlier(command, carryOut)
    await acknowledged(job.remove(a))
    expect(await job.stored()).toMatchObject({ status: 'UNPUBLISHED', revision: 3 })
    await acknowledged(old.remove(a))
    expect(await next.stored()).toMatchObject({ status: 'UNPUBLISHED', revision: 3 })
  })
})
