import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { takeLock, waitForLock } from './lock.ts'

/* Both kinds of socket work on Linux: the one without a file, and the one that other systems have. */

describe.each(['linux', 'darwin'] as const)('a lock as on %s', (platform) => {
  const taking = `
    const { takeLock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)})
    process.stdout.write(typeof (await takeLock(process.argv[1], ${JSON.stringify(platform)})))
    setInterval(() => {}, 1000)`

  /** Another process that has the lock. */
  async function holder(name: string) {
    const child = spawn(process.execPath, ['--import=tsx', '--input-type=module', '-e', taking, name])
    const [said] = await once(child.stdout, 'data')
    expect(String(said)).toBe('object')
    return child
  }

  test('belongs to one process, is refused with its name, and is free when it is killed', async () => {
    const name = randomUUID()
    const child = await holder(name)
    expect(await takeLock(name, platform)).toBe(`process ${child.pid}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    for (let round = 0; round < 2; round++) {
      const lock = await takeLock(name, platform)
      expect(await takeLock(name, platform)).toBe(`process ${process.pid}`)
      if (typeof lock === 'object') await lock.release()
    }
  })
})

describe('waiting for a lock', () => {
  test('ends after the time that is given, not sooner, and names the process that has the lock', async () => {
    const name = randomUUID()
    const lock = await takeLock(name)
    onTestFinished(async () => void (typeof lock === 'object' && (await lock.release())))
    const startMs = performance.now()
    const ended: unknown[] = []
    void waitForLock(name, 300).then((result) => ended.push(result, performance.now() - startMs))
    await expect.poll(() => ended).toHaveLength(2)
    expect(ended).toEqual([`process ${process.pid}`, expect.any(Number)])
    expect(ended[1]).toBeGreaterThan(300)
  })
})
