import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createGate, startMongoProxy } from '@boardwalk/mongo-proxy'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { connect } from '../db/connection.ts'
import { captureLog } from '../test/capture-log.ts'
import { whileFailing, whileReplaced } from '../test/failing-store.ts'
import { apply, pdf, trapFilled } from '../test/form.ts'
import { startTestServer, useServer } from '../test/harness.ts'
import { awayMailServer } from '../test/mail-server.ts'
import { readSample } from '../test/read-sample.ts'
import { serveMetrics } from './metrics.ts'

const { log, read } = captureLog('info')
const clock = { ms: Date.now() }
const server = useServer({ now: () => clock.ms, log })
let metricsServer: Server
let url: string
beforeAll(async () => {
  metricsServer = await serveMetrics(server.deps.metrics, { host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(metricsServer.address() as AddressInfo).port}`
})
afterAll(async () => {
  metricsServer.close()
  await once(metricsServer, 'close')
})

/** The value of a sample, as Prometheus would read it. */
async function sample(name: string): Promise<number> {
  return readSample(await (await fetch(`${url}/metrics`)).text(), name) || 0
}

it('counts requests by operation of the API or part of the site, and how long they took', async () => {
  const company = await server.company()
  await company.call('GET', '/jobs')
  await company.call('GET', '/job/none')
  const { jobUrl } = await company.boardJob()
  for (const path of [`/fr/companies/${company.slug}`, `/fr/companies/${company.slug}/feed.xml`, '/robots.txt'])
    await fetch(`${server.url}${path}`)
  await apply(jobUrl, { firstName: 'Zoé', lastName: 'El Amrani', email: 'zoe@example.com' })
  await fetch(`${server.url}/cv/${company.id}/none.pdf`)
  const count = (labels: string) => sample(`boardwalk_http_request_duration_seconds_count{${labels}}`)
  await expect.poll(() => count('operation="listJobs",method="GET",status="200"')).toBe(1)
  await expect.poll(() => count('operation="getJob",method="GET",status="404"')).toBe(1)
  await expect.poll(() => count('operation="page",method="GET",status="200"')).toBe(1)
  await expect.poll(() => count('operation="feed",method="GET",status="200"')).toBe(2)
  await expect.poll(() => count('operation="form",method="POST",status="201"')).toBe(1)
  await expect.poll(() => count('operation="cv",method="GET",status="403"')).toBe(1)
  await expect.poll(() => sample('boardwalk_http_requests_under_way')).toBe(0)
  await server.deps.recorder.flush()
  const { requests } = await server.deps.requests.list(company.id, {}, 10)
  const durationMs = requests.find(({ operation }) => operation === 'listJobs')?.durationMs
  const labels = 'operation="listJobs",method="GET",status="200"'
  const seconds = await sample(`boardwalk_http_request_duration_seconds_sum{${labels}}`)
  expect(Math.round(seconds * 1000)).toBe(durationMs)
})

it('counts a request outside the API by the part of the server at its address, never by a name that a caller chooses', async () => {
  const paths = ['/trpc/session.me', '/backoffice/jobs', '/backoffice/assets/none.js', '/constructor', '/__proto__']
  const count = (operation: string, status: number) =>
    sample(`boardwalk_http_request_duration_seconds_count{operation="${operation}",method="GET",status="${status}"}`)
  const countSite = () => Promise.all([count('feed', 200), count('feed', 404), count('form', 404), count('cv', 403)])
  const before = await countSite()
  const ofSite = ['/robots.txt', '/fr/companies/none/jobs.json', '/fr/companies/none/jobs/x-1/apply', '/cv/none/x.pdf']
  for (const path of ['/healthz', '/readyz', ...paths, ...ofSite, '/toString/x', '/api/nothing'])
    await fetch(`${server.url}${path}`)
  await expect.poll(() => count('back_office', 401)).toBe(1)
  await expect.poll(() => count('back_office', 404)).toBe(1)
  await expect.poll(() => count('page', 404)).toBe(3)
  await expect.poll(() => count('api', 404)).toBe(1)
  await expect.poll(countSite).toEqual(before.map((requests) => requests + 1))
  // They were asked for first. The clock stands still, so the server may be ready or not.
  expect((await count('health', 200)) + (await count('health', 503))).toBe(2)
  const text = await (await fetch(`${url}/metrics`)).text()
  const operations = new Set([...text.matchAll(/operation="([^"]*)"/g)].map(([, name]) => name))
  for (const name of operations) expect(name).toMatch(/^(api|page|form|feed|cv|back_office|health|[a-z]+[A-Z]\w+)$/)
})

/** Counts the requests that ended with a status, whatever part of the server they were for. */
async function countStatus(status: number): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = text.matchAll(/^boardwalk_http_request_duration_seconds_count\{.*status="(\d+)".*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, of, count]) => sum + (Number(of) === status ? Number(count) : 0), 0)
}

it('counts a request whose caller has gone before the answer as 499, in the log too, and never as a success', async () => {
  const company = await server.company()
  const { jobs } = server.deps
  const asked = createGate()
  const goOn = createGate()
  const { list } = jobs
  const held: typeof list = async (...args) => {
    asked.open()
    await goOn.opened
    return list(...args)
  }
  const goAway = async (path: string, headers: Record<string, string>) => {
    const gone = new AbortController()
    const ask = fetch(`${server.url}${path}`, { headers, signal: gone.signal })
    await asked.opened
    gone.abort()
    await expect(ask).rejects.toThrow('aborted')
  }
  const count = (status: number) =>
    sample(`boardwalk_http_request_duration_seconds_count{operation="listJobs",method="GET",status="${status}"}`)
  const successes = await count(200)
  await whileReplaced(jobs, { list: held }, async () => {
    await goAway('/api/jobs', { 'x-api-key': company.key })
    await expect.poll(() => sample('boardwalk_http_requests_under_way')).toBe(0)
    goOn.open()
  })
  expect([await count(499), await count(200)]).toEqual([1, successes])
  const told = read().filter(({ operation, status }) => operation === 'listJobs' && status === 499)
  expect(told).toMatchObject([{ status: 499, isFinished: false }])
})

it('counts an answer that the server broke off as a failure, although its head says 200', async () => {
  const company = await server.company()
  const { jobUrl } = await company.boardJob()
  await apply(jobUrl, {}, pdf)
  const { cv } = (await company.call('GET', '/candidates')).body.candidates[0]
  const [before, code] = [await countStatus(500), 'boardwalk_http_failures_total{code="internal"}']
  const failures = await sample(code)
  async function* broken() {
    yield Buffer.from('%PDF-')
    throw new Error('the database is away')
  }
  await whileReplaced(server.deps.cvs, { open: async () => Readable.from(broken()) }, async () => {
    await expect(fetch(cv).then((res) => res.text())).rejects.toThrow('terminated')
  })
  await expect.poll(() => sample('boardwalk_http_requests_under_way')).toBe(0)
  expect(await countStatus(500)).toBe(before + 1)
  expect(await sample(code)).toBe(failures + 1)
})

it('counts a request for which all connections to the database were in use apart from an overload, and logs it as an error', async () => {
  const company = await server.company()
  const failures = (code: string) => sample(`boardwalk_http_failures_total{code="${code}"}`)
  const logged = () => read().filter(({ msg, code }) => msg === 'request failed' && code === 'database_busy')
  const before = [await failures('overloaded'), await failures('database_busy'), logged().length]
  // One connection, which a request holds. The start of the server waits for it too, and longer on a busy machine.
  const proxy = await startMongoProxy(inject('mongodbUri'))
  const connection = await connect(
    `${proxy.uri}&maxPoolSize=1&waitQueueTimeoutMS=1000`,
    server.connection.db.databaseName,
  )
  const narrow = await startTestServer(connection, {
    ...{ log, metrics: server.deps.metrics },
  })
  await narrow.deps.background.settled()
  const isHeld = createGate()
  const goOn = createGate()
  proxy.rule = ({ name, collection }, carryOut) => {
    if (name !== 'find' || collection !== 'apiKeys') return undefined
    isHeld.open()
    return goOn.opened.then(carryOut)
  }
  const ask = (path: string) => fetch(`${narrow.url}${path}`, { headers: { 'x-api-key': company.key } })
  const first = ask('/api/jobs')
  await isHeld.opened
  const busy = await ask(new URL((await company.boardJob()).jobUrl).pathname)
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1'])
  expect([await failures('overloaded'), await failures('database_busy')]).toEqual([before[0], Number(before[1]) + 1])
  expect(logged()).toHaveLength(Number(before[2]) + 1)
  expect(logged().at(-1)).toMatchObject({ level: 50, err: { name: 'MongoWaitQueueTimeoutError' } })
  goOn.open()
  // Its other calls compete with the process's own for the connection, so its answer is not certain.
  await first
  proxy.rule = undefined
  await narrow.stop()
  await connection.close()
  await proxy.stop()
})

it('counts what a poll finds waiting in the mailbox', async () => {
  const company = await server.company()
  const { jobUrl } = await company.boardJob()
  await apply(jobUrl, { firstName: 'Zoé', lastName: 'El Amrani', email: 'zoe@example.com' })
  const before = await sample('boardwalk_mailbox_depth_count')
  await company.call('GET', '/candidates')
  expect(await sample('boardwalk_mailbox_depth_count')).toBe(before + 1)
})

it('tells how many applications wait, and how long the oldest of them has waited', async () => {
  const company = await server.company()
  const { jobUrl } = await company.boardJob()
  // While the store fails, applications cannot be delivered and wait in the mailbox.
  await whileFailing(server.deps.applications, 'insertNew', async () => {
    for (const lastName of ['Oldest', 'Between', 'Youngest']) {
      await apply(jobUrl, { firstName: 'Zoé', lastName, email: 'zoe@example.com' })
      clock.ms += 100_000
    }
  })
  // Nobody has polled yet. Another process measures the mailboxes as soon as it starts.
  const other = await startTestServer(server.connection, { now: () => clock.ms })
  const readOther = async (name: string) => readSample(await other.deps.metrics.text(), name)
  await expect.poll(() => readOther('boardwalk_mailbox_waiting')).toBe(3)
  expect(Math.round((await readOther('boardwalk_mailbox_oldest_seconds')) / 100)).toBe(3)
  expect(await sample('boardwalk_background_failures_total{work="deliver accepted applications"}')).toBe(3)
  const before = await sample('boardwalk_mailbox_age_seconds_sum')
  const depthBefore = await sample('boardwalk_mailbox_depth_sum')
  await company.call('GET', '/candidates')
  const waited = (await sample('boardwalk_mailbox_age_seconds_sum')) - before
  expect((await sample('boardwalk_mailbox_depth_sum')) - depthBefore).toBe(3)
  // Rounded to 100 seconds, because dates may be some ms ahead.
  expect(Math.round(waited / 100)).toBe(3)
  await other.deps.mailbox.measure()
  expect(await readOther('boardwalk_mailbox_waiting')).toBe(0)
  expect(await readOther('boardwalk_mailbox_oldest_seconds')).toBe(0)
  await other.stop()
})

it('counts each application that it accepts once, however often its form is sent', async () => {
  const company = await server.company()
  const { jobUrl } = await company.boardJob()
  const before = await sample('boardwalk_applications_accepted_total')
  const formId = randomUUID()
  for (let times = 0; times < 2; times++)
    await apply(jobUrl, { firstName: 'Zoé', lastName: 'El Amrani', email: 'zoe@example.com', formId })
  expect(await sample('boardwalk_applications_accepted_total')).toBe(before + 1)
})

it('counts each form by what became of it', async () => {
  const company = await server.company()
  const { jobUrl } = await company.boardJob()
  const outcomes = ['accepted', 'repeated', 'held', 'refused'] as const
  const read = () =>
    Promise.all(outcomes.map((outcome) => sample(`boardwalk_application_forms_total{outcome="${outcome}"}`)))
  const before = await read()
  const formId = randomUUID()
  const forms: Record<string, string>[] = [
    { formId, lastName: '' },
    { formId },
    { formId },
    trapFilled,
    { lastName: '' },
  ]
  for (const fields of forms) await apply(jobUrl, fields)
  expect((await read()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 2])
})

it('counts no refusal of a caller’s mistake as a failure', async () => {
  const company = await server.company()
  await company.call('GET', '/job/none')
  await expect.poll(() => sample('boardwalk_http_requests_under_way')).toBe(0)
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toMatch(/^boardwalk_http_request_duration_seconds_count\{.*status="404"/m)
  expect(text).not.toMatch(/^boardwalk_http_failures_total\{code="(?!internal|database_)/m)
})

it('counts work in the background that failed, and activity that was lost', async () => {
  const company = await server.company()
  const lost = await sample('boardwalk_activity_lost_total')
  await server.deps.recorder.flush()
  await whileFailing(server.deps.requests, 'insertMany', async () => {
    await company.call('GET', '/jobs')
    await expect.poll(() => sample('boardwalk_activity_lost_total')).toBe(lost + 1)
  })
  let known = ''
  const readKnown = async () => {
    known = await server.deps.metrics.text()
    throw new Error('no')
  }
  server.deps.background.run('fail on purpose', readKnown)
  await server.deps.background.settled()
  // Prometheus notices no rise of a count that was not there before.
  expect(known).toContain('boardwalk_background_failures_total{work="fail on purpose"} 0')
  expect(await sample('boardwalk_background_failures_total{work="fail on purpose"}')).toBe(1)
})

it('counts each limit and each work in the background from the start, because Prometheus notices no rise of a new count', async () => {
  const started = await startTestServer(server.connection, { mail: () => awayMailServer })
  const text = await started.deps.metrics.text()
  await started.stop()
  const read = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}\\{\\w+="(.*)"\\} `, 'gm'))].map(([, of]) => of).sort()
  expect(read('boardwalk_refusals_total')).toEqual([
    ...['applications', 'kept-cv-address', 'kept-cv-company', 'mail-caller', 'mail-confirmation', 'mail-invitation'],
    ...['mail-password', 'requests-at-once', 'sign-in-account', 'sign-in-address', 'sign-in-code', 'sign-in-known'],
    ...['sign-in-pair', 'wrong-keys'],
  ])
  expect(read('boardwalk_background_failures_total')).toEqual([
    ...['deliver accepted applications', 'erase expired applications', 'find out how much space is free'],
    ...['find out whether the process is ready', 'measure what waits in the mailboxes', 'remove abandoned CVs'],
    'send the mails of the outbox',
  ])
})

