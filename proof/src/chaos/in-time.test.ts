import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { inTime } from './in-time.ts'

test('a process that neither starts nor ends is killed, and is not waited for any longer', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'])
  const exited = once(child, 'exit')
  const never = new Promise(() => {})
  const kill = () => {
    child.kill('SIGKILL')
    return exited
  }
  expect(await inTime(never, 1, kill)).toBe(false)
  expect(await exited).toEqual([null, 'SIGKILL'])
})

test('a process that starts in time is not killed, and one that ends before it starts is a failure', async () => {
  const kill = () => Promise.reject(new Error('it was killed'))
  expect(await inTime(Promise.resolve('http://127.0.0.1:1'), 60_000, kill)).toBe(true)
  await expect(inTime(Promise.reject(new Error('it did not start')), 60_000, kill)).rejects.toThrow('it did not start')
})
