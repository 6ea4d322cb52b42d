import { randomUUID } from 'node:crypto'
import {
  type Command,
  connectionLost,
  type FailoverCode,
  failoverCodes,
  failoverError,
  type Rule,
} from '@boardwalk/mongo-proxy'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createKey } from '../feature/api-key/service.ts'
import { operatorOf } from '../feature/audit/service.ts'
import { inviteUser } from '../feature/user/service.ts'
import { password, secretOf, signedInAdministrator } from './administrator.ts'
import { apply, pdf } from './form.ts'
import { type Answer, type TestCompany, useServer } from './harness.ts'
import { useProxiedServer } from './proxied.ts'

/*
 * A failover costs a caller a moment and no error: whichever one command of an operation the database refuses, or
 * carries out without an answer, the operation answers what it answers otherwise, and what it does is done once. A runs
 * the operations; `base`, whose database nothing happens to, makes what they need and looks at what they did.
 */

const base = useServer()
const a = useProxiedServer(base)

/** Runs the one request that is tried, while its commands are watched. */
type Tried = <Result>(request: () => Promise<Result>) => Promise<Result>

/** Makes new things, tries one request with them, and checks the answer and what is stored. */
type Operation = (tried: Tried) => Promise<void>

const operations = new Map<string, Operation>()
const operation = (name: string, run: Operation) => operations.set(name, run)

/* What is done to one command. */

type Fault = (...request: Parameters<Rule>) => Promise<Awaited<ReturnType<Rule>> & {}>

const refused =
  (code: FailoverCode, isLabelled: boolean): Fault =>
  async (command) =>
    failoverError(command, code, { isLabelled })
const carriedOut =
  (code: FailoverCode, isLabelled: boolean): Fault =>
  async (command, carryOut) => {
    await carryOut()
    return failoverError(command, code, { isLabelled })
  }
const lost: Fault = async () => connectionLost
const lostAnswer: Fault = async (_, carryOut) => {
  await carryOut()
  return connectionLost
}

const faults: Record<string, Fault> = {
  '10107, unlabelled': refused(10107, false),
  '11602 after it was carried out, unlabelled': carriedOut(11602, false),
  'a lost answer': lostAnswer,
}
const allFaults: Record<string, Fault> = { 'a lost command': lost, 'a lost answer': lostAnswer }
for (const code of failoverCodes) {
  for (const isLabelled of [true, false]) {
    const label = isLabelled ? 'labelled' : 'unlabelled'
    allFaults[`${code}, ${label}`] = refused(code, isLabelled)
    allFaults[`${code} after it was carried out, ${label}`] = carriedOut(code, isLabelled)
  }
}

/* The walk. */

/** Commands that no request waits for: the record of requests, and notes of a key's use. */
function isBackground({ collection, body }: Command): boolean {
  return collection === 'apiRequests' || (collection === 'apiKeys' && JSON.stringify(body).includes('"lastUsedAt"'))
}

/** Names each command by its name, its collection, and how many like it came before; undefined for those of no request. */
function createNaming() {
  const counts = new Map<string, number>()
  return (command: Command): string | undefined => {
    if (command.collection === undefined || isBackground(command)) return undefined
    const kind = `${command.name} ${command.collection}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind} ${count}`
  }
}

const watched =
  (rule: Rule): Tried =>
  async (request) => {
    a.rule = rule
    try {
      return await request()
    } finally {
      a.rule = undefined
      await a.deps().background.settled()
    }
  }

/** The commands of an operation, from its request to its answer. */
async function commandsOf(run: Operation): Promise<string[]> {
  const names: string[] = []
  const nameOf = createNaming()
  await run(
    watched((command) => {
      const name = nameOf(command)
      if (name !== undefined) names.push(name)
      return undefined
    }),
  )
  return names
}

/** Runs an operation and does this to the one command; says whether it came. */
async function hit(run: Operation, commandName: string, fault: Fault): Promise<boolean> {
  const nameOf = createNaming()
  let isHit = false
  await run(
    watched((command, carryOut) => {
      if (isHit || nameOf(command) !== commandName) return undefined
      isHit = true
      return fault(command, carryOut)
    }),
  )
  return isHit
}

