import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRecorder } from './recorder.ts'

const warnings: unknown[][] = []
const log = { warn: (...told: unknown[]) => void warnings.push(told) }
let lost = 0
beforeEach(() => {
  lost = 0
  warnings.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Makes a recorder of texts that writes with a function. */
const record = (write: (batch: string[]) => Promise<void>) =>
  createRecorder<string>({
    ...{ write, what: 'API requests', log },
    metrics: {
      activityLost: (rows) => {
        lost += rows
      },
    },
  })

/** Makes a recorder that finishes a batch only when `finish` is called. */
function recordSlowly() {
  const batches: string[][] = []
  const waiting: (() => void)[] = []
  const recorder = record((batch) => {
    batches.push(batch)
    return new Promise<void>((resolve) => waiting.push(resolve))
  })
  const finish = async () => {
    waiting.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...recorder, batches, finish }
}

it('requests that arrive together are written in one batch a second later; while it is written no other begins', async () => {
  const { note, batches, finish } = recordSlowly()
  for (const row of ['a', 'b']) note(row)
  await vi.advanceTimersByTimeAsync(999)
  expect(batches).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(batches).toEqual([['a', 'b']])
  note('c')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(batches).toHaveLength(1)
  await finish()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batches).toEqual([['a', 'b'], ['c']])
})

it('while the database is slow, at most 10,000 requests wait; each further one is counted as lost, and the operator is told once', async () => {
  const { note, flush, batches, finish } = recordSlowly()
  note('first')
  const flushed = flush()
  for (let n = 0; n < 10_500; n++) note(String(n))
  await finish()
  await finish()
  await flushed
  expect(batches.map((batch) => batch.length)).toEqual([1])
  await vi.advanceTimersByTimeAsync(1_000)
  await finish()
  expect([batches.map((batch) => batch.length), lost]).toEqual([[1, 10_000], 500])
  note('last')
  const flushedAgain = flush()
  await finish()
  await flushedAgain
  expect(warnings).toEqual([[{ lost: 500 }, 'too many API requests waited to be recorded; the rest is lost']])
})

it('a batch that cannot be written is lost and each of its rows counted, and the next one is written', async () => {
  const batches: string[][] = []
  let isDown = true
  const { note, flush } = record(async (batch) => {
    if (isDown) throw new Error('the database is away')
    batches.push(batch)
  })
  for (const row of ['lost', 'lost too']) note(row)
  await flush()
  isDown = false
  note('kept')
  await flush()
  expect([lost, batches]).toEqual([2, [['kept']]])
})
