import { expect, test } from 'vitest'
import { createCache } from './cache.ts'

/** Makes a cache over one value that the test changes. Each read ends when the test says so, and the clock is the test's. */
function heldCache() {
  let stored: { text: string } | undefined
  let nowMs = 5_000
  const readings: { key: string; end: () => void; fail: () => void }[] = []
  const cache = createCache(
    (key: string) => {
      const found = stored
      return new Promise<typeof found>((resolve, reject) => {
        readings.push({ key, end: () => resolve(found), fail: () => reject(new Error('lost')) })
      })
    },
    () => nowMs,
  )
  return {
    cache,
    readings,
    store: (text: string | undefined) => {
      stored = text === undefined ? undefined : { text }
    },
    pass: (ms: number) => {
      nowMs += ms
    },
    /** Finds a value, which must need a read. */
    async findByReading(key = 'a') {
      const before = readings.length
      const finding = cache.find(key)
      expect(readings).toHaveLength(before + 1)
      readings.at(-1)?.end()
      return (await finding)?.text
    },
    /** Finds a value, which must not need a read. */
    async findCached(key = 'a') {
      const before = readings.length
      const finding = cache.find(key)
      expect(readings).toHaveLength(before)
      return (await finding)?.text
    },
  }
}

test('a value is read again a second after its read began, however long the read took and however often it is asked for', async () => {
  const { cache, readings, store, pass, findByReading, findCached } = heldCache()
  store('before')
  const finding = cache.find('a')
  pass(600)
  store('after')
  readings[0]?.end()
  expect((await finding)?.text).toBe('before')
  for (const ms of [100, 100]) {
    pass(ms)
    expect(await findCached()).toBe('before')
  }
  pass(200)
  expect(await findByReading()).toBe('after')
})

test('after forget() every caller gets the stored value: a read that was under way is not cached, and no later caller gets it', async () => {
  const { cache, readings, store, findByReading, findCached } = heldCache()
  store('before')
  const early = cache.find('a')
  store('after')
  cache.forget()
  const late = cache.find('a')
  readings[0]?.end()
  expect((await early)?.text).toBe('before')
  await expect.poll(() => readings.length).toBe(2)
  readings[1]?.end()
  expect((await late)?.text).toBe('after')
  expect(await findCached()).toBe('after')

  // The same if no caller asks again before the read ends.
  cache.forget()
  store('third')
  const reading = cache.find('a')
  store('fourth')
  cache.forget()
  readings[2]?.end()
  expect((await reading)?.text).toBe('third')
  expect(await findByReading()).toBe('fourth')
})
