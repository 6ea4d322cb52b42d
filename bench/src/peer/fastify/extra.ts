import type { JobChange } from '../native/job-change.ts'
import { Refusal } from '../native/refusal.ts'

const LEVELS_MAX = 32

/** Throws 400 where an unknown field could not be given back as it came. */
export function requireKeepable(extra: JobChange['extra']): void {
  for (const [name, value] of extra) {
    if (!isKeepable(value, LEVELS_MAX)) {
      throw new Refusal(400, `job.${name} must be at most ${LEVELS_MAX} levels deep and have no number over 1.8e308`)
    }
  }
}

function isKeepable(value: unknown, levels: number): boolean {
  // JSON.parse reads 1e400 as Infinity, which would be stored as null.
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isKeepable(inner, levels - 1))
}
