import { randomUUID } from 'node:crypto'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { sweepAbandonedCvs } from '@boardwalk/core/intake/cv'
import { eraseApplication } from '@boardwalk/core/intake/erase'
import { findExpired } from '@boardwalk/core/intake/read'
import type { Rule } from '@boardwalk/mongo-proxy'
import type * as mongo from 'mongodb'
import { beforeEach, describe, expect, test } from 'vitest'
import { apply, pdf } from './form.ts'
import { type TestCompany, useServer } from './harness.ts'
import { createReply, useProxiedServer } from './proxied.ts'
import { signedInUser } from './user.ts'

/*
 * Applications are read causally after the mailbox. For a while after a failover, a majority read on the new primary may
 * miss acknowledged rows, unless it asks for a state that is at or after an `operationTime`. A's database behaves like such
 * a primary for applications. `base` is another server, which accepts them.
 */

const base = useServer()
const a = useProxiedServer(base)

const READS = ['find', 'aggregate', 'count', 'distinct']

/** Makes a rule that hides applications from reads that do not ask for the state at or after the last reply about a mailbox. */
function withoutApplications(): Rule {
  let mailboxSeen: mongo.Timestamp | undefined
  return ({ name, database, collection, body }, carryOut) => {
    if (collection === 'mailboxes')
      return carryOut().then((reply) => {
        const time: mongo.Timestamp | undefined = reply.operationTime
        if (time !== undefined && (mailboxSeen === undefined || time.greaterThan(mailboxSeen))) mailboxSeen = time
        return reply
      })
    if (collection !== 'applications' || !READS.includes(name)) return undefined
    const after: mongo.Timestamp | undefined = body.readConcern?.afterClusterTime
    if (after !== undefined && mailboxSeen !== undefined && after.greaterThanOrEqual(mailboxSeen)) return undefined
    if (name === 'count') return Promise.resolve({ n: 0, ok: 1 })
    return Promise.resolve(name === 'distinct' ? { values: [], ok: 1 } : createReply(`${database}.${collection}`, []))
  }
}

beforeEach(() => {
  a.rule = undefined
})

/** Runs something while A's reads may miss applications. */
async function whileLagging<Result>(run: () => Promise<Result>): Promise<Result> {
  a.rule = withoutApplications()
  try {
    return await run()
  } finally {
    a.rule = undefined
  }
}

async function jobOfCompany() {
  const company = await base.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable' } })
  return { company, jobUrl: body.jobUrl as string, jobId: body.jobId as number }
}

interface Row {
  _id: string
  companyId: string
}
const findRows = ({ id: companyId }: TestCompany) =>
  base.connection.db.collection<Row>('applications').find({ companyId }).toArray()

/** Makes an application that is accepted and not delivered, as if the process that accepted it was killed in between. */
async function applyAndKill(company: TestCompany, jobUrl: string): Promise<string> {
  const { body } = await apply(jobUrl)
  const row = (await findRows(company)).find(({ _id }) => _id === body.id)
  await base.connection.db
    .collection<{ _id: string; inbox: Row[] }>('mailboxes')
    .updateOne({ _id: company.id }, row === undefined ? {} : { $push: { inbox: row } })
  await base.connection.db.collection<Row>('applications').deleteOne({ _id: body.id })
  return body.id
}

