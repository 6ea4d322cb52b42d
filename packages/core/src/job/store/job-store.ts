import type { Connection } from '../../db/connection.ts'
import type { Retry } from '../../db/retry.ts'
import { openJobSearches, openJobs } from '../schema.ts'
import { createApiList } from './api-list.ts'
import { createJobChanges } from './change.ts'
import { createChangedJobs } from './changed.ts'
import { createClosing } from './closing.ts'
import { createExternalIds, createHolderCache } from './external-ids.ts'
import { createJobIds } from './ids.ts'
import { createJobLists } from './lists.ts'
import type { FindShownOwners } from './owners.ts'
import { createPublishedJobs } from './published.ts'
import { createJobCache, createJobReads } from './read.ts'
import { createJobSearches } from './search.ts'
import { createSearchRows } from './search-rows.ts'
import { createSearchSweep } from './search-sweep.ts'
import { createSimilarJobs } from './similar.ts'
import { createSpelling } from './spelling.ts'
import { createSuspensions } from './suspension.ts'
import { createUnpublish } from './unpublish.ts'
import { createWordSearch } from './word-search.ts'
import { createContentWrites } from './write.ts'

/** What the queries over the whole board need to know of the companies. */
interface CompanyLookups {
  /** Finds, for each word, the companies whose name has a word that begins with it. */
  findEmployers: (words: readonly string[]) => Promise<string[][]>
  findShownOwners: FindShownOwners
}

/** Stores the jobs of all companies. Each part has a file of its own. */
export function createJobStore(
  connection: Connection,
  retry: Retry,
  { findEmployers, findShownOwners }: CompanyLookups,
) {
  const jobs = openJobs(connection)
  const cache = createJobCache()
  const holders = createHolderCache(jobs)
  const changes = createJobChanges(jobs, { cache, holders, retry })
  const rows = openJobSearches(connection)
  const spelling = createSpelling(connection)
  const { write, noteSearch, flushSearch } = createSearchRows(rows, spelling)
  const reads = createJobReads(jobs, cache)
  const { insert, deleteDraft, touchAll, subscribe } = changes
  const { replace } = createContentWrites(changes)
  return {
    ...createJobIds(connection, jobs),
    ...reads,
    insert,
    replace,
    deleteDraft,
    touchAll,
    subscribe,
    ...createUnpublish(jobs, { cache, findLatest: reads.findLatest, replace, retry, ...changes }),
    ...createExternalIds(jobs, { holders, changes }),
    ...createApiList(jobs),
    ...createJobLists(jobs),
    ...createJobSearches(jobs, createWordSearch({ rows, spelling, findEmployers }), findShownOwners),
    ...createClosing(jobs, changes),
    ...createSearchSweep(connection, { jobs, rows, write }),
    noteSearch,
    flushSearch,
    ...createSimilarJobs(jobs, rows, findShownOwners),
    ...createPublishedJobs(jobs, findShownOwners),
    ...createSuspensions(jobs, changes),
    ...createChangedJobs(jobs),
  }
}
export type JobStore = ReturnType<typeof createJobStore>