it('says which version runs', async () => {
  const node = process.versions.node
  expect(await sample(`boardwalk_build_info{version="${manifest.version}",node="${node}"}`)).toBe(1)
})

it('the metrics contain no company, key, person or address, and are not on the public port', async () => {
  const company = await server.company()
  const { jobUrl } = await company.boardJob()
  await apply(jobUrl, { firstName: 'Zoé', lastName: 'El Amrani', email: 'zoe@example.com' })
  await company.call('GET', '/candidates')
  const text = await (await fetch(`${url}/metrics`)).text()
  for (const secret of [company.id, company.slug, company.key, 'Amrani', 'zoe@', '127.0.0.1'])
    expect(text).not.toContain(secret)
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  expect((await fetch(url)).status).toBe(404)
})

it('the metrics have the content type by which Prometheus knows their format', async () => {
  const { headers } = await fetch(`${url}/metrics`)
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
})

it('an address for the metrics that this machine does not have is named with the setting to change', async () => {
  // The addresses of this network belong to nobody (RFC 5737).
  await expect(serveMetrics(server.deps.metrics, { host: '192.0.2.1', port: 0 })).rejects.toThrow(
    'Metrics cannot be served on 192.0.2.1:0, because this machine does not have the address (EADDRNOTAVAIL): set another METRICS_PORT',
  )
})