/** What runs after the answer, such as the settling of a CV, may come too late once. */
const TRIES = 3

async function walk(run: Operation, faults: Record<string, Fault>): Promise<void> {
  const [first, second] = [await commandsOf(run), await commandsOf(run)]
  const commands = first.filter((name) => second.includes(name))
  const broken: string[] = []
  const missed: string[] = []
  for (const name of commands) {
    for (const [faultName, fault] of Object.entries(faults)) {
      try {
        let isHit = false
        for (let tries = 0; tries < TRIES && !isHit; tries++) isHit = await hit(run, name, fault)
        if (!isHit) missed.push(name)
      } catch (error) {
        broken.push(`${name}: ${faultName}: ${String(error).split('\n', 1)[0]}`)
      }
    }
  }
  expect(commands.length).toBeGreaterThan(0)
  expect({ broken, missed }).toEqual({ broken: [], missed: [] })
}

afterEach(() => {
  a.rule = undefined
})

/* The integration API. */

const newId = () => `id-${randomUUID()}`
const jobs = () => base.connection.collection('jobs')
const jobsOf = (company: TestCompany) => jobs().find({ companyId: company.id }).sort({ _id: 1 }).toArray()

/** A job that was made at a server, which remembers it. */
async function jobMadeBy(call: (company: TestCompany, ...request: Parameters<TestCompany['call']>) => Promise<Answer>) {
  const company = await base.company()
  const id = newId()
  const { body } = await call(company, 'POST', '/job', { job: { id, title: 'Before' } })
  return { company, id, jobId: body.jobId as number, jobUrl: body.jobUrl as string }
}
const jobOfA = () => jobMadeBy(a.call)
const jobOfBase = () => jobMadeBy(({ key }, ...request) => base.call(key, ...request))

/** Makes A ask the database for the next job's id. */
const takeIdsAnew = () => a.deps().jobs.skipIds(1)

operation('POST /job', async (tried) => {
  const company = await base.company()
  const id = newId()
  await takeIdsAnew()
  const { status, body } = await tried(() => a.call(company, 'POST', '/job', { job: { id, title: 'New' } }))
  expect({ status, error: body.error }).toEqual({ status: 200, error: null })
  expect(await jobsOf(company)).toMatchObject([{ _id: body.jobId, externalKey: id, revision: 1 }])
})

operation('PUT /job, which creates it', async (tried) => {
  const company = await base.company()
  const id = newId()
  await takeIdsAnew()
  const { status, body } = await tried(() => a.call(company, 'PUT', `/job/${id}`, { job: { title: 'New' } }))
  expect({ status, error: body.error }).toEqual({ status: 201, error: null })
  expect(await jobsOf(company)).toMatchObject([{ _id: body.jobId, externalKey: id, revision: 1 }])
})

operation('PUT /job, which updates it', async (tried) => {
  const { company, id } = await jobOfBase()
  const { status } = await tried(() => a.call(company, 'PUT', `/job/${id}`, { job: { title: 'After' } }))
  expect(status).toBe(200)
  expect(await jobsOf(company)).toMatchObject([{ fields: { title: 'After' }, revision: 2 }])
})

operation('PUT /job, which updates one that is remembered', async (tried) => {
  const { company, id } = await jobOfA()
  const { status } = await tried(() => a.call(company, 'PUT', `/job/${id}`, { job: { title: 'After' } }))
  expect(status).toBe(200)
  expect(await jobsOf(company)).toMatchObject([{ fields: { title: 'After' }, revision: 2 }])
})

operation('PUT /jobs', async (tried) => {
  const { company, id } = await jobOfBase()
  const same = newId()
  await company.call('POST', '/job', { job: { id: same, title: 'Same' } })
  const sent = [
    { id, title: 'After' },
    { id: same, title: 'Same' },
    { id: newId(), title: 'New' },
  ]
  await takeIdsAnew()
  const { status, body } = await tried(() => a.call(company, 'PUT', '/jobs', { jobs: sent }))
  expect(status).toBe(200)
  expect(body.results).toMatchObject([{ status: 'updated' }, { status: 'unchanged' }, { status: 'created' }])
  const titles = (await jobsOf(company)).map(({ fields, revision }) => [fields.title, revision])
  expect(titles.sort()).toEqual([
    ['After', 2],
    ['New', 1],
    ['Same', 1],
  ])
})

