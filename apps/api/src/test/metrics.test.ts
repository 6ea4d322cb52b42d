import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { serveMetrics } from '../http/health.ts'
import { captureLog } from './capture-log.ts'
import { whileFailing } from './failing-store.ts'
import { apply } from './form.ts'
import { startTestServer, type TestCompany, useServer } from './harness.ts'
import { readSample } from './read-sample.ts'

const { log } = captureLog('info')
const clock = { ms: Date.now() }
const server = useServer({ now: () => clock.ms, log })
let company: TestCompany
let jobUrl: string
let url: string
beforeAll(async () => {
  const metricsServer = await serveMetrics(server.deps.metrics, { host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(metricsServer.address() as AddressInfo).port}`
  company = await server.company()
  jobUrl = (await company.boardJob()).jobUrl
  return async () => {
    metricsServer.close()
    await once(metricsServer, 'close')
  }
})

const readAll = async () => (await fetch(`${url}/metrics`)).text()

/** The value of a sample, as Prometheus would read it. */
const sample = async (name: string) => readSample(await readAll(), name) || 0

it('the dashboard asks only for metrics that exist, and for each of our own', async () => {
  const dashboard = JSON.parse(
    await readFile(new URL('../../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8'),
  )
  const asked: string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(boardwalk|nodejs|process)_\w+/g) ?? []),
  )
  // Those of the core and of all parts.
  const names = server.deps.metrics.names()
  const isThere = (name: string) => names.includes(name) || names.includes(name.replace(/_(bucket|count|sum)$/, ''))
  expect(asked.filter((name) => !isThere(name))).toStrictEqual([])
  const own = names.filter((name) => name.startsWith('boardwalk_'))
  expect(own.filter((name) => !asked.some((one) => one.startsWith(name)))).toStrictEqual([])
})

it('counts requests by operation of the API or part of the server, never by a name that a caller chooses', async () => {
  for (const path of ['/jobs', '/job/none']) await company.call('GET', path)
  await apply(jobUrl)
  const paths = [
    `/fr/companies/${company.slug}`,
    '/robots.txt',
    '/fr/companies/none/jobs.json',
    '/cv/none/x.pdf',
    '/healthz',
    '/trpc/session.me',
    '/backoffice/assets/none.js',
    '/constructor',
    '/__proto__',
    '/toString/x',
    '/api/nothing',
  ]
  for (const path of paths) await fetch(`${server.url}${path}`)
  const expected = {
    'GET listJobs 200': 1,
    'GET getJob 404': 1,
    'POST form 201': 1,
    'GET page 200': 1,
    'GET page 404': 3,
    'GET feed 200': 1,
    'GET feed 404': 1,
    'GET cv 403': 1,
    'GET health 200': 1,
    'GET api 404': 1,
    'GET back_office 401': 1,
    'GET back_office 404': 1,
  }
  const countAll = async () =>
    Object.fromEntries(
      [
        ...(await readAll()).matchAll(
          /duration_seconds_count\{operation="(\w+)",method="(\w+)",status="(\d+)"\} (\d+)/g,
        ),
      ].map(([, operation, method, status, count]) => [`${method} ${operation} ${status}`, Number(count)]),
    )
  await expect.poll(countAll).toEqual(expected)
  await expect.poll(() => sample('boardwalk_http_requests_under_way')).toBe(0)
  // A refusal of a caller's mistake is no failure.
  expect(await readAll()).not.toMatch(/^boardwalk_http_failures_total\{code="(?!internal|database_)/m)
})

it('tells how many applications wait, and how long the oldest of them has waited', async () => {
  const waiting = await server.company()
  const { jobUrl } = await waiting.boardJob()
  // While the store fails, applications cannot be delivered and wait in the mailbox.
  await whileFailing(server.deps.applications, 'insertNew', async () => {
    for (const lastName of ['Oldest', 'Between', 'Youngest']) {
      await apply(jobUrl, { lastName })
      clock.ms += 100_000
    }
  })
  // Another process measures the mailboxes as soon as it starts.
  const other = await startTestServer(server.connection, { now: () => clock.ms })
  const readOther = async (name: string) => readSample(await other.deps.metrics.text(), name)
  await expect.poll(() => readOther('boardwalk_mailbox_waiting')).toBe(3)
  // Rounded to 100 seconds, because dates may be some ms ahead.
  expect(Math.round((await readOther('boardwalk_mailbox_oldest_seconds')) / 100)).toBe(3)
  expect(await sample('boardwalk_background_failures_total{work="deliver accepted applications"}')).toBe(3)
  const [age, depth] = ['boardwalk_mailbox_age_seconds_sum', 'boardwalk_mailbox_depth_sum'] as const
  const before = [await sample(age), await sample(depth)] as const
  await waiting.call('GET', '/candidates')
  expect((await sample(depth)) - before[1]).toBe(3)
  expect(Math.round(((await sample(age)) - before[0]) / 100)).toBe(3)
  await other.deps.mailbox.measure()
  expect(await readOther('boardwalk_mailbox_waiting')).toBe(0)
  expect(await readOther('boardwalk_mailbox_oldest_seconds')).toBe(0)
  await other.stop()
})

it('the metrics contain no company, key, person or address, and are not on the public port', {
  tags: ['metrics'],
}, async () => {
  const { headers } = await fetch(`${url}/metrics`)
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await readAll()
  expect(text).toContain(`boardwalk_build_info{version="${manifest.version}",node="${process.versions.node}"} 1`)
  for (const secret of [company.id, company.slug, company.key, 'Bennani', 'salma', '127.0.0.1'])
    expect(text).not.toContain(secret)
  for (const address of [`${server.url}/metrics`, url]) expect((await fetch(address)).status).toBe(404)
})
