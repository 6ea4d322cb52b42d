import type { Connection } from '../../db/connection.ts'
import type { Retry } from '../../db/retry.ts'
import { openJobs } from '../schema.ts'
import { createApiList } from './api-list.ts'
import { createHolderCache, createJobCache } from './cache.ts'
import { createJobChanges } from './change.ts'
import { createChangedJobs } from './changed.ts'
import { createClosing } from './closing.ts'
import { createExternalIds } from './external-ids.ts'
import { createJobIds } from './ids.ts'
import { createJobLists } from './lists.ts'
import { createPublishedJobs } from './published.ts'
import { createJobReads } from './read.ts'
import { createUnpublish } from './unpublish.ts'

/** Stores the jobs of all companies. Each part has a file of its own. */
export function createJobStore(connection: Connection, retry: Retry) {
  const jobs = openJobs(connection)
  const cache = createJobCache()
  const holders = createHolderCache(jobs)
  const changes = createJobChanges(jobs, { cache, holders, retry })
  const reads = createJobReads(jobs, cache)
  const { insert, replace, setSuspension, deleteDraft, touchAll, subscribe } = changes
  return {
    ...createJobIds(connection, jobs),
    ...reads,
    insert,
    replace,
    setSuspension,
    deleteDraft,
    touchAll,
    subscribe,
    ...createUnpublish(jobs, { cache, findLatest: reads.findLatest, retry, ...changes }),
    ...createExternalIds(jobs, { holders, changes }),
    ...createApiList(jobs),
    ...createJobLists(jobs),
    ...createPublishedJobs(jobs),
    ...createClosing(jobs, changes),
    ...createChangedJobs(jobs),
  }
}
export type JobStore = ReturnType<typeof createJobStore>
