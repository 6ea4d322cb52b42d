import { MongoNetworkError } from 'mongodb'
import { expect, test } from 'vitest'
import { batch, createCache, rememberBriefly, shareReads } from './once.ts'

/** Makes batches that end when the test says so. */
function heldBatches() {
  const batches: { items: readonly string[]; end: () => void; fail: () => void }[] = []
  const ask = batch(
    (items: readonly string[]) =>
      new Promise<(string | Error)[]>((resolve, reject) => {
        const number = batches.length + 1
        batches.push({
          items,
          end: () => resolve(items.map((item) => (item === 'wrong' ? new Error(item) : `${item} of ${number}`))),
          fail: () => reject(new MongoNetworkError('lost')),
        })
      }),
  )
  return { batches, ask, begun: (count: number) => expect.poll(() => batches.length).toBe(count) }
}

/** Waits until all work that needs no answer and no timer has begun. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('calls of one moment are one batch, calls during it are the next, and the same call later asks the database again', async () => {
  const { batches, ask, begun } = heldBatches()
  const first = Promise.all(['a', 'b', 'a'].map(ask))
  await settle()
  const during = [ask('a')]
  await settle()
  during.push(ask('c'))
  await settle()
  expect(batches.map(({ items }) => items)).toEqual([['a', 'b', 'a']])
  batches[0]?.end()
  expect(await first).toEqual(['a of 1', 'b of 1', 'a of 1'])
  await begun(2)
  const later = ask('a')
  await settle()
  expect(batches[1]?.items).toEqual(['a', 'c'])
  expect(batches).toHaveLength(2)
  batches[1]?.end()
  expect(await Promise.all(during)).toEqual(['a of 2', 'c of 2'])
  await begun(3)
  batches[2]?.end()
  expect(await later).toBe('a of 3')
})

test('a refused call fails alone, and a batch that fails is a failure for each of its callers and for no later caller', async () => {
  const { batches, ask, begun } = heldBatches()
  const lost = { status: 'rejected', reason: { message: 'lost' } }
  const failing = Promise.allSettled([ask('a'), ask('b')])
  await begun(1)
  const next = Promise.allSettled(['a', 'wrong', 'b'].map(ask))
  batches[0]?.fail()
  expect(await failing).toMatchObject([lost, lost])
  await begun(2)
  batches[1]?.end()
  const refused = { status: 'rejected', reason: { message: 'wrong' } }
  expect(await next).toMatchObject([{ value: 'a of 2' }, refused, { value: 'b of 2' }])
})

test.each([
  [['wrong']],
  [['a', 'wrong']],
  [['wrong', 'b', 'c', 'wrong', 'd']],
  [['a', 'b', 'c', 'd', 'e', 'f', 'wrong']],
])(
  'a batch that is refused because of some calls is asked for in parts: these calls fail, and the others do not (%j)',
  async (items) => {
    const asked: (readonly string[])[] = []
    const ask = batch(async (some: readonly string[]) => {
      asked.push(some)
      if (some.includes('wrong')) throw new Error('refused')
      return some.map((item) => `found ${item}`)
    })
    const outcomes = await Promise.allSettled(items.map(ask))
    expect(outcomes).toMatchObject(
      items.map((item) => (item === 'wrong' ? { reason: { message: 'refused' } } : { value: `found ${item}` })),
    )
    expect(asked[0]).toEqual(items)
    expect(asked.length).toBeLessThan(2 * items.length)
    // A later call is not part of the refused batch.
    expect(await ask('later')).toBe('found later')
  },
)

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

/** A read that ends when the test says so, and a clock of the test. */
function makeRead() {
  let time = 1
  let reads = 0
  let waiting: { end: () => void; fail: () => void }[] = []
  const find = rememberBriefly(
    (key: string) => {
      const value = { key, read: ++reads }
      return new Promise<typeof value>((resolve, reject) => {
        waiting.push({ end: () => resolve(value), fail: () => reject(new Error('gone')) })
      })
    },
    { now: () => time },
  )
  const settle = async (how: 'end' | 'fail') => {
    const all = waiting
    waiting = []
    for (const read of all) read[how]()
    await new Promise(setImmediate)
  }
  return {
    find,
    end: () => settle('end'),
    fail: () => settle('fail'),
    pass: (ms: number) => {
      time += ms
    },
    /** Reads a value for the first time, which takes this long. */
    async readFirst(tookMs = 0) {
      const first = find('a')
      time += tookMs
      await settle('end')
      await first
    },
    get reads() {
      return reads
    },
  }
}

test('a value is used for ten seconds, and for longer if it took long to read; then callers get it while one read fetches the next', async () => {
  for (const [tookMs, afterMs, reads] of [
    [0, 9_999, 1],
    [0, 10_001, 2],
    [2_000, 37_999, 1],
    [2_000, 40_001, 2],
    // At most for a minute.
    [18_000, 60_001, 2],
  ] as const) {
    const read = makeRead()
    await read.readFirst(tookMs)
    read.pass(afterMs)
    expect([(await read.find('a')).read, (await read.find('a')).read, read.reads]).toEqual([1, 1, reads])
    await read.end()
    expect((await read.find('a')).read).toBe(reads)
  }
})

test('a failed read fails its callers, and the next caller reads again; in the background it changes nothing', async () => {
  const read = makeRead()
  const failure = expect(read.find('a')).rejects.toThrow('gone')
  await read.fail()
  await failure
  await read.readFirst()
  read.pass(10_001)
  expect((await read.find('a')).read).toBe(2)
  await read.fail()
  expect((await read.find('a')).read).toBe(2)
  expect(read.reads).toBe(4)
})
