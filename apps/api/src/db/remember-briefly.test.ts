import { expect, it } from 'vitest'
import { rememberBriefly } from './remember-briefly.ts'

/** A read that ends when the test says so, and a clock of the test. */
function makeRead(options: { sizeMax?: number } = {}) {
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
    { now: () => time, ...options },
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

it('callers who ask for the same share one read', async () => {
  const read = makeRead()
  const crowd = Array.from({ length: 50 }, () => read.find('a'))
  await read.end()
  expect(new Set((await Promise.all(crowd)).map((value) => value.read))).toEqual(new Set([1]))
})

it.each([
  ['for ten seconds callers get the value without another read', 0, 9_999, 1],
  ['then callers get the older value at once, while one read fetches the next', 0, 10_001, 2],
  ['what took long to read is used for longer', 2_000, 37_999, 1],
  ['but not for more than that', 2_000, 40_001, 2],
  ['and at most a minute', 18_000, 60_001, 2],
])('%s', async (_, tookMs, afterMs, reads) => {
  const read = makeRead()
  await read.readFirst(tookMs)
  read.pass(afterMs)
  expect([(await read.find('a')).read, (await read.find('a')).read]).toEqual([1, 1])
  expect(read.reads).toBe(reads)
  await read.end()
  expect((await read.find('a')).read).toBe(reads)
})

it('what is too old is never used', async () => {
  const read = makeRead()
  await read.readFirst()
  read.pass(30_000)
  const next = read.find('a')
  await read.end()
  expect((await next).read).toBe(2)
})

it('a failed read fails its callers, and the next caller reads again; in the background it changes nothing', async () => {
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
