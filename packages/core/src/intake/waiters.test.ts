import { noMetrics } from '@boardwalk/api/test/mailbox-actors'
import { memoryStores } from '@boardwalk/api/test/memory-stores'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createMailbox } from './mailbox.ts'

it('the waiters of 2,000 companies cost a process one question each half second', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const asked: number[] = []
  const read: string[] = []
  const stores = memoryStores()
  const mailbox = createMailbox({
    ...stores,
    mailboxes: {
      ...stores.mailboxes,
      read(companyId) {
        read.push(companyId)
        return stores.mailboxes.read(companyId)
      },
      async listLastDates(companyIds) {
        asked.push(companyIds.length)
        return companyIds.map((companyId, index) => {
          return { companyId, lastDate: new Date(index === 0 ? 2 : 1), lastPosition: new Date(2) }
        })
      },
    },
    background: { run: (_, task) => void task() },
    now: () => 0,
    log: { warn: () => {} },
    metrics: noMetrics,
  })
  const poll = () =>
    Promise.all(
      ['c0', 'c1'].map((companyId) => mailbox.synchroniseForPoll(companyId, { afterMs: -1, isSynced: false })),
    )
  await poll()
  const waits = Array.from({ length: 2_000 }, (_, index) =>
    mailbox.enterWaiters(`c${index}`, { isOfChanges: false })?.wait(new Date(1), 20_000),
  )
  await vi.advanceTimersByTimeAsync(500)
  await waits[0]
  expect(asked).toEqual([2_000])
  // The request that is woken must not get the snapshot that was taken before.
  await poll()
  expect(read).toEqual(['c0'])
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toEqual([2_000, 1_999])
  mailbox.stopWaiters()
  await Promise.all(waits)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toHaveLength(2)
})
