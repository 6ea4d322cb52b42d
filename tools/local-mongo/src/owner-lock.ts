import { randomUUID } from 'node:crypto'
import { linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readStartTime } from './live-process.ts'
import { makeFolder, readMembers, writePrivate } from './private-file.ts'

export interface OwnerLock {
  release(): void
}

/**
 * Takes the lock of a folder, or returns the pid of the live process that holds it. The lock of a dead process is free. A
 * pid that another process has now is recognised by the start time of the process.
 *
 * The lock is the file with the highest number. A process takes it by creating the file with the next number; the file
 * system allows this to one process only. The highest file is never removed. So two processes that find the same dead owner
 * can never both take the lock, even if one of them sleeps between reading and creating.
 */
export function takeLock(folder: string): OwnerLock | number {
  makeFolder(folder)
  for (;;) {
    const top = findHighest(folder)
    const holder = findHolder(folder, top)
    if (holder !== undefined) return holder
    const mine = top + 1
    if (!create(folder, mine)) continue
    // While this process slept, others may have used and removed this number. Then there is a higher one.
    if (findHighest(folder) !== mine) continue
    removeLower(folder, mine)
    return { release: () => release(folder, mine) }
  }
}

/** Waits for the lock, and runs `work` while this process holds it. */
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

function findHighest(folder: string): number {
  return Math.max(0, ...readdirSync(folder).map(Number).filter(Number.isInteger))
}

function findHolder(folder: string, number: number): number | undefined {
  const { pid, started } = readMembers(join(folder, String(number)))
  return typeof pid === 'number' && typeof started === 'string' && started === readStartTime(pid) ? pid : undefined
}

function create(folder: string, number: number): boolean {
  const draft = join(folder, `draft-${randomUUID()}`)
  try {
    writeFileSync(draft, JSON.stringify({ pid: process.pid, started: readStartTime(process.pid) }), { mode: 0o600 })
    // A hard link appears together with its content, and cannot be created if the name exists.
    linkSync(draft, join(folder, String(number)))
    return true
  } catch (error) {
    // EEXIST: another process was faster. ENOENT: that process has removed our draft.
    if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOENT')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function removeLower(folder: string, mine: number): void {
  for (const name of readdirSync(folder)) if (Number(name) < mine) rmSync(join(folder, name), { force: true })
}

function release(folder: string, mine: number): void {
  try {
    writePrivate(join(folder, String(mine)), '{}')
  } catch {
    // The whole folder was removed, and the lock with it.
  }
}
