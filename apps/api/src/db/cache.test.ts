import { expect, test } from 'vitest'
import { createCache } from './cache.ts'

/** A cache over one value that others change, of whose readings each ends when the test says so; the clock is the test's. */
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
    /** What is found by a reading that is now made. */
    async findByReading(key = 'a') {
      const before = readings.length
      const finding = cache.find(key)
      expect(readings).toHaveLength(before + 1)
      readings.at(-1)?.end()
      return (await finding)?.text
    },
    /** What is found without one. */
    async findRemembered(key = 'a') {
      const before = readings.length
      const finding = cache.find(key)
      expect(readings).toHaveLength(before)
      return (await finding)?.text
    },
  }
}

test('what was read is given again, and only to whoever asks for the same', async () => {
  const { store, findByReading, findRemembered } = heldCache()
  store('first')
  expect(await findByReading('a')).toBe('first')
  store('second')
  expect(await findRemembered('a')).toBe('first')
  expect(await findByReading('b')).toBe('second')
  expect(await findRemembered('a')).toBe('first')
})

test('what is not there is looked for each time, and found as soon as it is', async () => {
  const { store, findByReading, findRemembered } = heldCache()
  expect(await findByReading()).toBeUndefined()
  expect(await findByReading()).toBeUndefined()
  store('made')
  expect(await findByReading()).toBe('made')
  expect(await findRemembered()).toBe('made')
})

test('what could not be read is looked for again', async () => {
  const { cache, readings, store, findByReading } = heldCache()
  store('there')
  const finding = cache.find('a')
  readings[0]?.fail()
  await expect(finding).rejects.toThrow('lost')
  expect(await findByReading()).toBe('there')
})

test('a second after its reading began it is read again, however long the reading took', async () => {
  const { cache, readings, store, pass, findByReading, findRemembered } = heldCache()
  store('before')
  const finding = cache.find('a')
  pass(600)
  store('after')
  readings[0]?.end()
  expect((await finding)?.text).toBe('before')
  pass(200)
  expect(await findRemembered()).toBe('before')
  pass(200)
  expect(await findByReading()).toBe('after')
})

test('being asked for again and again makes it no younger', async () => {
  const { store, pass, findByReading, findRemembered } = heldCache()
  store('before')
  await findByReading()
  store('after')
  for (let asked = 0; asked < 8; asked++) {
    pass(100)
    expect(await findRemembered()).toBe('before')
  }
  pass(200)
  expect(await findByReading()).toBe('after')
})

test('once it is to be forgotten, whoever asks from then on is told what is there', async () => {
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

test('a reading that was under way when all was to be forgotten is not remembered, nor given to whoever asked later', async () => {
  const { cache, readings, store, findByReading, findRemembered } = heldCache()
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
  expect(await findRemembered()).toBe('after')

  // The same where nobody asked again before it ended.
  cache.forget()
  store('third')
  const reading = cache.find('a')
  store('fourth')
  cache.forget()
  readings[2]?.end()
  expect((await reading)?.text).toBe('third')
  expect(await findByReading()).toBe('fourth')
})
