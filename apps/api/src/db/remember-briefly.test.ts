import { expect, it } from 'vitest'
import { askAsTimeEnds, callDatabase } from '../test/passing-deadline.ts'
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
    { now: () => time, sizeOf: () => 1, ...options },
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
    get reads() {
      return reads
    },
  }
}

it('callers who ask for the same share one read, and for ten seconds nobody reads again', async () => {
  const read = makeRead()
  const crowd = Array.from({ length: 50 }, () => read.find('a'))
  await read.end()
  expect(new Set((await Promise.all(crowd)).map((value) => value.read))).toEqual(new Set([1]))
  read.pass(9_999)
  expect((await read.find('a')).read).toBe(1)
  expect(read.reads).toBe(1)
})

it('then callers get the older value at once, while one read fetches the next', async () => {
  const read = makeRead()
  const first = read.find('a')
  await read.end()
  await first
  read.pass(10_001)
  expect([(await read.find('a')).read, (await read.find('a')).read]).toEqual([1, 1])
  expect(read.reads).toBe(2)
  await read.end()
  expect((await read.find('a')).read).toBe(2)
})

it('what is too old is never used', async () => {
  const read = makeRead()
  const first = read.find('a')
  await read.end()
  await first
  read.pass(30_000)
  const next = read.find('a')
  await read.end()
  expect((await next).read).toBe(2)
})

it('what took long to read is used for longer, at most a minute', async () => {
  const read = makeRead()
  const first = read.find('a')
  read.pass(2_000)
  await read.end()
  await first
  read.pass(39_999)
  await read.find('a')
  expect(read.reads).toBe(1)
  read.pass(2)
  await read.find('a')
  expect(read.reads).toBe(2)
  read.pass(18_000)
  await read.end()
  read.pass(60_001)
  await read.find('a')
  expect(read.reads).toBe(3)
})

it('a failed read fails its callers, and the next caller reads again; in the background it changes nothing', async () => {
  const read = makeRead()
  const failed = read.find('a')
  const failure = expect(failed).rejects.toThrow('gone')
  await read.fail()
  await failure
  const second = read.find('a')
  await read.end()
  expect((await second).read).toBe(2)
  read.pass(10_001)
  expect((await read.find('a')).read).toBe(2)
  await read.fail()
  expect((await read.find('a')).read).toBe(2)
  expect(read.reads).toBe(4)
})

it('drops the values that were used longest ago, and a caller who waits for one still gets it', async () => {
  const read = makeRead({ sizeMax: 2 })
  const all = ['a', 'b', 'c'].map((key) => read.find(key))
  await read.end()
  expect((await Promise.all(all)).map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  void read.find('a')
  expect(read.reads).toBe(4)
})

it('a read goes on when the time of the request that began it is up, because others wait for it', async () => {
  const read = rememberBriefly(async (name: string) => {
    await callDatabase()
    return { name }
  })
  expect(await askAsTimeEnds(() => read('a'))).toEqual({ name: 'a' })
})
