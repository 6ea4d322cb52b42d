import type { Deps } from '../../deps.ts'

/**
 * Boardwalk may have given this many job ids since the backup. Skipping them keeps their old addresses from leading to
 * other jobs.
 */
const IDS_SKIPPED = 100_000

/**
 * Skips job ids after the database was restored, so that the next job gets an id that no job ever had. Returns the last
 * one skipped.
 */
export function recoverJobIds(deps: Deps): Promise<number> {
  return deps.jobs.skipIds(IDS_SKIPPED)
}
