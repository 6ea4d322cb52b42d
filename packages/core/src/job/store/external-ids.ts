import { toStorableDate } from '@boardwalk/schema/iso-date'
import type * as mongo from 'mongodb'
import { type ChangeOutcome, LATEST } from '../../db/change-each.ts'
import type { ChangeMark, IdHolder, KnownJob } from '../job.ts'
import type { HolderCache } from './cache.ts'
import type { JobChanges } from './change.ts'
import { type JobCollection, readExternalId } from './document.ts'

/** A job's external id and title, and the revision at which they were read. */
export interface JobIdentity {
  externalId: string | null
  title: string
  revision: number
}

/** A job without an external id, and the external id to give it. */
interface NewLink {
  jobId: number
  externalId: string
  revision: number
}

/** What to store with a new external id. `linkedAt` becomes `IdHolder.linkedAt`. */
interface LinkMark extends ChangeMark {
  linkedAt: Date
}

/** No call that sets external ids runs for longer than this. */
const LINKING_MS_MAX = 60 * 60 * 1000

interface ExternalIdOptions {
  holders: HolderCache
  changes: Pick<JobChanges, 'changeJob' | 'changeJobs'>
}

/** Finds and changes the external ids of a company's jobs. */
export function createExternalIds(jobs: JobCollection, { holders, changes }: ExternalIdOptions) {
  async function find(
    companyId: string,
    jobIds: number[],
    externalIds: string[] = [],
    options?: mongo.FindOptions,
  ): Promise<Map<number, JobIdentity>> {
    if (jobIds.length + externalIds.length === 0) return new Map()
    const projection = { externalKey: 1, revision: 1, 'fields.title': 1 }
    const byJobId = { _id: { $in: jobIds }, companyId }
    const byExternalId = { companyId, externalKey: { $in: externalIds } }
    // A plain filter costs the database less than `$or`.
    const either = jobIds.length === 0 ? byExternalId : { $or: [byJobId, byExternalId] }
    const found = await jobs.find(externalIds.length === 0 ? byJobId : either, { projection, ...options }).toArray()
    return new Map(
      found.map((row) => [
        row._id,
        { externalId: readExternalId(row), title: row.fields.title, revision: row.revision },
      ]),
    )
  }

  return {
    /**
     * Finds the job that has an external id, from a cache that is less than a second old. A change by this process shows
     * at once.
     */
    findHolder: (companyId: string, externalId: string): Promise<IdHolder | undefined> =>
      holders.find(companyId, externalId),
    /** Finds the jobs with one of the job ids or external ids, by job id. A job that does not exist has no entry. */
    findExternalIds: (companyId: string, jobIds: number[], externalIds: string[] = []) =>
      find(companyId, jobIds, externalIds),
    /** Finds the titles of the jobs, by job id. */
    async findTitles(companyId: string, jobIds: number[]): Promise<Map<number, string>> {
      const found = await find(companyId, [...new Set(jobIds)])
      return new Map([...found].map(([jobId, { title }]) => [jobId, title]))
    },
    /** Reads the latest stored external ids of the jobs (`LATEST`). */
    findLatestExternalIds: (companyId: string, jobIds: number[]) => find(companyId, jobIds, [], LATEST),

    /**
     * Gives external ids to jobs that have none. Returns for each link whether it was made, whether the job has changed since
     * it was read (`outdated`), or whether another job has the id (`taken`). Two links must not name the same job.
     */
    async setExternalIds(companyId: string, links: NewLink[], mark: LinkMark): Promise<ChangeOutcome[]> {
      const writes = links.map(({ jobId, externalId, revision }) => ({
        read: { id: jobId, companyId, revision, externalId: null },
        set: { externalId, ...mark },
        at: mark.updatedAt,
      }))
      return (await changes.changeJobs(writes)).map(throwIfError)
    },

    /** Gives a job another external id, or removes it if `externalId` is null. */
    replaceExternalId: (read: KnownJob, externalId: string | null, mark: LinkMark): Promise<ChangeOutcome> =>
      changes.changeJob({ read, set: { externalId, ...mark }, at: mark.updatedAt }),

    /** Finds the jobs whose external id was changed after an instant. It may find jobs that were changed in another way, too. */
    async findMovedSince(companyId: string, since: Date): Promise<number[]> {
      // A call that sets many ids takes one `linkedAt` for all, at its start. Each write sets its own `changedAt`.
      const linkedAt = { $gt: toStorableDate(since.getTime() - LINKING_MS_MAX) }
      const found = jobs.find({ companyId, changedAt: { $gt: since }, linkedAt }, { projection: { _id: 1 }, ...LATEST })
      return (await found.toArray()).map(({ _id }) => _id)
    },
  }
}

function throwIfError(outcome: ChangeOutcome | Error): ChangeOutcome {
  if (outcome instanceof Error) throw outcome
  return outcome
}
