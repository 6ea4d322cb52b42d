import { createRecorder } from '@boardwalk/core/activity/recorder'
import { type Connection, connect } from '@boardwalk/core/db/connection'
import { createMailbox } from '@boardwalk/core/intake/mailbox'
import { createBackground } from '@boardwalk/core/process/background'
import { createMetrics } from '@boardwalk/core/process/metrics'
import { type MongoProxy, startMongoProxy } from '@boardwalk/mongo-proxy'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { useServer } from './harness.ts'
import { openAllStores } from './parts.ts'
import { makeStoredJob } from './stored-job.ts'

/*
 * Callers of one moment share a command. If the database refuses the whole command because of one caller's value, only this caller
 * fails. A proxy refuses each command that has the value, as a database refuses one with a date that it cannot store.
 */

const server = useServer()
const WRONG = 'the-wrong-value'
const REFUSED = 'a value that the database cannot store'
/** Now: the database deletes old records. */
const at = new Date()
const mark = { updatedAt: at, changedBy: 'api' } as const
const log = { warn: () => {} }

let proxy: MongoProxy
let connection: Connection
let stores: ReturnType<typeof openAllStores>
beforeAll(async () => {
  proxy = await startMongoProxy(inject('mongodbUri'))
  connection = await connect(proxy.uri, server.connection.db.databaseName)
  stores = openAllStores(connection)
})
afterAll(async () => {
  await connection.close()
  await proxy.stop()
})

let tests = 0
/** The three callers of the running test. Each value of a caller begins with its name. */
let callers: [one: string, wrong: string, other: string]
/** The callers whose values were in a refused command beside the wrong one. */
let sharers: Set<string>
beforeEach(() => {
  tests++
  callers = [`one-${tests}-`, `${WRONG}-${tests}-`, `other-${tests}-`]
  sharers = new Set()
})

/** Begins to refuse each command that has a value of the second caller. */
function refuseWrong(): void {
  const [one, wrong, other] = callers
  proxy.rule = ({ body }) => {
    const text = JSON.stringify(body)
    if (!text.includes(wrong)) return undefined
    for (const name of [one, other]) if (text.includes(name)) sharers.add(name)
    return Promise.resolve({ ok: 0, code: 2, codeName: 'BadValue', errmsg: REFUSED })
  }
}

/** Makes a job that is not stored yet. Its company, external id and title have the name of a caller. */
async function makeJob(name: string) {
  const id = await stores.jobs.nextId()
  return { ...makeStoredJob({ title: name }), id, companyId: name, externalId: name, slug: `${name}-${id}` }
}

test.each<[place: string, call: (name: string) => Promise<unknown>]>([
  ['creating a job', async (name) => stores.jobs.insert(await makeJob(name))],
  ['unpublishing a job', (name) => stores.jobs.unpublish({ companyId: name, externalId: name, mark })],
  ['finding a job', (name) => stores.jobs.findByExternalId(name, name)],
  ['finding the latest state of a job', (name) => stores.jobs.findLatest(name, name)],
  ['finding which job has an external id', (name) => stores.jobs.findHolder(name, name)],
  ['finding the job of a form', (name) => stores.jobs.findByForm(name, name)],
  ['finding a key', (name) => stores.apiKeys.findByHash(name)],
  ['finding a company', (name) => stores.companies.find(name)],
  ['finding a thumbnail', (name) => stores.companies.findThumbnails([name])],
  ['reading a mailbox', (name) => stores.mailboxes.read(name)],
  ['raising the watermark of a mailbox', (name) => stores.mailboxes.raiseWatermark(name, at)],
  [
    'reading the first page of candidates',
    (name) => stores.applications.list({ companyId: name, afterMs: 0, throughMs: 1 }, { page: 1, pageSize: 10 }),
  ],
])('%s fails alone if the database refuses its value, and no call that shares the command', async (_, call) => {
  refuseWrong()
  await expectWrongAlone(callers.map(call))
})

