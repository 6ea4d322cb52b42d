import { describe, expect, it } from 'vitest'
import { whileFailing } from '../../test/failing-store.ts'
import { useServer } from '../../test/harness.ts'
import { createKey, revokeKey } from '../api-key/service.ts'
import { operatorOf } from '../audit/service.ts'

const wrong = `bwk_${'x'.repeat(32)}`

describe('a key', () => {
  const server = useServer({ settings: { keyRequestsPerMinute: 3 } })

  it('has so many requests a minute; each answer tells what remains, and the first over it when to go on', async () => {
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
  })

  it('is not held up by another key, of its company or of another', async () => {
    const company = await server.company()
    for (let count = 0; count < 4; count++) await company.call('GET', '/jobs')
    const { key } = await createKey(server.deps, operatorOf(company.id), { name: 'other', scopes: ['read'] })
    expect((await server.call(key, 'GET', '/jobs')).status).toBe(200)
    expect((await company.call('GET', '/jobs')).status).toBe(429)
  })

  it('that is over its limit changes nothing', async () => {
    const company = await server.company()
    for (let count = 0; count < 3; count++) await company.call('GET', '/jobs')
    expect((await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })).status).toBe(429)
    expect(await server.deps.jobs.findByExternalIds(company.id, ['A'])).toStrictEqual([])
  })
})

describe('an address', () => {
  const server = useServer({ settings: { addressRequestsPerMinute: 2, trustProxy: 1 } })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

  it('has so many requests a minute, of the API and the site together; a page says so in words', async () => {
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
    expect((await fetch(page, from('192.0.2.2'))).status).toBe(200)
  })

  it('is asked for health as often as one likes', async () => {
    for (let count = 0; count < 4; count++)
      expect((await fetch(`${server.url}/healthz`, from('192.0.2.3'))).status).toBe(200)
  })
})

describe('keys that do not work, from one address', () => {
  const server = useServer({ settings: { wrongKeysPerMinute: 2, trustProxy: 1 } })
  const call = (key: string | undefined, address: string) =>
    server.call(key, 'GET', '/jobs', undefined, { 'x-forwarded-for': address })

  it('are told to wait after so many, while a good key from there works on', async () => {
    const company = await server.company()
    const revoked = await createKey(server.deps, operatorOf(company.id), { name: 'old', scopes: ['read'] })
    await revokeKey(server.deps, operatorOf(company.id), revoked)
    expect((await call(wrong, '192.0.2.1')).status).toBe(403)
    expect((await call(revoked.key, '192.0.2.1')).status).toBe(403)
    const refused = await call(wrong, '192.0.2.1')
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call('no key at all', '192.0.2.1')).status).toBe(429)
    expect((await call(company.key, '192.0.2.1')).status).toBe(200)
    expect((await call(wrong, '192.0.2.2')).status).toBe(403)
  })

  it('do not count where none was sent', async () => {
    for (let count = 0; count < 4; count++) expect((await call(undefined, '192.0.2.3')).status).toBe(401)
  })
})

describe('the counts', () => {
  const settings = { keyRequestsPerMinute: 2 }
  const server = useServer({ settings })

  it('are no reason to refuse when they cannot be kept: then each process counts for itself', async () => {
    const company = await server.company()
    const collection = server.connection.collection('limitCounts')
    await whileFailing(collection, 'findOneAndUpdate', async () => {
      const statuses = []
      for (let count = 0; count < 3; count++) statuses.push((await company.call('GET', '/jobs')).status)
      expect(statuses).toStrictEqual([200, 200, 429])
    })
  })
})
