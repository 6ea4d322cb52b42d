import { changeEach, type RowChange } from '../../../db/change-each.ts'
import type { Connection } from '../../../db/connection.ts'
import { batch } from '../../../db/once.ts'
import type { Retry } from '../../../db/retry.ts'
import { type JobDocument, openJobs } from '../schema.ts'
import { createExternalIds, createHolders, type ExternalIds } from './external-ids.ts'
import { createJobLists, type JobLists } from './lists.ts'
import { createPublishedJobs, type PublishedJobs } from './published.ts'
import { createJobReads, createSeenJobs, type JobReads } from './read.ts'
import { createJobSearches, type JobSearches } from './search.ts'
import {
  createJobIds,
  createJobUpgrades,
  createJobWrites,
  type JobIds,
  type JobUpgrades,
  type JobWrites,
} from './write.ts'

/** Stores the jobs of all companies. The file of each part describes that part. */
export interface JobStore
  extends JobIds,
    JobReads,
    JobWrites,
    ExternalIds,
    JobLists,
    JobSearches,
    PublishedJobs,
    JobUpgrades {}

export function createJobStore(connection: Connection, retry: Retry): JobStore {
  const jobs = openJobs(connection)
  const seen = createSeenJobs()
  const holders = createHolders(jobs)
  const changeJobs = (changes: readonly RowChange<JobDocument>[]) => changeEach(jobs, changes, retry)
  const change = batch(changeJobs)
  return {
    ...createJobIds(connection, jobs),
    ...createJobReads(jobs, seen),
    ...createJobWrites(jobs, { seen, change, forgetHolder: holders.forget }),
    ...createExternalIds(jobs, { holders, change, changeJobs }),
    ...createJobLists(jobs),
    ...createJobSearches(jobs),
    ...createPublishedJobs(jobs),
    ...createJobUpgrades(jobs),
  }
}
