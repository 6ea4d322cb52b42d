import { createHash } from 'node:crypto'
import { captureLog } from '@boardwalk/api/test/capture-log'
import { whileFailing } from '@boardwalk/api/test/failing-store'
import { useServer } from '@boardwalk/api/test/harness'
import { readSample } from '@boardwalk/api/test/read-sample'
import { Collection } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { actAsOperator } from '../activity/audit.ts'
import { createKey, revokeKey } from '../key/service.ts'

const wrong = `bwk_${'x'.repeat(32)}`

describe('a key', () => {
  const server = useServer({ settings: { keyRequestsPerMinute: 3 } })

  it('has a limit of requests a minute; each answer says what remains, and a refusal says when to continue and changes nothing', {
    tags: ['limits'],
  }, async () => {
    const company = await server.company()
    const answers = []
    for (let count = 0; count < 5; count++) answers.push(await company.call('GET', '/jobs'))
    expect(answers.map(({ status }) => status)).toStrictEqual([200, 200, 200, 429, 429])
    for (const [index, { headers }] of answers.entries()) {
      expect(headers.get('ratelimit-policy')).toBe('"key";q=3;w=60')
      expect(headers.get('ratelimit')).toMatch(
        new RegExp(`^"key";r=${Math.max(0, 2 - index)};t=([1-9]|[1-5][0-9]|60)$`),
      )
    }
    const { body, headers } = answers[3] ?? {}
    const seconds = Number(headers?.get('retry-after'))
    expect(headers?.get('ratelimit')).toBe(`"key";r=0;t=${seconds}`)
    expect(body).toStrictEqual({
      jobs: null,
      error: {
        message: expect.stringMatching(/^Too many requests; try again in \d+ seconds?$/),
        code: 'rate_limited',
        requestId: headers?.get('x-request-id'),
      },
    })
    // A key over its limit changes nothing, and another key of its company is not affected.
    expect((await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })).status).toBe(429)
    expect(await server.deps.jobs.findLatestOfEach(company.id, ['A'])).toStrictEqual([])
    const other = await createKey(server.deps, actAsOperator(company.id), { name: 'other', scopes: ['read'] })
    expect((await server.call(other.key, 'GET', '/jobs')).status).toBe(200)
    const { limits } = (await server.call(other.key, 'GET', '/me')).body
    expect(limits).toMatchObject({ requestsPerMinute: 3, requestsPerMinuteOfAddress: null })
    const metrics = (await server.deps.metrics.text()).split('\n')
    expect(metrics).toContain('boardwalk_refusals_total{limit="key"} 3')
    // Limits that have refused no caller are there, too: Prometheus does not see the first step of a count that was not.
    for (const limit of ['wrong-keys', 'sign-in-pair', 'applications'])
      expect(metrics).toContain(`boardwalk_refusals_total{limit="${limit}"} 0`)
  })
})

