import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sourceFile } from '@boardwalk/test-server/source-file'
import { afterEach, describe, expect, it } from 'vitest'
import { createClosers } from './closers.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** Starts a program with a server that runs on, and waits until its work has begun. `closing` is what its closer does. */
async function startProgram(closing: string) {
  const program = `
    import { withClosers } from ${JSON.stringify(sourceFile('bench/src/closers.ts'))}
    import { spawnServer } from ${JSON.stringify(sourceFile('tools/test-server/src/server-process.ts'))}
    await withClosers(async (closers) => {
      const { child } = spawnServer({ nodeArgs: ['--eval', 'setInterval(() => {}, 2 ** 30)'], settings: {} })
      closers.add(() => { console.log('first closer') })
      closers.add(${closing})
      console.log(child.pid)
      await new Promise((resolve) => setTimeout(resolve, 2 ** 30))
    })`
  const child = spawn(process.execPath, ['--import=tsx', '--input-type=module', '-e', program], {
    cwd: sourceFile('.'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const lines = createInterface(child.stdout)
  const [pid] = await once(lines, 'line')
  return { child, lines, serverPid: Number(pid), ended: once(child, 'exit') }
}

describe('a program that a signal ends', () => {
  it('closes everything after a closer that fails, and leaves no server', async () => {
    const { child, lines, serverPid, ended } = await startProgram(`() => { throw new Error('gone') }`)
    const closed = once(lines, 'line')
    child.kill('SIGTERM')
    expect(await closed).toEqual(['first closer'])
    expect(await ended).toEqual([130, null])
    await expect.poll(() => isAlive(serverPid)).toBe(false)
  })

  it('ends at once at a second signal while a closer waits, and leaves no server', async () => {
    const { child, lines, serverPid, ended } = await startProgram(
      `() => new Promise((resolve) => { console.log('waits'); setTimeout(resolve, 2 ** 30) })`,
    )
    const waits = once(lines, 'line')
    child.kill('SIGTERM')
    await waits
    // The copy that npm sends of a Ctrl-C does not count, so the signal is sent until it does.
    const sending = setInterval(() => child.kill('SIGINT'), 100)
    expect(await ended).toEqual([130, null])
    clearInterval(sending)
    await expect.poll(() => isAlive(serverPid)).toBe(false)
  })
})

it('closers are all called though one fails, and its error is thrown', async () => {
  const closers = createClosers()
  const closed: string[] = []
  closers.add(() => closed.push('first'))
  closers.add(() => Promise.reject(new Error('gone')))
  closers.add(() => closed.push('last'))
  await expect(closers.close()).rejects.toThrow('gone')
  expect(closed).toEqual(['last', 'first'])
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
