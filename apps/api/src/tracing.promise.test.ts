import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { useDatabase } from '@boardwalk/test-server/vitest/database'
import { runBuiltAdmin, startBuiltServer, usePrograms } from '@boardwalk/test-server/vitest/program'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { apply } from './test/form.ts'

/** The kind of a span of a request that arrived, in OTLP. */
const SERVER_KIND = 2

interface Span {
  name: string
  kind: number
  traceId: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** What the collector got: spans, the paths at which it was asked, and the name of each service that sent something. */
const got = { spans: [] as Span[], paths: new Set<string>(), services: new Set<unknown>() }
const collector = createServer(async (req, res) => {
  if (req.url === '/asked') return void res.end()
  // The form of an OTLP request in JSON.
  const sent = (await json(req)) as {
    resourceSpans: { resource: Pick<Span, 'attributes'>; scopeSpans: { spans: Span[] }[] }[]
  }
  got.paths.add(req.url ?? '')
  for (const { resource, scopeSpans } of sent.resourceSpans) {
    got.services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue)
    got.spans.push(...scopeSpans.flatMap(({ spans }) => spans))
  }
  res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

const settings = useDatabase()
const programs = usePrograms()
const OTEL_EXPORTER_OTLP_PROTOCOL = 'http/json'
let endpoint: string
beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  return () => collector.close()
})
beforeEach(() => {
  Object.assign(got, { spans: [], paths: new Set(), services: new Set() })
})

it('a request and its database commands are one trace, which is sent to the endpoint of the usual variables', async () => {
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL, LOG_LEVEL: 'info' }
  const server = await startBuiltServer({ ...settings, ...tracing }, programs.path('log'))
  const admin = async (...command: string[]) => JSON.parse((await runBuiltAdmin(settings, ...command, '--json')).stdout)
  const key = `bwk_${'x'.repeat(32)}`
  const refused = await fetch(`${server.url}/api/jobs?page=2`, { headers: { 'x-api-key': key } })
  const requestId = refused.headers.get('x-request-id')
  for (const path of ['/healthz', '/readyz', '/fr/companies/none']) await fetch(`${server.url}${path}`)
  await admin('company', 'create', '--name', 'Atlas', '--slug', 'atlas')
  const { jobUrl } = await admin('job', 'create', '--company', 'atlas', '--title', 'Serveuse')
  const { body: applied } = await apply(`${server.url}${new URL(jobUrl).pathname}`)
  // A process sends its remaining spans before it ends.
  await server.end('SIGTERM')
  // Requests are named by what they ask for, and probes are left out. Neither metrics nor logs are sent.
  const requests = got.spans.filter(({ kind }) => kind === SERVER_KIND)
  expect(requests.map(({ name }) => name)).toEqual(['listJobs', 'page', 'form'])
  expect([[...got.paths], [...got.services]]).toEqual([['/v1/traces'], ['boardwalk']])
  const [listed, , sent] = requests
  expect(listed?.attributes).toContainEqual({ key: 'boardwalk.request_id', value: { stringValue: requestId } })
  const ofTrace = got.spans.filter(({ traceId }) => traceId === listed?.traceId).map(({ name }) => name)
  expect(ofTrace).toEqual(expect.arrayContaining(['listJobs', 'find apiKeys']))
  // The lines of the log lead to their traces, and so does the record by which an application is found.
  const text = await readFile(programs.path('log'), 'utf8')
  const lines = text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  const form = lines.find(({ msg }) => msg === 'application form')
  const request = lines.find(({ path }) => path === '/api/jobs')
  expect(request).toMatchObject({ requestId, traceId: listed?.traceId })
  expect(form).toMatchObject({ applicationId: applied.id, outcome: 'accepted', traceId: sent?.traceId })
  const { applications } = await admin('application', 'find', '--company', 'atlas', '--id', applied.id)
  expect(applications).toMatchObject([{ forms: [{ requestId: form.requestId, traceId: sent?.traceId }] }])
  // No span has a query, because a link to a CV has its signature there.
  for (const secret of [key, 'page=2']) expect(JSON.stringify(got.spans)).not.toContain(secret)
})
