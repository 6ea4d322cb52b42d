import type { Jobs } from '../store/job-store.ts'

/** So many job ids may have been given since the backup; their addresses lead nowhere rather than to another job. */
const IDS_SKIPPED = 100_000

/** Makes the next job id one that was never given, after the database was restored. */
export function recoverJobIds(deps: Jobs<'skipIds'>): Promise<number> {
  return deps.jobs.skipIds(IDS_SKIPPED)
}