describe.each([
  ['delivered', async (_: TestCompany, jobUrl: string): Promise<string> => (await apply(jobUrl)).body.id],
  ['waiting in the mailbox', applyAndKill],
])('after an election, an application that was accepted before it and is %s', (_, accept) => {
  describe.each(['/job/A/candidates', '/candidates'])('is not lost to a caller that polls %s', (path) => {
    interface Polled {
      candidates: { id: string; date: string }[]
      syncedThrough: string
      sentAt: string
    }
    const cursors: Record<string, (polled: Polled) => string | undefined> = {
      'x-synced-through': ({ syncedThrough }) => syncedThrough,
      'the time of the poll': ({ sentAt }) => sentAt,
      'the last date': ({ candidates }) => candidates.at(-1)?.date,
    }
    test.each(Object.entries(cursors))('by %s', async (_, readCursor) => {
      const { company, jobUrl } = await jobOfCompany()
      const id = await accept(company, jobUrl)
      async function poll(since: string | undefined): Promise<Polled> {
        const sentAt = new Date().toISOString()
        const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`
        const { status, headers, body } = await a.call(company, 'GET', `${path}${query}`)
        expect(status).toBe(200)
        return { candidates: body.candidates, syncedThrough: headers.get('x-synced-through') ?? '', sentAt }
      }
      const first = await whileLagging(() => poll(undefined))
      const second = await poll(readCursor(first))
      expect([...first.candidates, ...second.candidates].map((candidate) => candidate.id)).toEqual([id])
    })
  })

  test('is counted, is in the back office’s list, and can be opened and given a status', async () => {
    const { company, jobUrl, jobId } = await jobOfCompany()
    const { client } = await signedInUser(a, company)
    const id = await accept(company, jobUrl)
    const page = await whileLagging(() => a.call(company, 'GET', '/candidates?pageSize=1'))
    expect(page.body).toMatchObject({ total: 1, candidates: [{ id }] })
    const list = await whileLagging(() => client.application.list.query({ jobId }))
    expect(list).toMatchObject({ total: 1, applications: [{ id }] })
    expect((await whileLagging(() => client.job.list.query({}))).jobs).toMatchObject([{ jobId, applications: 1 }])
    expect(await whileLagging(() => client.application.get.query({ id }))).toMatchObject({ id })
    await whileLagging(() => client.application.setStatus.mutate({ id, status: 'HIRED' }))
    expect(await client.application.get.query({ id })).toMatchObject({ status: 'HIRED' })
  })

  test('is found when its time has passed, and is erased with all of its person', async () => {
    const { company, jobUrl } = await jobOfCompany()
    const [kept, erased] = [await accept(company, jobUrl), await accept(company, jobUrl)]
    // Whoever misses one here goes on from the date of a later one, and it stays for good.
    const range = { after: new Date(0), before: new Date(Date.now() + 60_000) }
    const expired = await whileLagging(() => findExpired(a.deps(), company.id, range, 10))
    expect(expired).toMatchObject({ ids: [kept, erased] })
    await whileLagging(() => eraseApplication(a.deps(), actAsOperator(company.id), { id: erased, allOfPerson: true }))
    const rows = await findRows(company)
    expect(rows.map(({ _id }) => _id).sort()).toEqual([kept, erased].sort())
    expect(rows).toMatchObject([{ erasedAt: expect.any(Date) }, { erasedAt: expect.any(Date) }])
  })
})

test('a form that is sent again is the same application, whether the mailbox is in the cache or not', async () => {
  const { company, jobUrl } = await jobOfCompany()
  const form = { formId: randomUUID() }
  const first = await apply(jobUrl, form)
  expect(await whileLagging(() => apply(a.at(jobUrl), form))).toEqual(first)
  // This poll puts the mailbox into A's cache, so that the push may rely on it.
  await a.call(company, 'GET', '/candidates')
  expect(await whileLagging(() => apply(a.at(jobUrl), form))).toEqual(first)
  const { body } = await a.call(company, 'GET', '/candidates')
  expect(body).toMatchObject({ total: 1, candidates: [first.body] })
  expect(await findRows(company)).toHaveLength(1)
})

test('the sweep of abandoned CVs leaves the one that an application holds', async () => {
  const { company, jobUrl } = await jobOfCompany()
  const { body } = await apply(jobUrl, {}, pdf)
  await base.deps.background.settled()
  const [file] = await base.connection.db.collection('cvs.files').find({ 'metadata.companyId': company.id }).toArray()
  expect(file).toBeDefined()
  // As if the process that accepted the form was killed before it could mark the CV as kept.
  await base.connection.db.collection<{ _id: string; [member: string]: unknown }>('cvUploads').insertOne({
    _id: String(file?._id),
    companyId: company.id,
    applicationId: body.id,
    fileName: 'cv.pdf',
    until: new Date(0),
    isKept: false,
    isTaken: false,
    isCondemned: false,
  })
  await whileLagging(() => sweepAbandonedCvs(a.deps(), a.deps().background.stopping))
  expect((await base.storedCvs(company.id)).files).toBe(1)
  const { candidates } = (await a.call(company, 'GET', '/candidates')).body
  expect((await fetch(candidates[0].cv)).status).toBe(200)
})
