import { expect, it } from 'vitest'
import { createJsonBodies } from './json-bodies.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Takes bodies until one is refused. */
function createBodies(jsonBytes = 16 * MIB) {
  const refused: string[] = []
  const begin = createJsonBodies({
    settings: {
      uploadLimits: { jsonBytes, bodyBytes: 0, bodiesOfAddress: 0, keptBytesOfAddress: 0, keptBytesOfCompany: 0 },
    },
    metrics: { refused: (limit) => refused.push(limit) },
    limit: 'limit',
  })
  return {
    begin,
    refused,
    fill(bytes: number, caller: string) {
      const ends: (() => void)[] = []
      for (;;)
        try {
          ends.push(begin(bytes, caller))
        } catch (error) {
          expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
          return ends
        }
    },
  }
}

it('a caller has at most three quarters alone and a quarter beside others, and the others find room at any time', {
  tags: ['shares'],
}, () => {
  const { begin, fill, refused } = createBodies()
  const ofFirst = fill(MIB, 'a')
  expect(ofFirst).toHaveLength(10)
  expect(refused).toEqual(['limit'])
  const ofSecond = fill(MIB, 'b')
  expect(ofSecond).toHaveLength(3)
  for (const end of ofFirst.splice(0, 7)) end()
  // The first caller has three yet, and gets no fourth beside the second.
  expect(fill(MIB, 'a')).toHaveLength(0)
  for (const end of ofSecond) end()
  expect(fill(MIB, 'a')).toHaveLength(7)
  for (const caller of ['b', 'c', 'd']) begin(MIB, caller)
})

it('a small body of a caller is taken however many batches others and the same caller have', () => {
  const { begin, fill } = createBodies()
  for (const caller of ['a', 'b', 'c', 'd', 'e']) fill(MIB, caller)
  for (const caller of ['a', 'f']) begin(30, caller)
  expect(fill(32 * KIB, 'a').length).toBeGreaterThan(10)
  begin(32 * KIB, 'f')
})

it('the bytes of all callers are never more than the limit, with bodies of any size', () => {
  const { fill } = createBodies(4 * MIB)
  let bytes = 0
  for (const size of [MIB, 40 * KIB, 32 * KIB, 1_000])
    for (let caller = 0; caller < 30; caller++) bytes += size * fill(size, `caller ${caller}`).length
  expect(bytes).toBeLessThanOrEqual(4 * MIB)
  expect(bytes).toBeGreaterThan(3.9 * MIB)
})
