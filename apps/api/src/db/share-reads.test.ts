import { expect, test } from 'vitest'
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

test('callers who ask for the same during a read share one more read, which begins after they asked; others do not wait', async () => {
  const { readings, read } = heldReading()
  const first = read('a')
  const crowd = Array.from({ length: 10 }, () => read('a'))
  const other = read('b')
  expect(readings.map(({ key }) => key)).toEqual(['a', 'b'])
  readings[1]?.end('other')
  expect(await other).toBe('other')
  readings[0]?.end('before')
  expect(await first).toBe('before')
  await expect.poll(() => readings.length).toBe(3)
  readings[2]?.end('after')
  expect(await Promise.all(crowd)).toEqual(crowd.map(() => 'after'))
  const later = read('a')
  expect(readings).toHaveLength(4)
  readings[3]?.end('later')
  expect(await later).toBe('later')
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
