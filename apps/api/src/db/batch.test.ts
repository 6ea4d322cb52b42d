import { afterEach, expect, test, vi } from 'vitest'
import { batch } from './batch.ts'

/** Batches that end when the test says so. */
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

/** Until all that could begin without an answer or a timer has begun. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

afterEach(() => {
  vi.useRealTimers()
})

test('what is asked for at one moment is asked for together, at once, and each is answered with its own', async () => {
  const { batches, ask } = heldBatches()
  const answers = Promise.all(['a', 'b', 'a'].map(ask))
  await settle()
  expect(batches.map(({ items }) => items)).toEqual([['a', 'b', 'a']])
  batches[0]?.end()
  expect(await answers).toEqual(['a of 1', 'b of 1', 'a of 1'])
})

test('nothing is remembered: what is asked for again is asked of the database again', async () => {
  const { batches, ask, begun } = heldBatches()
  for (const count of [1, 2]) {
    const answer = ask('a')
    await begun(count)
    batches[count - 1]?.end()
    expect(await answer).toBe(`a of ${count}`)
  }
})

test('what is asked for while a batch is under way goes together in the next, begun when that one is over', async () => {
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

test('a batch that fails is a failure for all who are in it, and for nobody after them', async () => {
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

test('where one of a batch is refused, the others have their answers', async () => {
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

test('a batch that hangs holds the next up for half a second and no longer, and still answers its own', async () => {
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

test('at most a hundred are asked for together', async () => {
  const { batches, ask, begun } = heldBatches()
  const answers = Promise.all(Array.from({ length: 250 }, (_, number) => ask(`${number}`)))
  await begun(3)
  expect(batches.map(({ items }) => items.length)).toEqual([100, 100, 50])
  for (const { end } of batches) end()
  const given = await answers
  expect([given[0], given[99], given[100], given[249]]).toEqual(['0 of 1', '99 of 1', '100 of 2', '249 of 3'])
})
