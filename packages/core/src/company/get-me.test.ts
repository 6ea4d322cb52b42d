import { findAuthCase } from '@boardwalk/api/test/auth-cases'
import { useServer } from '@boardwalk/api/test/harness'
import { operationList } from '@boardwalk/schema/operations'
import { expect, test } from 'vitest'
import { actAsOperator } from '../activity/audit.ts'
import { createKey, rollKey } from '../key/service.ts'

const server = useServer()

test('GET /me says whose key it is, what it may do and which limits there are, and no secret', async () => {
  const { id, slug } = await server.company()
  await server.company()
  const { key } = await createKey(server.deps, actAsOperator(id), { name: 'Feed of the night', scopes: ['read'] })
  const answer = await server.call(key, 'GET', '/me')
  expect(answer.headers.has('x-key-ends-at')).toBe(false)
  expect(answer.body).toStrictEqual({
    key: {
      name: 'Feed of the night',
      ending: key.slice(-4),
      scopes: ['read'],
      endsAt: null,
      company: { id, name: 'Atlas Talents', slug, suspended: false },
    },
    limits: {
      requestsPerMinute: null,
      requestsPerMinuteOfAddress: null,
      jobsPerRequest: 100,
      candidatesPerRequest: 100,
      linksPerRequest: 1e3,
      pageSizeMax: 100,
      waitSecondsMax: 20,
      bodyBytesMax: 1048576,
    },
    error: null,
  })
})

test('every answer to a key that will end says when, an error too, and no answer to the new key does', async () => {
  const company = await server.company()
  await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })
  const actor = actAsOperator(company.id)
  const old = await createKey(server.deps, actor, { name: 'old', scopes: ['read', 'write'] })
  const made = await rollKey(server.deps, actor, { id: old.id, revokeOldInHours: 24 })
  const { endsAt } = (await server.call(old.key, 'GET', '/me')).body.key
  const hoursLeft = (Date.parse(endsAt) - server.deps.now()) / 3_600_000
  expect(hoursLeft).toBeGreaterThan(23)
  expect(hoursLeft).toBeLessThanOrEqual(24)
  expect((await server.call(made.key, 'GET', '/me')).body.key.endsAt).toBeNull()
  for (const { name } of operationList) {
    const [method, path, body] = findAuthCase(name).request({ externalId: 'A', boardJobId: 1, applicationId: 'none' })
    const headersOf = async (key: string) => (await server.call(key, method, path, body)).headers
    expect((await headersOf(old.key)).get('x-key-ends-at'), name).toBe(endsAt)
    expect((await headersOf(made.key)).get('x-key-ends-at'), name).toBeNull()
  }
  const refused = await server.call(old.key, 'GET', '/job/none')
  expect(refused.status).toBe(404)
  expect(refused.headers.get('x-key-ends-at')).toBe(endsAt)
})
