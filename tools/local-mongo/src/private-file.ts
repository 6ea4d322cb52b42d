import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** Writes a file that only its owner can read. Other processes see the old or the new content, never a part. */
export function writePrivate(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, path)
}

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Reads the members of the object in a JSON file. A missing or broken file has none. */
export function readMembers(path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readIfThere(path) ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Formats the last lines of a log for an error message. */
export function lastLines(text: string, linesMax = 8): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines
    .slice(-linesMax)
    .map((line) => `    ${line.slice(0, 500)}`)
    .join('\n')
}

/** Waits until no other live process holds a lock file, and runs `work` while this process holds it. */
export async function withLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  while (!takeLock(lock)) {
    const owner = readIfThere(lock)
    if (owner !== undefined && isAlive(Number(owner))) await sleep(200)
    else if (owner !== undefined) breakLock(lock, owner)
  }
  return work().finally(() => rmSync(lock, { force: true }))
}

/** Creates the lock file with its owner in it: a file that is created and then written looks for a moment as if its owner were dead. */
function takeLock(lock: string): boolean {
  const draft = `${lock}.${process.pid}.draft`
  writeFileSync(draft, String(process.pid))
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
}

/** Removes the lock of a dead owner. If another process did so in the meantime and took the lock, it gets the file back. */
function breakLock(lock: string, deadOwner: string): void {
  const removed = `${lock}.${process.pid}.removed`
  try {
    renameSync(lock, removed)
    if (readIfThere(removed) !== deadOwner) linkSync(removed, lock)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EEXIST')))
      throw error
  }
  rmSync(removed, { force: true })
}

/** Tells whether a process is there. A process id may belong to another program later. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
