import type { BoardAnswer } from './address.ts'
import type { Check } from './check.ts'

const apartMaxMs = 5_000

/** Compares this machine's clock with the board's. A `since` from a clock that is ahead would skip candidates. */
export function checkClock({ boardMs, ourMs }: BoardAnswer): Check {
  if (boardMs === undefined || Number.isNaN(boardMs))
    return { name: 'clock', status: 'skipped', message: 'the board’s answer has no date' }
  const apartMs = ourMs - boardMs
  const seconds = Math.round(Math.abs(apartMs) / 1000)
  if (Math.abs(apartMs) <= apartMaxMs)
    return { name: 'clock', status: 'ok', message: `within ${apartMaxMs / 1000} seconds of the board’s` }
  const where = apartMs > 0 ? 'ahead of' : 'behind'
  return {
    name: 'clock',
    status: 'warning',
    message: `${seconds} seconds ${where} the board’s; correct it, or take every --since from the board’s answers`,
  }
}
