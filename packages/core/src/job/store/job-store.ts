import { changeEach, type RowChange } from '../../db/change-each.ts'
import type { Connection } from '../../db/connection.ts'
import { batch } from '../../db/once.ts'
import type { Retry } from '../../db/retry.ts'
import { type JobDocument, openJobSearches, openJobs } from '../schema.ts'
import { createApiList } from './api-list.ts'
import { createChangedJobs } from './changed.ts'
import { createClosing } from './closing.ts'
import { createExternalIds, createHolderCache } from './external-ids.ts'
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
import { createJobIds, createJobWrites } from './write.ts'

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
  const changeJobs = (changes: readonly RowChange<JobDocument>[]) => changeEach(jobs, changes, retry)
  const change = batch(changeJobs)
  const rows = openJobSearches(connection)
  const spelling = createSpelling(connection)
  const { write, note: noteSearch, flushSearch } = createSearchRows(rows, spelling)
  const reads = createJobReads(jobs, cache)
  const writes = createJobWrites(jobs, { cache, change, forgetHolder: holders.forget, noteSearch })
  return {
    ...createJobIds(connection, jobs),
    ...reads,
    ...writes,
    ...createUnpublish(jobs, { cache, findLatest: reads.findLatest, replace: writes.replace, retry, noteSearch }),
    ...createExternalIds(jobs, { holders, change, changeJobs }),
    ...createApiList(jobs),
    ...createJobLists(jobs),
    ...createJobSearches(jobs, createWordSearch({ rows, spelling, findEmployers }), findShownOwners),
    ...createClosing(jobs, { changeJobs, noteSearch }),
    ...createSearchSweep(connection, { jobs, rows, write }),
    flushSearch,
    ...createSimilarJobs(jobs, rows, findShownOwners),
    ...createPublishedJobs(jobs, findShownOwners),
    ...createSuspensions(jobs, { cache, change, noteSearch }),
    ...createChangedJobs(jobs),
  }
}
export type JobStore = ReturnType<typeof createJobStore>