test('a mailbox that a shared command did not raise is raised, before its poll goes on', async () => {
  const raiseAll = (to: Date) => Promise.all(callers.map((name) => stores.mailboxes.raiseWatermark(name, to)))
  await raiseAll(new Date(0))
  // As a sharded cluster may do with a mailbox that moves to another shard.
  proxy.rule = ({ name, collection, body }) => {
    if (name !== 'update' || collection !== 'mailboxes') return undefined
    for (const { q } of body.updates) for (const id of q._id.$in) sharers.add(id)
    return Promise.resolve({ ok: 1, n: 0, nModified: 0 })
  }
  const raised = await raiseAll(at)
  expect(raised.map(({ watermark }) => watermark)).toEqual([at, at, at])
  expect([...sharers]).toEqual(callers)
})

async function expectWrongAlone(calls: Promise<unknown>[]): Promise<void> {
  const [one, wrong, other] = await Promise.allSettled(calls)
  expect(wrong).toMatchObject({ status: 'rejected', reason: { message: REFUSED } })
  expect([one, other]).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  expectShared()
}

/** Without this, each caller may have had a command of its own. */
const expectShared = () => expect([...sharers]).toEqual([callers[0], callers[2]])

test('changing a job fails alone', async () => {
  const jobs = await Promise.all(callers.map(makeJob))
  for (const job of jobs) await stores.jobs.insert(job)
  refuseWrong()
  await expectWrongAlone(jobs.map((job) => stores.jobs.replace(job, { ...job, status: 'UNPUBLISHED' }, mark)))
})

test('accepting an application fails alone', async () => {
  const metrics = createMetrics()
  const background = createBackground({ log, metrics })
  const mailbox = createMailbox({ ...stores, background, now: () => at.getTime(), log, metrics })
  const applicant = { firstName: '', lastName: 'B', email: 'a@example.com', phone: '', linkedinUrl: '', message: '' }
  const content = { ...applicant, cvId: null, contentDigest: '' }
  const accept = (id: string) =>
    mailbox.accept({ ...content, id, companyId: `cmp-${tests}`, jobId: 1, status: 'PENDING' })
  refuseWrong()
  // A first application is pushed alone. Those that come meanwhile wait for the next push.
  await Promise.all([accept(`first-${tests}`), expectWrongAlone(callers.map(accept))])
})

test('an update of one of several candidates fails alone', async () => {
  refuseWrong()
  const updates = callers.map((id) => ({ id, token: id, confirmedBy: 'key' }))
  const outcomes = await stores.applications.updateEach('company', updates)
  expect(outcomes).toEqual([false, expect.objectContaining({ message: REFUSED }), false])
  expectShared()
})

/** Records a row of each caller, and expects that the wrong one is lost alone. */
async function record<Row>(write: (rows: Row[]) => Promise<void>, makeRow: (name: string) => Row): Promise<void> {
  const losses: number[] = []
  const failures: unknown[] = []
  const recorder = createRecorder({
    write,
    what: 'rows',
    metrics: { activityLost: (count: number) => losses.push(count) },
    log: { warn: ({ err }: { err: unknown }) => failures.push(err) },
  })
  for (const name of callers) recorder.note(makeRow(name))
  await recorder.flush()
  expect(losses).toEqual([1])
  expect(failures).toMatchObject([{ message: REFUSED }])
}

test.each<[collection: string, recordAll: () => Promise<void>]>([
  [
    'apiRequests',
    () =>
      record(stores.requests.insertMany, (name) => ({
        companyId: name,
        keyId: name,
        requestId: name,
        at,
        operation: 'getMe',
        status: 200,
        durationMs: 1,
        errorMessage: null,
      })),
  ],
  [
    'applicationForms',
    () =>
      record(stores.forms.insertMany, (name) => ({
        companyId: name,
        jobId: 1,
        applicationId: null,
        requestId: name,
        traceId: null,
        at,
        outcome: 'refused' as const,
        reason: null,
        fields: [],
      })),
  ],
  [
    'keyChanges',
    () =>
      record(stores.keyChanges.insertMany, (name) => ({
        companyId: name,
        jobIds: [1],
        at,
        keyId: name,
        changes: [],
      })),
  ],
  ['jobDays', () => record(stores.views.add, (name) => ({ companyId: name, jobId: 1, at, what: 'views' as const }))],
])('a record of %s that the database refuses is lost alone', async (collection, recordAll) => {
  refuseWrong()
  await recordAll()
  const stored = await server.connection.db.collection(collection).find().toArray()
  expect(stored.map(({ companyId }) => companyId).toSorted()).toEqual([callers[0], callers[2]])
  expectShared()
})
