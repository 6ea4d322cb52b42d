import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { whileFailing } from '../test/failing-store.ts'
import { apply } from '../test/form.ts'
import { useServer } from '../test/harness.ts'
import { serveMetrics } from './metrics.ts'

const clock = { ms: Date.now() }
const server = useServer({ now: () => clock.ms })
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
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((line) => line.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? 0)
}

it('counts requests by operation of the API or part of the site, and how long they took', async () => {
  const company = await server.company()
  await company.call('GET', '/jobs')
  await company.call('GET', '/job/none')
  await fetch(`${server.url}/fr/companies/${company.slug}`)
  const count = (labels: string) => sample(`boardwalk_http_request_duration_seconds_count{${labels}}`)
  await expect.poll(() => count('operation="listJobs",method="GET",status="200"')).toBe(1)
  await expect.poll(() => count('operation="getJob",method="GET",status="404"')).toBe(1)
  await expect.poll(() => count('operation="site",method="GET",status="200"')).toBe(1)
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
  for (const path of ['/healthz', '/readyz', ...paths, '/toString/x', '/api/nothing'])
    await fetch(`${server.url}${path}`)
  const count = (operation: string, status: number) =>
    sample(`boardwalk_http_request_duration_seconds_count{operation="${operation}",method="GET",status="${status}"}`)
  await expect.poll(() => count('back_office', 401)).toBe(1)
  await expect.poll(() => count('back_office', 404)).toBe(1)
  await expect.poll(() => count('site', 404)).toBe(3)
  await expect.poll(() => count('api', 404)).toBe(1)
  // They were asked for first. The clock stands still, so the server may be ready or not.
  expect((await count('health', 200)) + (await count('health', 503))).toBe(2)
  const text = await (await fetch(`${url}/metrics`)).text()
  const operations = new Set([...text.matchAll(/operation="([^"]*)"/g)].map(([, name]) => name))
  for (const name of operations) expect(name).toMatch(/^(api|site|back_office|health|[a-z]+[A-Z]\w+)$/)
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
  const before = await sample('boardwalk_mailbox_age_seconds_sum')
  const depthBefore = await sample('boardwalk_mailbox_depth_sum')
  await company.call('GET', '/candidates')
  const waited = (await sample('boardwalk_mailbox_age_seconds_sum')) - before
  expect((await sample('boardwalk_mailbox_depth_sum')) - depthBefore).toBe(3)
  // Rounded to 100 seconds, because dates may be some ms ahead.
  expect(Math.round(waited / 100)).toBe(3)
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
