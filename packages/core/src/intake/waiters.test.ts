import { noMetrics } from '@boardwalk/api/test/mailbox-actors'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createWaiters } from './waiters.ts'

it('the waiters of 2,000 companies cost a process one question each half second', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const asked: number[] = []
  const woken: string[] = []
  const waiters = createWaiters({
    mailboxes: {
      async listLastDates(companyIds) {
        asked.push(companyIds.length)
        return companyIds.map((companyId, index) => {
          return { companyId, lastDate: new Date(index === 0 ? 2 : 1), lastPlaced: new Date(2) }
        })
      },
    },
    dropLook: (companyId) => woken.push(companyId),
    background: { run: (_, task) => void task() },
    metrics: noMetrics,
  })
  const waits = Array.from({ length: 2_000 }, (_, index) =>
    waiters.enter(`c${index}`, { isOfChanges: false })?.wait(new Date(1), 20_000),
  )
  await vi.advanceTimersByTimeAsync(500)
  await waits[0]
  expect([asked, woken]).toEqual([[2_000], ['c0']])
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toEqual([2_000, 1_999])
  waiters.stop()
  await Promise.all(waits)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toHaveLength(2)
})
