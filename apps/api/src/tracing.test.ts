import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { startBuiltServer } from '@boardwalk/test-server/vitest/built-server'
import { useDatabase } from '@boardwalk/test-server/vitest/database'
import { afterAll, expect, it } from 'vitest'

interface Span {
  name: string
  traceId: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

const spans: Span[] = []
const collector = createServer(async (req, res) => {
  // The form of an OTLP request in JSON.
  const sent = (await json(req)) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
  spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
  res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

const settings = useDatabase()
afterAll(() => collector.close())

it('a request and its database commands are one trace, which is sent to the endpoint of the usual variables', async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const server = await startBuiltServer({
    ...settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  })
  const key = `bwk_${'x'.repeat(32)}`
  expect((await fetch(`${server.url}/api/jobs?page=2`, { headers: { 'x-api-key': key } })).status).toBe(403)
  // A process sends its remaining spans before it ends.
  await server.end('SIGTERM')
  const request = spans.find(({ attributes }) =>
    attributes.some(({ value }) => String(value.stringValue).endsWith('/api/jobs')),
  )
  const ofTrace = spans.filter(({ traceId }) => traceId === request?.traceId).map(({ name }) => name)
  expect(ofTrace).toEqual(expect.arrayContaining(['GET', 'find apiKeys']))
  // No span has a query, because a link to a CV has its signature there.
  for (const secret of [key, 'page=2']) expect(JSON.stringify(spans)).not.toContain(secret)
})