operation('DELETE /job', async (tried) => {
  const { company, id } = await jobOfBase()
  expect((await tried(() => a.call(company, 'DELETE', `/job/${id}`))).status).toBe(200)
  expect(await jobsOf(company)).toMatchObject([{ status: 'UNPUBLISHED', revision: 2 }])
})

operation('GET /job', async (tried) => {
  const { company, id, jobId } = await jobOfBase()
  const { status, body } = await tried(() => a.call(company, 'GET', `/job/${id}`))
  expect({ status, jobId: body.job?.jobId }).toEqual({ status: 200, jobId })
})

operation('GET /jobs', async (tried) => {
  const { company } = await jobOfBase()
  const { status, body } = await tried(() => a.call(company, 'GET', '/jobs'))
  expect({ status, jobs: body.jobs?.length }).toEqual({ status: 200, jobs: 1 })
})

interface Row {
  _id: string
}
const applications = () => base.connection.collection<Row>('applications')
const applicationsOf = ({ id: companyId }: Pick<TestCompany, 'id'>) => applications().find({ companyId }).toArray()

/** A job with one application. */
async function applied(cv?: Buffer<ArrayBuffer>) {
  const job = await jobOfBase()
  const { body } = await apply(job.jobUrl, {}, cv)
  await base.deps.background.settled()
  return { ...job, applicationId: body.id as string }
}

/** The same, but its application still waits in the mailbox. */
async function appliedAndWaiting() {
  const job = await applied()
  const [row] = await applicationsOf(job.company)
  if (row === undefined) throw new Error('somebody has just applied')
  const mailboxes = base.connection.collection<{ _id: string; inbox: Row[] }>('mailboxes')
  await mailboxes.updateOne({ _id: job.company.id }, { $push: { inbox: row } })
  await applications().deleteOne({ _id: row._id })
  return job
}

for (const [state, make] of [
  ['which are delivered', applied],
  ['which wait in the mailbox', appliedAndWaiting],
] as const) {
  const polls = { 'of a job': (id: string) => `/job/${id}/candidates`, 'of all jobs': () => '/candidates' }
  for (const [scope, path] of Object.entries(polls)) {
    operation(`a poll of candidates ${scope}, ${state}`, async (tried) => {
      const { company, id, applicationId } = await make()
      const { status, body } = await tried(() => a.call(company, 'GET', path(id)))
      expect({ status, total: body.total }).toEqual({ status: 200, total: 1 })
      expect(body.candidates).toMatchObject([{ id: applicationId, offerId: id }])
      expect(await applicationsOf(company)).toHaveLength(1)
    })
  }
}

operation('POST /job/link', async (tried) => {
  const company = await base.company()
  const { jobId } = await company.boardJob()
  const links = [{ platformJobId: jobId, externalJobId: newId() }]
  const { status, body } = await tried(() => a.call(company, 'POST', '/job/link', { links }))
  expect(status).toBe(200)
  expect(body.results).toMatchObject([{ status: 'linked' }])
  expect(await jobsOf(company)).toMatchObject([{ externalKey: links[0]?.externalJobId, revision: 2 }])
})

/* The back office, by one administrator of one company. */

let company: TestCompany
let administrator: Awaited<ReturnType<typeof signedInAdministrator>>
beforeAll(async () => {
  company = await base.company()
  administrator = await signedInAdministrator(a, company)
})

/** What the audit trail says of something. */
async function auditOf(target: string): Promise<string[]> {
  const { events } = await base.deps.auditEvents.list(company.id, undefined, 1000)
  return events.filter((event) => event.target === target).map(({ action }) => action)
}

