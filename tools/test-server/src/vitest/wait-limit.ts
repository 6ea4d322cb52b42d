import { createHash } from 'node:crypto'

/** Time that `hashMuch` takes on a small virtual CPU with nothing else to do, in milliseconds. */
const QUIET_MS = 400
const MINUTE_MS = 60_000

/**
 * Measures how slow this machine is now, and returns how long a test may wait for one thing, in milliseconds: a minute on a
 * quiet machine, proportionally longer on a busy one. What takes longer than that never comes.
 */
export function measureWaitLimit(): number {
  const startedMs = performance.now()
  hashMuch()
  return Math.ceil(MINUTE_MS * Math.max(1, (performance.now() - startedMs) / QUIET_MS))
}

function hashMuch(): void {
  const block = Buffer.alloc(1024 * 1024)
  for (let round = 0; round < 512; round++) createHash('sha256').update(block).digest()
}
