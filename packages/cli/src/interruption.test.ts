import { expect, test } from 'vitest'
import { runInterruptible } from './interruption.ts'

test('nobody listens for Ctrl-C any more when the work has ended or failed', async () => {
  const listeners = new Set<() => void>()
  const onInterrupt = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const run = (work: () => Promise<number>) => runInterruptible({ onInterrupt }, () => {}, work)
  expect(await run(async () => listeners.size)).toBe(1)
  expect(listeners.size).toBe(0)
  await expect(run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(listeners.size).toBe(0)
})
