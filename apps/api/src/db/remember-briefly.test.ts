import { expect, it } from 'vitest'
import { rememberBriefly } from './remember-briefly.ts'

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

it('a value is used for ten seconds, and for longer if it took long to read; then callers get it while one read fetches the next', async () => {
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
