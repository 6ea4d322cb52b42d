import { createHash } from 'node:crypto'
import { whileFailing, whileReplaced } from '@boardwalk/api/test/failing-store'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { findCollectionsWith } from '@boardwalk/api/test/raw-database'
import { beforeAll, describe, expect, it } from 'vitest'
import { actAsOperator } from '../activity/audit.ts'
import { createKey, revokeKey, rollKey } from './service.ts'
import { createApiKeyStore } from './store.ts'

const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
// KEY_PREFIX may have digits.
const server = useServer({ now: () => clock.ms, settings: { keyPrefix: 'ats2' } })

let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const newKey = (scopes: ('read' | 'write')[] = ['read']) =>
  createKey(server.deps, actAsOperator(company.id), { name: 'nightly sync', scopes })
const listJobs = (key: string) => server.call(key, 'GET', '/jobs')

describe('what is stored of keys', () => {
  it('the store keeps a hash and the last four characters of a key, never the key', { tags: ['keys'] }, async () => {
    const { id, key } = await newKey()
    const stored = await server.deps.apiKeys.find(id)
    expect(stored).toMatchObject({
      companyId: company.id,
      name: 'nightly sync',
      scopes: ['read'],
      last4: key.slice(-4),
    })
    expect(JSON.stringify(stored)).not.toContain(key.slice(4, 20))
    const hash = createHash('sha256').update(key).digest('hex')
    expect(await findCollectionsWith(server.connection, hash)).toStrictEqual(['apiKeys'])
    // The same is true after the key was used.
    expect((await listJobs(key)).status).toBe(200)
    await server.deps.background.settled()
    expect(await findCollectionsWith(server.connection, key.slice(4, 20))).toStrictEqual([])
  })

  it('a process whose clock is behind also refuses a key that another process has just ended', async () => {
    const { id, key } = await newKey()
    const rolled = await newKey()
    await revokeKey(server.deps, actAsOperator(company.id), { id })
    await rollKey(server.deps, actAsOperator(company.id), { id: rolled.id, revokeOldInHours: 0 })
    clock.ms -= 60_000
    for (const ended of [key, rolled.key]) expect((await listJobs(ended)).status).toBe(403)
    clock.ms += 60_000
  })
})

describe('the check of a key', () => {
  it('a failure of the database is an internal error, never a wrong key; what cannot be a key is refused without it', {
    tags: ['database-fails'],
  }, async () => {
    await whileFailing(server.deps.apiKeys, 'findByHash', async () => {
      for (const key of ['x', `ats2_${'é'.repeat(32)}`, `ats2_${'x'.repeat(33)}`, 'x'.repeat(8000)])
        expect((await listJobs(key)).status).toBe(403)
      expect(await listJobs(company.key)).toMatchObject({
        status: 500,
        body: { jobs: null, error: { code: 'internal', message: 'Internal server error' } },
      })
    })
  })

  it.each([
    ['GET', '/job/ahead/candidates', undefined, 200, 'findHolder'],
    ['POST', '/job', { job: { id: 'ahead', title: 'T' } }, 409, 'prepareId'],
    ['PUT', '/job/Ahead', { job: { title: 'T' } }, 412, 'findByExternalId'],
  ] as const)(
    '%s %s begins its reads while the key is read; a key that ended on another process begins them once, and is refused',
    {
      tags: ['keys'],
    },
    async (method, path, body, status, read) => {
      const { apiKeys, jobs } = server.deps
      await company.call('POST', '/job', { job: { id: 'ahead', title: 'T' } })
      const { key, id } = await newKey(['read', 'write'])
      const begun: string[] = []
      const send = async (expected: number) => {
        begun.length = 0
        const ifMatch: Record<string, string> = method === 'PUT' ? { 'if-match': '*' } : {}
        expect((await server.call(key, method, path, body, ifMatch)).status).toBe(expected)
        return begun
      }
      await send(status)
      const { findHolder, prepareId, findByExternalId } = jobs
      const note =
        <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
        (...args: Args): Result => {
          begun.push('read')
          return call(...args)
        }
      const notedJobs = {
        findHolder: note(findHolder),
        prepareId: note(prepareId),
        findByExternalId: note(findByExternalId),
      }
      const { findByHash } = apiKeys
      const notedKeys = {
        async findByHash(hash: string) {
          begun.push('key')
          // All that needs no answer of the database begins before this.
          await new Promise((resolve) => setImmediate(resolve))
          const found = await findByHash(hash)
          begun.push('key found')
          return found
        },
      }
      // Each write to any key empties the cache of this process, as time does.
      const forgetKeys = async () => apiKeys.revoke(company.id, (await newKey()).id, new Date(clock.ms))
      await whileReplaced(jobs, { [read]: notedJobs[read] }, () =>
        whileReplaced(apiKeys, notedKeys, async () => {
          await forgetKeys()
          expect((await send(status)).slice(0, 3)).toEqual(['key', 'read', 'key found'])
          await createApiKeyStore(server.connection).revoke(company.id, id, new Date(clock.ms))
          await forgetKeys()
          expect(await send(403)).toEqual(['key', 'read', 'key found'])
          await forgetKeys()
          expect(await send(403)).toEqual(['key', 'key found'])
        }),
      )
    },
  )

  it('a key in the query or in another header is not used, and one that is sent twice is refused', {
    tags: ['keys-elsewhere'],
  }, async () => {
    const { key } = company
    const elsewhere = { authorization: `Bearer ${key}` }
    expect((await server.call(undefined, 'GET', `/jobs?x-api-key=${key}`, undefined, elsewhere)).status).toBe(401)
    expect((await listJobs(`${key}, ${key}`)).status).toBe(403)
  })
})
