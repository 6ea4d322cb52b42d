import { expect, it } from 'vitest'
import { createPause, createTurns, inTurns } from './turns.ts'

const pieces = [4, 6, 1, 30, 30, 3, 3, 3, 3]
const worked = [4, 6, 'rest', 1, 'rest', 30, 'rest', 30, 'rest', 3, 3, 3, 'rest', 3]

/** Each way to share the process, with what it does to pieces of work between two rests of 10. */
it.each([
  [
    'pieces of work that wait for each other',
    async (log: unknown[], rest: () => Promise<void>) => {
      const takeTurn = createTurns(10, rest)
      const results = await Promise.all(pieces.map((work) => takeTurn(work, () => log.push(work) && -work)))
      expect(results).toEqual(pieces.map((work) => -work))
    },
  ],
  [
    'the pieces of a long task',
    async (log: unknown[], rest: () => Promise<void>) => {
      const pause = createPause(10, rest)
      for (const work of pieces) {
        await pause(work)
        log.push(work)
      }
    },
  ],
  [
    'texts that are passed on',
    async (log: unknown[], rest: () => Promise<void>) => {
      async function* texts() {
        for (const work of pieces) yield 'x'.repeat(work)
      }
      for await (const text of inTurns(texts(), 10, rest)) log.push(text.length)
    },
  ],
])('%s are never more between two rests than the limit or one piece', async (_what, run) => {
  const log: unknown[] = []
  await run(log, async () => void log.push('rest'))
  expect(log).toEqual(worked)
})

it('a piece that fails fails alone', async () => {
  const takeTurn = createTurns(10)
  const fail = () => {
    throw new Error('broken')
  }
  const outcomes = await Promise.allSettled([takeTurn(1, fail), takeTurn(1, () => 'done')])
  expect(outcomes).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'done' }])
})

it('callers who ask for one piece after the other take turns, and between two rests the event loop turns', async () => {
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const takeTurn = createTurns(10)
  const order: string[] = []
  const work = async (name: string, pieces: number) => {
    for (let piece = 0; piece < pieces; piece++) await takeTurn(10, () => order.push(name))
  }
  await Promise.all([work('large', 20), work('small', 1)])
  clearImmediate(counting)
  expect(order.indexOf('small')).toBeLessThan(3)
  expect(turns).toBeGreaterThanOrEqual(18)
})
