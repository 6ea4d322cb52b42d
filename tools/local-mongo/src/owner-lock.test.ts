import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock } from './owner-lock.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'owner-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a lock is free again once it is released, and refused with its owner until then', () => {
  const lock = takeLock(join(folder, 'lock'))
  expect(takeLock(join(folder, 'lock'))).toBe(process.pid)
  if (typeof lock !== 'number') lock.release()
  expect(takeLock(join(folder, 'lock'))).toHaveProperty('release')
})

test('processes that compete for one lock, and die while they hold it, never hold it at the same time', async () => {
  // Each round: take the lock, make a file that only one process can make, remove it, let go. A third of the processes
  // are killed by themselves while they hold the lock, so that the others find it stale.
  const script = `
    import { mkdirSync, rmdirSync, writeSync } from 'node:fs'
    import { takeLock } from ${JSON.stringify(new URL('./owner-lock.ts', import.meta.url).href)}
    const [folder, rounds, dies] = process.argv.slice(-3)
    for (let round = 0; round < Number(rounds); ) {
      const lock = takeLock(folder + '/lock')
      if (typeof lock === 'number') continue
      mkdirSync(folder + '/held')
      rmdirSync(folder + '/held')
      round++
      if (round === Number(rounds) && dies === 'dies') process.kill(process.pid, 'SIGKILL')
      lock.release()
    }`
  const fighters = Array.from({ length: 6 }, (_, index) => {
    const last = [folder, '20', index % 3 === 0 ? 'dies' : 'lives']
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script, ...last]
    return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  })
  const ends = await Promise.all(fighters.map((fighter) => once(fighter, 'exit')))
  expect(ends.map(([code, signal]) => code ?? signal)).toEqual(['SIGKILL', 0, 0, 'SIGKILL', 0, 0])
})
