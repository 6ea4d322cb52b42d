import { expect, it } from 'vitest'
import { createPause, createTurns, inTurns } from './turns.ts'

const pieces = [4, 6, 1, 30, 30, 3, 3, 3, 3]
type Work = (rest: () => Promise<void>, work: (piece: number) => void) => Promise<unknown>

async function* makeTexts() {
  for (const piece of pieces) yield 'x'.repeat(piece)
}
const ways: Record<string, Work> = {
  'pieces of work that wait for each other': (rest, work) => {
    const takeTurn = createTurns(10, rest)
    return Promise.all(pieces.map((piece) => takeTurn(piece, () => work(piece))))
  },
  'the pieces of a long task': async (rest, work) => {
    const pause = createPause(10, rest)
    for (const piece of pieces) {
      await pause(piece)
      work(piece)
    }
  },
  'texts that are passed on': async (rest, work) => {
    for await (const text of inTurns(makeTexts(), 10, rest)) work(text.length)
  },
}

it.each(Object.entries(ways))('%s are never more between two rests than the limit or one piece', async (_way, run) => {
  const log: (number | 'rest')[] = []
  await run(
    async () => void log.push('rest'),
    (piece) => log.push(piece),
  )
  expect(log).toEqual([4, 6, 'rest', 1, 'rest', 30, 'rest', 30, 'rest', 3, 3, 3, 'rest', 3])
})
