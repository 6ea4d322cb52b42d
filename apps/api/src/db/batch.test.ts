import { expect, test } from 'vitest'
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
