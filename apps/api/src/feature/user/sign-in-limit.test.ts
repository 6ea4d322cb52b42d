import { randomUUID } from 'node:crypto'
import { createMemoryLimiter, type Limiter } from '@boardwalk/core/db/memory-limiter'
import { createGate } from '@boardwalk/mongo-proxy'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { findCollectionsWith } from '../../test/raw-database.ts'
import { password, signedInUser } from '../../test/user.ts'
import { createSignInLimit } from './limit-store.ts'
import { inTurn } from './session.ts'

/* How often a password may be tried: on one account, and from one address. */

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

it('after ten wrong tries the right password must wait too, and the answer says how long', {
  tags: ['sign-in-tries'],
}, async () => {
  const { email } = await signedInUser(server, company)
  const attempt = (tried: string) =>
    fetch(`${server.url}/trpc/session.signIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email, password: tried }),
    })
  for (let tries = 0; tries < 10; tries++) expect((await attempt('wrong')).status).toBe(401)
  const refused = await attempt(password)
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(15 * 60)
  expect(await refused.json()).toMatchObject({
    error: {
      message: expect.stringMatching(new RegExp(`^Too many tries; try again in ${Math.ceil(seconds / 60)} minutes?$`)),
      data: { httpStatus: 429, code: 'too_many_requests', requestId: refused.headers.get('x-request-id') },
    },
  })
})

it('sign-ins of one address that wait are refused when they are too many, and those of other addresses are not', async () => {
  const goOn = createGate()
  const waiting = Array.from({ length: 11 }, () => inTurn('192.0.2.1', () => goOn.opened))
  await expect(inTurn('192.0.2.1', () => goOn.opened)).rejects.toMatchObject({ code: 'unavailable' })
  const other = inTurn('192.0.2.2', async () => 'done')
  goOn.open()
  expect(await other).toBe('done')
  await Promise.all(waiting)
})

it('many tries at once are counted one by one, and no stored count has an address', async () => {
  const { signInLimit } = server.deps
  const email = `${randomUUID()}@example.com`
  const take = () => signInLimit.take(email, '192.0.2.1')
  const waits = await Promise.all([...Array(30)].map(take))
  expect(waits.filter((seconds) => seconds === undefined)).toHaveLength(10)
  await signInLimit.forgive(email, '192.0.2.1')
  expect(await findCollectionsWith(server.connection, email)).toEqual([])
})

/* The rules, with counts in the memory of the test. */

/** Makes the limit over counters of its own, and functions that try passwords. */
function createLimit() {
  const secondsSet: unknown[] = []
  const createLimiter = (options: { keyPrefix: string; points: number; duration: number }): Limiter => {
    const limiter = createMemoryLimiter(options)
    const set: Limiter['set'] = (caller, points, seconds) => {
      secondsSet.push(seconds)
      return limiter.set(caller, points, seconds)
    }
    return { ...limiter, set }
  }
  const limit = createSignInLimit(Object.assign(createLimiter, { start() {} }))
  const isRefused = async (email: string, address: string) => (await limit.take(email, address)) !== undefined
  /** Tries a wrong password up to `most` times. Returns how many tries were accepted. */
  async function countAccepted(most: number, find: (index: number) => [email: string, address: string]) {
    let accepted = 0
    for (let index = 0; index < most; index++) if (!(await isRefused(...find(index)))) accepted++
    return accepted
  }
  async function signIn(email: string, address: string, finish: 'forgive' | 'refund' = 'forgive') {
    expect([email, address, await isRefused(email, address)]).toEqual([email, address, false])
    await limit[finish](email, address)
  }
  return { limit, secondsSet, isRefused, countAccepted, signIn }
}
const addressOf = (index: number) => `198.51.100.${index}`

describe('tries of others', () => {
  it('do not lock a user out at an address where they signed in before', async () => {
    const { isRefused, countAccepted, signIn } = createLimit()
    await signIn('salma', 'home')
    // From ten tries on an address must wait, and from a hundred on the account takes none from unknown addresses.
    expect(await countAccepted(130, (index) => ['salma', addressOf(index % 13)])).toBe(100)
    expect([await isRefused('salma', 'cafe'), await isRefused('salma', 'home')]).toEqual([true, false])
  })

  it('use up nothing if they are refused: neither of their address nor of the account elsewhere', async () => {
    const { isRefused, countAccepted } = createLimit()
    expect(await countAccepted(110, () => ['salma', 'office'])).toBe(10)
    expect([await isRefused('omar', 'office'), await isRefused('salma', 'cafe')]).toEqual([false, false])
  })
})

it('one address can try a password on at most a hundred accounts, and a sign-in gives one try back: its own', async () => {
  const { isRefused, countAccepted, signIn } = createLimit()
  await countAccepted(99, (index) => [`person ${index}`, 'office'])
  await signIn('salma', 'office')
  expect(await countAccepted(3, (index) => [`other ${index}`, 'office'])).toBe(1)
  expect(await isRefused('person 0', 'cafe')).toBe(false)
})

describe('a right password', () => {
  it('ends the count of the wrong ones before it, and makes its address known for 90 days', async () => {
    const { countAccepted, secondsSet, limit } = createLimit()
    expect(await countAccepted(10, () => ['salma', 'home'])).toBe(10)
    await limit.forgive('salma', 'home')
    expect(await countAccepted(11, () => ['salma', 'home'])).toBe(10)
    expect(secondsSet).toEqual([90 * 24 * 60 * 60])
  })
})