describe('an address', () => {
  const server = useServer({ settings: { addressRequestsPerMinute: 2, trustProxy: 1 } })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

  it('has a limit of requests a minute, for the API, the site and the back office together; a page says so in words', async () => {
    const company = await server.company()
    const page = `${server.url}/fr/companies/${company.slug}`
    expect((await fetch(page, from('192.0.2.1'))).headers.get('ratelimit')).toContain('"address";r=1;')
    expect((await company.call('GET', '/jobs', undefined, from('192.0.2.1').headers)).status).toBe(200)
    const refused = await company.call('GET', '/jobs', undefined, from('192.0.2.1').headers)
    expect(refused).toMatchObject({ status: 429, body: { jobs: null, error: { code: 'rate_limited' } } })
    const refusedPage = await fetch(page, from('192.0.2.1'))
    expect(refusedPage.status).toBe(429)
    expect(Number(refusedPage.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refusedPage.text()).toContain('</html>')
    // In the form that the back office reads.
    const procedure = await fetch(`${server.url}/trpc/session.board`, from('192.0.2.1'))
    const data = { code: 'rate_limited', httpStatus: 429, requestId: expect.any(String) }
    const message = expect.stringContaining('Too many requests')
    expect([procedure.status, await procedure.json()]).toMatchObject([429, { error: { message, data } }])
    expect((await fetch(page, from('192.0.2.2'))).status).toBe(200)
    const { limits } = (await company.call('GET', '/me', undefined, from('192.0.2.3').headers)).body
    expect(limits).toMatchObject({ requestsPerMinute: null, requestsPerMinuteOfAddress: 2 })
    // Health has no limit.
    expect((await fetch(`${server.url}/healthz`, from('192.0.2.1'))).status).toBe(200)
  })
})

describe('keys that do not work, from one address', () => {
  const server = useServer({ settings: { wrongKeysPerMinute: 2, trustProxy: 1 } })
  const call = (key: string | undefined, address: string) =>
    server.call(key, 'GET', '/jobs', undefined, { 'x-forwarded-for': address })

  it('must wait after the limit, while a valid key from the same address still works', {
    tags: ['wrong-keys'],
  }, async () => {
    const company = await server.company()
    const revoked = await createKey(server.deps, actAsOperator(company.id), { name: 'old', scopes: ['read'] })
    await revokeKey(server.deps, actAsOperator(company.id), revoked)
    expect((await call(wrong, '192.0.2.1')).status).toBe(403)
    expect((await call(revoked.key, '192.0.2.1')).status).toBe(403)
    const refused = await call(wrong, '192.0.2.1')
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call('no key at all', '192.0.2.1')).status).toBe(429)
    expect((await call(company.key, '192.0.2.1')).status).toBe(200)
    expect((await call(wrong, '192.0.2.2')).status).toBe(403)
    // A request without a key guesses nothing.
    for (let count = 0; count < 4; count++) expect((await call(undefined, '192.0.2.3')).status).toBe(401)
  })
})

describe('the counts', () => {
  const { log, read } = captureLog('info')
  const settings = { keyRequestsPerMinute: 2, addressRequestsPerMinute: 1_000, wrongKeysPerMinute: 10 }
  const server = useServer({ settings, log })
  const counts = () => server.connection.db.collection('limitCounts')
  const told = () => read().flatMap(({ msg }) => (/^limits are/.test(msg) ? [msg] : []))

  it('that cannot be stored refuse no caller under a limit: each process counts for itself, and logs when that begins and ends', async () => {
    const company = await server.company()
    const fallbacks = async () => readSample(await server.deps.metrics.text(), 'boardwalk_limit_fallbacks_total')
    const before = { told: told().length, fallbacks: await fallbacks() }
    for (const _ of ['first outage', 'second outage']) {
      await server.deps.limits.countWrongKey(() => '192.0.2.9', {})
      await whileFailing(Collection.prototype, 'findOneAndUpdate', async () => {
        for (let count = 0; count < 3; count++) await server.deps.limits.countWrongKey(() => '192.0.2.9', {})
      })
    }
    await server.deps.limits.countWrongKey(() => '192.0.2.9', {})
    const [alone, together] = [
      'limits are counted by this process alone: the database failed',
      'limits are counted over all processes again',
    ]
    expect(told().slice(before.told)).toStrictEqual([alone, together, alone, together])
    expect((await fallbacks()) - before.fallbacks).toBe(6)
    await whileFailing(Collection.prototype, 'findOneAndUpdate', async () => {
      const statuses = []
      for (let count = 0; count < 3; count++) statuses.push((await company.call('GET', '/jobs')).status)
      expect(statuses).toStrictEqual([200, 200, 429])
    })
  })

  it('contain no address, no key, and no hash that a list of all addresses could reveal', {
    tags: ['counts'],
  }, async () => {
    const company = await server.company()
    await company.call('GET', '/jobs')
    await server.call(wrong, 'GET', '/jobs')
    const person = 'salma.bennani@example.com'
    await server.deps.signInLimit.take(person, '192.0.2.77')
    await server.deps.signInLimit.forgive(person, '192.0.2.77')
    const stored = JSON.stringify(await counts().find().toArray())
    for (const limit of ['key', 'address', 'wrong-keys', 'sign-in-address', 'sign-in-account', 'sign-in-known'])
      expect(stored).toContain(`"key":"${limit}:`)
    const named = [person, '192.0.2.77', '127.0.0.1', company.key, JSON.stringify([person, '192.0.2.77'])]
    for (const name of named) {
      expect(stored).not.toContain(name)
      for (const encoding of ['hex', 'base64url'] as const)
        expect(stored).not.toContain(createHash('sha256').update(name).digest(encoding))
    }
  })
})