/** A new application to the administrator's company. */
async function appliedHere(cv?: Buffer<ArrayBuffer>) {
  const { jobId, jobUrl } = await company.boardJob()
  const { body } = await apply(jobUrl, { email: `${randomUUID()}@example.com` }, cv)
  await base.deps.background.settled()
  return { jobId, id: body.id as string }
}

const newKey = () =>
  createKey(base.deps, operatorOf(company.id), { name: `key-${randomUUID()}`, scopes: ['read', 'write'] })
const keysNamed = async (name: string) => (await base.deps.apiKeys.list(company.id)).filter((key) => key.name === name)
const worksWith = async (key: string) => (await base.call(key, 'GET', '/jobs')).status

operation('signing in', async (tried) => {
  const { email } = administrator
  const browser = a.backOffice()
  await tried(() => browser.client.session.signIn.mutate({ email, password }))
  expect(await browser.client.session.me.query()).toMatchObject({ email })
})

operation('the list of applications', async (tried) => {
  const { jobId, id } = await appliedHere()
  const list = await tried(() => administrator.client.application.list.query({ jobId }))
  expect(list).toMatchObject({ total: 1, applications: [{ id }] })
})

operation('setting a status', async (tried) => {
  const { id } = await appliedHere()
  await tried(() => administrator.client.application.setStatus.mutate({ id, status: 'HIRED' }))
  expect(await applications().findOne({ _id: id })).toMatchObject({ status: 'HIRED' })
})

operation('erasing', async (tried) => {
  const { id } = await appliedHere(pdf)
  const answer = await tried(() => administrator.client.application.erase.mutate({ id, allOfPerson: true }))
  expect(answer).toEqual({ erased: [id], othersOfPerson: 0 })
  expect(await applications().findOne({ _id: id })).toMatchObject({ erasedAt: expect.any(Date), cvId: null })
  expect(await base.connection.collection('cvs.files').countDocuments({ 'metadata.applicationId': id })).toBe(0)
  expect(await auditOf(id)).toEqual(['application_erased'])
})

operation('making a key', async (tried) => {
  const name = `key-${randomUUID()}`
  const made = await tried(() => administrator.client.key.create.mutate({ name, scopes: ['read'] }))
  expect(await worksWith(made.key)).toBe(200)
  expect(await keysNamed(name)).toHaveLength(1)
  expect(await auditOf(name)).toEqual(['key_created'])
})

operation('revoking a key', async (tried) => {
  const { id, name, key } = await newKey()
  await tried(() => administrator.client.key.revoke.mutate({ id, name }))
  expect(await worksWith(key)).toBe(403)
  expect(await auditOf(name)).toEqual(['key_revoked', 'key_created'])
})

operation('rolling a key', async (tried) => {
  const { id, name, key } = await newKey()
  const made = await tried(() => administrator.client.key.roll.mutate({ id, revokeOldInHours: 0 }))
  expect([await worksWith(made.key), await worksWith(key)]).toEqual([200, 403])
  expect(await keysNamed(name)).toHaveLength(2)
  expect(await auditOf(name)).toEqual(['key_rolled', 'key_created'])
})

operation('giving a job an external id', async (tried) => {
  const { jobId } = await company.boardJob()
  const externalId = newId()
  const answer = await tried(() => administrator.client.job.setExternalId.mutate({ jobId, revision: 1, externalId }))
  expect(answer).toEqual({ revision: 2 })
  expect(await jobs().findOne({ externalKey: externalId })).toMatchObject({ _id: jobId, revision: 2 })
  expect((await auditOf(String(jobId))).filter((action) => action === 'external_id_changed')).toHaveLength(1)
})

operation('making a job', async (tried) => {
  const title = `Made ${randomUUID()}`
  await takeIdsAnew()
  const { jobId } = await tried(() => administrator.client.job.create.mutate({ job: { title } }))
  const there = await jobs().find({ companyId: company.id, 'fields.title': title }).toArray()
  expect(there).toMatchObject([{ _id: jobId, revision: 1 }])
})

