import { expect, test } from 'vitest'
import { askAsTimeEnds, callDatabase } from '../test/passing-deadline.ts'
import { shareReads } from './share-reads.ts'

/** Makes a shared read that ends when the test says so. */
function heldReading() {
  const readings: { key: string; end: (value: string) => void; fail: () => void }[] = []
  const read = shareReads(
    (key: string) =>
      new Promise<string>((resolve, reject) => {
        readings.push({ key, end: resolve, fail: () => reject(new Error('lost')) })
      }),
  )
  return { readings, read }
}

test('callers who ask for the same during a read share one more read, which begins after they asked', async () => {
  const { readings, read } = heldReading()
  const first = read('a')
  const crowd = Array.from({ length: 10 }, () => read('a'))
  expect(readings).toHaveLength(1)
  readings[0]?.end('before')
  expect(await first).toBe('before')
  await expect.poll(() => readings.length).toBe(2)
  readings[1]?.end('after')
  expect(await Promise.all(crowd)).toEqual(crowd.map(() => 'after'))
  const later = read('a')
  expect(readings).toHaveLength(3)
  readings[2]?.end('later')
  expect(await later).toBe('later')
})

test('a caller who asks for something else does not wait', async () => {
  const { readings, read } = heldReading()
  const answers = Promise.all([read('a'), read('b')])
  expect(readings.map(({ key }) => key)).toEqual(['a', 'b'])
  for (const { key, end } of readings) end(key)
  expect(await answers).toEqual(['a', 'b'])
})

test('a read that fails is a failure for the callers who waited for it, and for no others', async () => {
  const { readings, read } = heldReading()
  const first = read('a')
  const second = read('a')
  readings[0]?.fail()
  await expect(first).rejects.toThrow('lost')
  readings[1]?.end('well')
  expect(await second).toBe('well')
})

test('a shared read goes on when the time of the request that began it is up, because others wait for it', async () => {
  const read = shareReads(async (name: string) => {
    await callDatabase()
    return { name }
  })
  expect(await askAsTimeEnds(() => read('a'))).toEqual({ name: 'a' })
})
