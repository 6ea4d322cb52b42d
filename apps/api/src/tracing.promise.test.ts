import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { runBuiltAdmin, startBuiltServer } from '@boardwalk/test-server/vitest/built-server'
import { useDatabase } from '@boardwalk/test-server/vitest/database'
import { builtProgram, usePrograms } from '@boardwalk/test-server/vitest/program'
import { beforeAll, expect, it } from 'vitest'

/** The kind of a span of a request that arrived, in OTLP. */
const SERVER_KIND = 2

import { apply } from './test/form.ts'

interface Span {
  name: string
  kind: number
  traceId: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

const spans: Span[] = []
const collector = createServer(async (req, res) => {
  if (req.url === '/asked') return void res.end()
  // The form of an OTLP request in JSON.
  const sent = (await json(req)) as {
    resourceSpans: { resource: Pick<Span, 'attributes'>; scopeSpans: { spans: Span[] }[] }[]
  }
  received.add(req.url ?? '')
  for (const { resource } of sent.resourceSpans)
    services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue)
  spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
  res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

/** The paths at which the collector was asked, and the name of each service that sent something. */
const received = new Set<string>()
const services = new Set<unknown>()
const settings = useDatabase()
const programs = usePrograms()
let endpoint: string
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  return () => collector.close()
})

it('a request and its database commands are one trace, which is sent to the endpoint of the usual variables', async () => {
  const server = await startBuiltServer(
    {
      ...settings,
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    },
    programs.path('log'),
  )
  const key = `bwk_${'x'.repeat(32)}`
  const refused = await fetch(`${server.url}/api/jobs?page=2`, { headers: { 'x-api-key': key } })
  expect(refused.status).toBe(403)
  const requestId = refused.headers.get('x-request-id')
  for (const path of ['/healthz', '/readyz', '/fr/companies/none']) await fetch(`${server.url}${path}`)
  const admin = async (...command: string[]) => JSON.parse((await runBuiltAdmin(settings, ...command, '--json')).stdout)
  await admin('company', 'create', '--name', 'Atlas', '--slug', 'atlas')
  const { jobUrl } = await admin('job', 'create', '--company', 'atlas', '--title', 'Serveuse')
  const { body: applied } = await apply(`${server.url}${new URL(jobUrl).pathname}`)
  // A process sends its remaining spans before it ends.
  await server.end('SIGTERM')
  const request = spans.find(({ attributes }) =>
    attributes.some(({ value }) => String(value.stringValue).endsWith('/api/jobs')),
  )
  const ofTrace = spans.filter(({ traceId }) => traceId === request?.traceId).map(({ name }) => name)
  expect(ofTrace).toEqual(expect.arrayContaining(['listJobs', 'find apiKeys']))
  expect(request?.attributes).toContainEqual({ key: 'boardwalk.request_id', value: { stringValue: requestId } })
  // Requests are named by what they ask for, and probes are left out.
  const ofRequests = spans.filter(({ kind }) => kind === SERVER_KIND).map(({ name }) => name)
  expect(ofRequests).toEqual(['listJobs', 'page', 'form'])
  // The line of the request leads to its trace.
  const lines = (await readFile(programs.path('log'), 'utf8')).split('\n').filter((line) => line.startsWith('{'))
  const lineOf = (path: string) => lines.map((line) => JSON.parse(line)).find((line) => line.path === path)
  expect(lineOf('/api/jobs')).toMatchObject({ requestId, traceId: request?.traceId })
  // So does the line of an application form, and the record by which the application is found.
  const form = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'application form')
  const ofForm = spans.find(({ kind, name }) => kind === SERVER_KIND && name === 'form')
  expect(form).toMatchObject({ applicationId: applied.id, outcome: 'accepted', traceId: ofForm?.traceId })
  const { applications } = await admin('application', 'find', '--company', 'atlas', '--id', applied.id)
  expect(applications).toMatchObject([{ forms: [{ requestId: form.requestId, traceId: ofForm?.traceId }] }])
  // No span has a query, because a link to a CV has its signature there.
  for (const secret of [key, 'page=2']) expect(JSON.stringify(spans)).not.toContain(secret)
  // Neither metrics nor logs are sent.
  expect([[...received], [...services]]).toEqual([['/v1/traces'], ['boardwalk']])
})

it('traces are sent to an endpoint of their own, under a name that is given, and not if the SDK is disabled', async () => {
  received.clear()
  services.clear()
  const run = async (variables: Record<string, string>) => {
    // The request of this program is a span of its own.
    const program = `require('node:http').get('${endpoint}/asked', (res) => res.resume())`
    const tracing = `--import=${builtProgram('apps/api/src/tracing.ts')}`
    const env = { ...process.env, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', ...variables }
    await promisify(execFile)(process.execPath, [tracing, '--eval', program], { env })
  }
  await run({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/mine`, OTEL_SERVICE_NAME: 'jobs' })
  expect([[...received], [...services]]).toEqual([['/mine'], ['jobs']])
  await run({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/off`, OTEL_SDK_DISABLED: 'true' })
  expect([...received]).toEqual(['/mine'])
})