operation('editing a job', async (tried) => {
  const { jobId } = await company.boardJob()
  const answer = await tried(() =>
    administrator.client.job.update.mutate({ jobId, revision: 1, job: { title: 'After' } }),
  )
  expect(answer).toEqual({ revision: 2 })
  expect(await base.deps.jobs.findById(company.id, jobId)).toMatchObject({ revision: 2, fields: { title: 'After' } })
})

operation('inviting somebody', async (tried) => {
  const email = `${randomUUID()}@example.com`
  const invitation = await tried(() => administrator.client.user.invite.mutate({ email }))
  const link = secretOf(invitation)
  expect(await administrator.client.session.checkLink.query({ link })).toEqual({ email })
  expect(await base.connection.collection('users').countDocuments({ email })).toBe(1)
  expect(await auditOf(email)).toEqual(['user_invited'])
})

operation('removing somebody', async (tried) => {
  const email = `${randomUUID()}@example.com`
  await inviteUser(base.deps, operatorOf(company.id), { email })
  const id = (await base.deps.users.findByEmail(email))?.id ?? ''
  await tried(() => administrator.client.user.remove.mutate({ id }))
  expect(await base.deps.users.findByEmail(email)).toBeUndefined()
  expect(await auditOf(email)).toEqual(['user_removed', 'user_invited'])
})

operation('choosing a password by a link', async (tried) => {
  const email = `${randomUUID()}@example.com`
  const link = secretOf(await inviteUser(base.deps, operatorOf(company.id), { email }))
  const browser = a.backOffice()
  await tried(() => browser.client.session.setPassword.mutate({ link, password }))
  expect(await browser.client.session.me.query()).toMatchObject({ email })
  expect(await auditOf(email)).toEqual(['password_set', 'user_invited'])
})

operation('changing the company’s profile', async (tried) => {
  const description = `Bienvenue ${randomUUID()}`
  expect(await tried(() => administrator.client.company.update.mutate({ description }))).toMatchObject({ description })
  expect(await administrator.client.company.get.query()).toMatchObject({ description })
})

/* The public site. */

for (const [kind, cv] of [
  ['without a CV', undefined],
  ['with a CV', pdf],
] as const) {
  operation(`an application ${kind}`, async (tried) => {
    const { company, jobUrl } = await jobOfBase()
    const { status, body } = await tried(() => apply(a.at(jobUrl), {}, cv))
    expect(status).toBe(201)
    const polled = await company.call('GET', '/candidates')
    expect(polled.body).toMatchObject({ total: 1, candidates: [{ id: body.id, date: body.date }] })
    expect((await base.storedCvs(company.id)).files).toBe(cv === undefined ? 0 : 1)
    if (cv !== undefined) expect((await fetch(polled.body.candidates[0].cv)).status).toBe(200)
  })
}

async function read(url: string) {
  const res = await fetch(url)
  return { status: res.status, bytes: Buffer.from(await res.arrayBuffer()) }
}

const pages = {
  'the page of a job': ({ pathname }: URL) => pathname,
  'the page of a company': ({ pathname }: URL) => pathname.replace(/\/jobs\/.*/, ''),
  'the feed of a company': ({ pathname }: URL) => pathname.replace(/\/jobs\/.*/, '/feed.xml'),
}
for (const [name, pathOf] of Object.entries(pages)) {
  operation(name, async (tried) => {
    const { jobUrl } = await jobOfBase()
    const { status, bytes } = await tried(() => read(`${a.url}${pathOf(new URL(jobUrl))}`))
    expect({ status, hasJob: bytes.includes('Before') }).toEqual({ status: 200, hasJob: true })
  })
}

operation('the download of a CV', async (tried) => {
  const { company } = await applied(pdf)
  const { cv } = (await company.call('GET', '/candidates')).body.candidates[0]
  const { pathname, search } = new URL(cv)
  const { status, bytes } = await tried(() => read(`${a.url}${pathname}${search}`))
  expect({ status, isWhole: bytes.equals(pdf) }).toEqual({ status: 200, isWhole: true })
})

const ALL = new Set(['PUT /job, which updates it', 'POST /job', 'GET /job'])

test.each([...operations])('%s: one command that fails costs no error', async (name, run) => {
  await walk(run, ALL.has(name) ? allFaults : faults)
})
