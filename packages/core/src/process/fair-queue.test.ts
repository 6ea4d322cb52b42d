import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Makes a queue whose work ends when the test says so, and notes in which order it began. */
function createQueue() {
  const lanes = { first: { waiting: 3, waitingOfCaller: 2 }, second: { waiting: 9, waitingOfCaller: 9 } }
  const inTurn = createFairQueue(lanes, 5)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const enter = (lane: keyof typeof lanes, caller: string, signal?: AbortSignal) => {
    const entered = inTurn({ lane, caller, signal }, () => {
      begun.push(caller)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
    entered.catch(() => {})
    return entered
  }
  /** Ends the work under way, until none begins. */
  const finish = async () => {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end()
      await turn()
    }
  }
  return { enter, begun, finish }
}

it('work of the first lane goes first, and the callers of a lane take turns', { tags: ['fair-queue'] }, async () => {
  const { enter, begun, finish } = createQueue()
  for (const caller of ['a', 'a', 'a', 'a', 'b', 'c']) void enter('second', caller)
  for (const caller of ['d', 'd', 'e']) void enter('first', caller)
  await finish()
  expect(begun).toEqual(['a', 'd', 'e', 'd', 'a', 'b', 'c', 'a', 'a'])
  void enter('second', 'f')
  expect(begun.at(-1)).toBe('f')
})

it('work is refused if its caller has too much in the lane, or if the lane is full', async () => {
  const { enter, begun, finish } = createQueue()
  const full = { code: 'unavailable', retryAfterSeconds: 5 }
  for (const caller of ['a', 'a', 'a']) void enter('first', caller)
  await expect(enter('first', 'a')).rejects.toMatchObject(full)
  void enter('first', 'b')
  await expect(enter('first', 'c')).rejects.toMatchObject(full)
  void enter('second', 'c')
  await finish()
  expect(begun).toEqual(['a', 'a', 'b', 'a', 'c'])
})

it('work that its caller ends while it waits is not begun, and its place is free', async () => {
  const { enter, begun, finish } = createQueue()
  const aborting = new AbortController()
  void enter('first', 'a')
  const ended = [enter('first', 'b', aborting.signal), enter('first', 'b', aborting.signal)]
  aborting.abort(new Error('gone'))
  for (const work of [...ended, enter('first', 'b', aborting.signal)]) await expect(work).rejects.toThrow('gone')
  void enter('first', 'b')
  await finish()
  expect(begun).toEqual(['a', 'b'])
})
