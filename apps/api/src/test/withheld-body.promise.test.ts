import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { suspendCompany } from '@boardwalk/core/job/company-suspension'
import { createKey } from '@boardwalk/core/key/service'
import { type Command, createGate } from '@boardwalk/mongo-proxy'
import { describe, expect, test } from 'vitest'
import { encodeForm, pdf } from './form.ts'
import { type TestCompany, useServer } from './harness.ts'
import { useProxiedProcess } from './proxied.ts'
import { signedInUser } from './user.ts'

/*
 * A request has no effect if its right is taken away while its body is on its way. A receives the request's head and waits
 * for the body. Then A itself, or B, another process, takes the right away and acknowledges it. Then the body is sent.
 */

const base = useServer()
const a = useProxiedProcess(base)
const b = useProxiedProcess(base)

const places = [
  ['another process', () => b],
  ['the same process', () => a],
] as const

/** Waits until A's database has answered a find of a collection, so that A has seen the current row. */
function onceRead(collection: string): Promise<void> {
  const { opened, open } = createGate()
  a.rule = (command: Command, carryOut) =>
    command.name === 'find' && command.collection === collection
      ? carryOut().finally(() => setImmediate(open))
      : undefined
  return opened
}

/** Sends a request's head to A, and its body once `sendBody` is called. */
function withhold(url: string, method: string, headers: Record<string, string>, body: string | Uint8Array) {
  const req = request(url, { method, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } })
  req.flushHeaders()
  const answered = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    // A server may refuse before the body came, and close the connection under it.
    req.on('response', async (res) => resolve({ status: res.statusCode, body: await text(res) })).on('error', reject)
  })
  answered.catch(() => {})
  return {
    sendBody() {
      if (!req.destroyed) req.end(body)
      return answered
    },
  }
}

const json = (body: unknown) => JSON.stringify(body)

/** Counts what a company has in the database, by collection. Collections that only record uses are left out. */
async function holdings({ id: companyId }: TestCompany) {
  const [jobs, applications, keys, users] = await Promise.all(
    ['jobs', 'applications', 'apiKeys', 'users'].map((name) =>
      base.connection.db.collection(name).countDocuments({ companyId }),
    ),
  )
  const mailbox = await base.connection.db
    .collection<{ _id: string; inbox: [] }>('mailboxes')
    .findOne({ _id: companyId })
  return { jobs, applications, keys, users, waiting: mailbox?.inbox.length ?? 0 }
}

describe.each(places)('a key that %s revokes', (_, getProcess) => {
  const job = () => ({ id: `new-${randomUUID()}`, title: 'Of a revoked key' })
  const requests = [
    ['POST /job', () => '/job', () => ({ job: job() })],
    ['PUT /job', (id: string) => `/job/${id}`, () => ({ job: { title: 'Of a revoked key' } })],
    [
      'POST /job/link',
      () => '/job/link',
      (platformJobId: number) => ({ links: [{ platformJobId, externalJobId: 'L' }] }),
    ],
  ] as const

  test.each(requests)('%s whose body comes later is refused, and stores nothing', async (name, path, body) => {
    const method = name.split(' ', 1)[0] ?? ''
    const company = await base.company()
    const id = `job-${randomUUID()}`
    await company.call('POST', '/job', { job: { id, title: 'As it was' } })
    const { jobId } = await company.boardJob()
    const jobs = () => base.connection.db.collection('jobs').find({ companyId: company.id }).sort({ _id: 1 }).toArray()
    const before = await jobs()
    const key = await createKey(base.deps, actAsOperator(company.id), { name: 'stolen', scopes: ['read', 'write'] })
    const { client } = await signedInUser(getProcess(), company)

    const isKeyRead = onceRead('apiKeys')
    const headers = { 'x-api-key': key.key, 'content-type': 'application/json' }
    const withheld = withhold(`${a.url}/api${path(id)}`, method, headers, json(body(jobId)))
    await isKeyRead
    await client.key.revoke.mutate({ id: key.id, name: 'stolen' })
    const answer = await withheld.sendBody()
    expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('api_key_invalid') })
    expect(await jobs()).toEqual(before)
  })
})

describe.each(places)('a session that ends on %s', (_, getProcess) => {
  const ways = ['signed out', 'was removed']
  test.each(ways)('because its person %s: a call whose body comes later is refused, and does nothing', async (way) => {
    const company = await base.company()
    const { cookie = '', email } = await signedInUser(a, company)
    const remover = await signedInUser(getProcess(), company)
    const { users } = await remover.client.user.list.query()
    const id = users.find((user) => user.email === email)?.id ?? ''
    const { client: elsewhere } = getProcess().backOffice(cookie)
    const { keys } = await holdings(company)
    const isUserRead = onceRead('users')
    const headers = { cookie, origin: a.url, 'content-type': 'application/json' }
    const body = json({ name: 'of an ended session', scopes: ['read', 'write'] })
    const withheld = withhold(`${a.url}/trpc/key.create`, 'POST', headers, body)
    await isUserRead
    await (way === 'signed out' ? elsewhere.session.signOut.mutate() : remover.client.user.remove.mutate({ id }))
    const refused = { status: 401, body: expect.stringContaining('sign_in_required') }
    expect(await withheld.sendBody()).toMatchObject(refused)
    expect(await holdings(company)).toMatchObject({ keys })
  })
})

/** Who takes a job off the site, and how. The operator suspends its company from a process of the command. */
const removers: [string, (company: TestCompany, externalId: string) => Promise<unknown>][] = [
  ...places.map(([name, getProcess]): (typeof removers)[number] => [
    name,
    async (company, externalId) =>
      expect((await getProcess().call(company, 'DELETE', `/job/${externalId}`)).status).toBe(200),
  ]),
  ['the operator', (company) => suspendCompany(base.deps, company)],
]

describe.each(removers)('a job that %s takes off the site', (_, takeOff) => {
  test('an apply form whose body comes later is refused like any later form', async () => {
    const company = await base.company()
    const id = `job-${randomUUID()}`
    const { body } = await company.call('POST', '/job', { job: { id, title: 'Soon gone' } })
    const before = await holdings(company)
    const whole = new Response(encodeForm({}, new Uint8Array(pdf)))
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const headers = { accept: 'application/json', 'content-type': whole.headers.get('content-type') ?? '' }
    const address = `${a.at(body.jobUrl)}/apply`

    const isJobRead = onceRead('jobs')
    const withheld = withhold(address, 'POST', headers, bytes)
    await isJobRead
    await takeOff(company, id)
    const answer = await withheld.sendBody()
    const later = await fetch(address, { method: 'POST', headers, body: bytes })
    const readCode = (text: string) => JSON.parse(text).error?.code
    expect({ status: answer.status, code: readCode(answer.body) }).toEqual({
      status: later.status,
      code: readCode(await later.text()),
    })
    expect(answer.status).toBe(410)
    expect(await holdings(company)).toEqual(before)
  })
})
