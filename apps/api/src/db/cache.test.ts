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

test('a value that was read is returned again, for the same key only', async () => {
  const { store, findByReading, findCached } = heldCache()
  store('first')
  expect(await findByReading('a')).toBe('first')
  store('second')
  expect(await findCached('a')).toBe('first')
  expect(await findByReading('b')).toBe('second')
  expect(await findCached('a')).toBe('first')
})

test('a missing value is read each time, and found as soon as it exists', async () => {
  const { store, findByReading, findCached } = heldCache()
  expect(await findByReading()).toBeUndefined()
  expect(await findByReading()).toBeUndefined()
  store('made')
  expect(await findByReading()).toBe('made')
  expect(await findCached()).toBe('made')
})

test('a read that fails is not cached', async () => {
  const { cache, readings, store, findByReading } = heldCache()
  store('there')
  const finding = cache.find('a')
  readings[0]?.fail()
  await expect(finding).rejects.toThrow('lost')
  expect(await findByReading()).toBe('there')
})

test('a value is read again a second after its read began, however long the read took', async () => {
  const { cache, readings, store, pass, findByReading, findCached } = heldCache()
  store('before')
  const finding = cache.find('a')
  pass(600)
  store('after')
  readings[0]?.end()
  expect((await finding)?.text).toBe('before')
  pass(200)
  expect(await findCached()).toBe('before')
  pass(200)
  expect(await findByReading()).toBe('after')
})

test('a value that is asked for often does not stay cached for longer', async () => {
  const { store, pass, findByReading, findCached } = heldCache()
  store('before')
  await findByReading()
  store('after')
  for (let asked = 0; asked < 8; asked++) {
    pass(100)
    expect(await findCached()).toBe('before')
  }
  pass(200)
  expect(await findByReading()).toBe('after')
})

test('after forget(), every caller gets the stored value', async () => {
  const { cache, store, findByReading } = heldCache()
  for (const key of ['a', 'b']) {
    store('before')
    await findByReading(key)
  }
  store('after')
  cache.forget()
  expect(await findByReading('a')).toBe('after')
  expect(await findByReading('b')).toBe('after')
})

test('a read that was under way during forget() is not cached, and no later caller gets it', async () => {
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

  // The same if nobody asks again before the read ends.
  cache.forget()
  store('third')
  const reading = cache.find('a')
  store('fourth')
  cache.forget()
  readings[2]?.end()
  expect((await reading)?.text).toBe('third')
  expect(await findByReading()).toBe('fourth')
})
