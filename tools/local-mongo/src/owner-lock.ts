import { randomUUID } from 'node:crypto'
import { linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOf } from './live-process.ts'
import { makeFolder, readMembers, writePrivate } from './private-file.ts'

export interface OwnerLock {
  release(): void
}

/**
 * Takes the lock that this folder is, or returns the pid of the live process that has it. It outlives no process: the
 * lock of a dead one is free, and a pid given out again is told apart by the time at which its process began.
 *
 * The lock is the file with the highest number. To take it is to create the next number, which the file system grants
 * to one process only; nothing is ever unlocked by removing the highest file, so two processes that find the same dead
 * owner can never both win, however long one of them sleeps between looking and taking.
 */
export function takeLock(folder: string): OwnerLock | number {
  makeFolder(folder)
  for (;;) {
    const top = highest(folder)
    const holder = holderOf(folder, top)
    if (holder !== undefined) return holder
    const mine = top + 1
    if (!create(folder, mine)) continue
    // Number `mine` may be an old one that was tidied away while this process slept: then a higher one is there.
    if (highest(folder) !== mine) continue
    tidy(folder, mine)
    return { release: () => release(folder, mine) }
  }
}

/** Runs `work` while no other process runs its own under the same lock. */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const lock = takeLock(folder)
    if (typeof lock === 'number') {
      await sleep(200)
      continue
    }
    try {
      return await work()
    } finally {
      lock.release()
    }
  }
}

function highest(folder: string): number {
  return Math.max(0, ...readdirSync(folder).map(Number).filter(Number.isInteger))
}

function holderOf(folder: string, number: number): number | undefined {
  const { pid, started } = readMembers(join(folder, String(number)))
  return typeof pid === 'number' && typeof started === 'string' && started === startOf(pid) ? pid : undefined
}

function create(folder: string, number: number): boolean {
  const draft = join(folder, `draft-${randomUUID()}`)
  try {
    writeFileSync(draft, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }), { mode: 0o600 })
    // A link appears with its contents, and fails if the name is taken.
    linkSync(draft, join(folder, String(number)))
    return true
  } catch (error) {
    // EEXIST: another was faster. ENOENT: the winner has tidied our draft away.
    if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOENT')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function tidy(folder: string, mine: number): void {
  for (const name of readdirSync(folder)) if (Number(name) < mine) rmSync(join(folder, name), { force: true })
}

function release(folder: string, mine: number): void {
  try {
    writePrivate(join(folder, String(mine)), '{}')
  } catch {
    // The whole folder was removed: nobody can find the lock, which is as good as released.
  }
}
