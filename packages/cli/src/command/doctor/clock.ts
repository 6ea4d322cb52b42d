import type { BoardAnswer } from './address.ts'
import type { Check } from './check.ts'

const apartMaxMs = 5_000

/** Finds out whether our clock is the board's: a `since` of our own clock misses whom the board dates earlier. */
export function checkClock({ boardMs, ourMs }: BoardAnswer): Check {
  if (boardMs === undefined || Number.isNaN(boardMs))
    return { name: 'clock', status: 'skipped', message: 'the board’s answer names no time' }
  const apartMs = ourMs - boardMs
  const seconds = Math.round(Math.abs(apartMs) / 1000)
  if (Math.abs(apartMs) <= apartMaxMs)
    return { name: 'clock', status: 'ok', message: `within ${apartMaxMs / 1000} seconds of the board’s` }
  const where = apartMs > 0 ? 'ahead of' : 'behind'
  return {
    name: 'clock',
    status: 'warning',
    message: `${seconds} seconds ${where} the board’s; set it right, or take every --since from the board’s answers`,
  }
}
