import { expect, it } from 'vitest'
import { createPause, createTurns, inTurns } from './turns.ts'

it('pieces of work wait for each other, and never do more between two rests than the limit or one piece', async () => {
  const log: (number | 'rest')[] = []
  const takeTurn = createTurns(10, async () => void log.push('rest'))
  const pieces = [4, 6, 1, 30, 30, 3, 3, 3, 3]
  const results = await Promise.all(pieces.map((work) => takeTurn(work, () => log.push(work) && -work)))
  expect(results).toEqual(pieces.map((work) => -work))
  expect(log).toEqual([4, 6, 'rest', 1, 'rest', 30, 'rest', 30, 'rest', 3, 3, 3, 'rest', 3])
})

it('a piece that fails fails alone', async () => {
  const takeTurn = createTurns(10)
  const fail = () => {
    throw new Error('broken')
  }
  const outcomes = await Promise.allSettled([takeTurn(1, fail), takeTurn(1, () => 'done')])
  expect(outcomes).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'done' }])
})

it('callers who ask for one piece after the other take turns: a small one does not wait for all of a large one', async () => {
  const takeTurn = createTurns(10)
  const order: string[] = []
  const work = async (name: string, pieces: number) => {
    for (let piece = 0; piece < pieces; piece++) await takeTurn(10, () => order.push(name))
  }
  await Promise.all([work('large', 20), work('small', 1)])
  expect(order.indexOf('small')).toBeLessThan(3)
})

it('between two rests the event loop turns, so others are served', async () => {
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const takeTurn = createTurns(10)
  for (let piece = 0; piece < 20; piece++) await takeTurn(10, () => {})
  clearImmediate(counting)
  expect(turns).toBeGreaterThanOrEqual(18)
})

it('a long task rests before its pieces since the last rest would be over the limit', async () => {
  const log: (number | 'rest')[] = []
  const pause = createPause(10, async () => void log.push('rest'))
  for (const work of [4, 6, 1, 30, 30, 3]) {
    await pause(work)
    log.push(work)
  }
  expect(log).toEqual([4, 6, 'rest', 1, 'rest', 30, 'rest', 30, 'rest', 3])
})

it('texts are passed on as they are, with a rest before the limit of characters is passed', async () => {
  const log: string[] = []
  async function* texts() {
    yield* ['aaaa', 'bbbb', 'cccccccccccccccc', 'dd']
  }
  for await (const text of inTurns(texts(), 10, async () => void log.push('rest'))) log.push(text)
  expect(log).toEqual(['aaaa', 'bbbb', 'rest', 'cccccccccccccccc', 'rest', 'dd'])
})
