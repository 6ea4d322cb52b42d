import { afterEach, expect, test, vi } from 'vitest'
import { askAsTimeEnds, callDatabase } from '../test/passing-deadline.ts'
import { batch } from './batch.ts'

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
          fail: () => reject(new Error('lost')),
        })
      }),
  )
  return { batches, ask, begun: (count: number) => expect.poll(() => batches.length).toBe(count) }
}

/** Waits until all work that needs no answer and no timer has begun. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

afterEach(() => {
  vi.useRealTimers()
})

test('calls of one moment are one batch, which begins at once, and each caller gets its own result', async () => {
  const { batches, ask } = heldBatches()
  const answers = Promise.all(['a', 'b', 'a'].map(ask))
  await settle()
  expect(batches.map(({ items }) => items)).toEqual([['a', 'b', 'a']])
  batches[0]?.end()
  expect(await answers).toEqual(['a of 1', 'b of 1', 'a of 1'])
})

test('nothing is cached: the same call asks the database again', async () => {
  const { batches, ask, begun } = heldBatches()
  for (const count of [1, 2]) {
    const answer = ask('a')
    await begun(count)
    batches[count - 1]?.end()
    expect(await answer).toBe(`a of ${count}`)
  }
})

test('calls during a batch are one next batch, which begins when the first one has ended', async () => {
  const { batches, ask, begun } = heldBatches()
  const first = ask('a')
  await begun(1)
  const b = ask('b')
  await settle()
  const c = ask('c')
  await settle()
  expect(batches).toHaveLength(1)
  batches[0]?.end()
  expect(await first).toBe('a of 1')
  await begun(2)
  expect(batches[1]?.items).toEqual(['b', 'c'])

  const d = ask('d')
  await settle()
  expect(batches).toHaveLength(2)
  batches[1]?.end()
  expect(await Promise.all([b, c])).toEqual(['b of 2', 'c of 2'])
  await begun(3)
  batches[2]?.end()
  expect(await d).toBe('d of 3')
})

test('a batch that fails is a failure for each of its callers, and for no later caller', async () => {
  const { batches, ask, begun } = heldBatches()
  const failing = Promise.allSettled([ask('a'), ask('b')])
  await begun(1)
  const next = ask('c')
  batches[0]?.fail()
  expect(await failing).toMatchObject([
    { status: 'rejected', reason: { message: 'lost' } },
    { status: 'rejected', reason: { message: 'lost' } },
  ])
  await begun(2)
  batches[1]?.end()
  expect(await next).toBe('c of 2')
})

test('if one call of a batch is refused, the others get their results', async () => {
  const { batches, ask, begun } = heldBatches()
  const answers = Promise.allSettled(['a', 'wrong', 'b'].map(ask))
  await begun(1)
  batches[0]?.end()
  expect(await answers).toMatchObject([
    { value: 'a of 1' },
    { status: 'rejected', reason: { message: 'wrong' } },
    { value: 'b of 1' },
  ])
})

test('a batch that hangs delays the next one by half a second at most, and still answers its own callers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { batches, ask, begun } = heldBatches()
  const hanging = ask('a')
  await begun(1)
  const next = ask('b')
  await settle()
  vi.advanceTimersByTime(499)
  await settle()
  expect(batches).toHaveLength(1)
  vi.advanceTimersByTime(1)
  await begun(2)
  batches[0]?.end()
  expect(await hanging).toBe('a of 1')
  // The next is still under way.
  const afterNext = ask('c')
  await settle()
  expect(batches).toHaveLength(2)
  batches[1]?.end()
  expect(await next).toBe('b of 2')
  await begun(3)
  batches[2]?.end()
  expect(await afterNext).toBe('c of 3')
  expect(vi.getTimerCount()).toBe(0)
})

test('a batch has at most a hundred calls', async () => {
  const { batches, ask, begun } = heldBatches()
  const answers = Promise.all(Array.from({ length: 250 }, (_, number) => ask(`${number}`)))
  await begun(3)
  expect(batches.map(({ items }) => items.length)).toEqual([100, 100, 50])
  for (const { end } of batches) end()
  const given = await answers
  expect([given[0], given[99], given[100], given[249]]).toEqual(['0 of 1', '99 of 1', '100 of 2', '249 of 3'])
})

test('a batch goes on when the time of the request that began it is up, because others are in it', async () => {
  const ask = batch(async (names: readonly string[]) => {
    await callDatabase()
    return names.map((name) => ({ name }))
  })
  expect(await askAsTimeEnds(() => ask('a'))).toEqual({ name: 'a' })
})
