import { MongoNetworkError } from 'mongodb'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createRecorder } from './recorder.ts'

it('requests that arrive together are written in one batch a second later; one that cannot be written is counted as lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const batches: string[][] = []
  let [isDown, lost] = [false, 0]
  const { note, flush } = createRecorder<string>({
    what: 'API requests',
    log: { warn: () => {} },
    write: async (batch) => {
      if (isDown) throw new MongoNetworkError('the database is away')
      batches.push(batch)
    },
    metrics: {
      activityLost: (rows) => {
        lost += rows
      },
    },
  })
  for (const row of ['a', 'b']) note(row)
  await vi.advanceTimersByTimeAsync(999)
  expect(batches).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  isDown = true
  for (const row of ['lost', 'lost too']) note(row)
  await flush()
  isDown = false
  note('kept')
  await flush()
  expect([lost, batches]).toEqual([2, [['a', 'b'], ['kept']]])
})
