import { LRUCache } from 'lru-cache'
import type * as mongo from 'mongodb'
import { LATEST } from '../../db/change-each.ts'
import { batch } from '../../db/once.ts'
import { countCharacters, type KnownJob, type StoredJob } from '../job.ts'
import { findEach, findJobs, fromDocument, type JobCollection, type JobKey, type KeyMember } from './document.ts'

/** Finds jobs of a company by external id, job id or form. */
export function createJobReads(jobs: JobCollection, cache: JobCache) {
  /** Makes a function that finds one job. Calls at the same time share one query. */
  const createFind = <Member extends KeyMember>(member: Member, options?: mongo.FindOptions) =>
    batch(async (keys: readonly JobKey<Member>[]) =>
      (await findEach(jobs, member, keys, options)).map((row) => row && cache.store(fromDocument(row))),
    )
  const findByKey = createFind('externalKey')
  const findLatestByKey = createFind('externalKey', LATEST)
  const findLatestByForm = createFind('formId', LATEST)
  const findByJobId = createFind('_id')

  return {
    findByExternalId: (companyId: string, externalId: string): Promise<StoredJob | undefined> =>
      findByKey({ companyId, externalKey: externalId }),
    /** Reads the latest stored job (`LATEST`). Use it if the answer may say that nothing had to be written. */
    findLatest: (companyId: string, externalId: string): Promise<StoredJob | undefined> =>
      findLatestByKey({ companyId, externalKey: externalId }),
    /** Reads the latest stored state of several jobs (`LATEST`). */
    async findLatestOfEach(companyId: string, externalIds: string[]): Promise<StoredJob[]> {
      if (externalIds.length === 0) return []
      const found = await findJobs(jobs, { companyId, externalKey: { $in: externalIds } }, LATEST)
      return found.map(cache.store)
    },
    /** Returns a job from this process's cache, which may be old. Use it only for `replace`, which checks the revision. */
    recall: cache.recall,
    /** Finds the job that was created in a form. Reads the latest stored job (`LATEST`). */
    findByForm: (companyId: string, formId: string): Promise<StoredJob | undefined> =>
      findLatestByForm({ companyId, formId }),
    findById: (companyId: string, jobId: number): Promise<StoredJob | undefined> =>
      findByJobId({ _id: jobId, companyId }),
    findByIds: (companyId: string, jobIds: number[]): Promise<StoredJob[]> =>
      findJobs(jobs, { _id: { $in: jobIds }, companyId }),
  }
}

const CACHED_CHARACTERS_MAX = 32 * 1024 * 1024

/** Caches the jobs that this process has read or written, bounded by total characters. */
export function createJobCache() {
  const jobs = new LRUCache<string, StoredJob>({ maxSize: CACHED_CHARACTERS_MAX, sizeCalculation: countCharacters })
  const formatKey = (companyId: string, externalId: string) => JSON.stringify([companyId, externalId])
  return {
    /** Stores a job under its external id, and returns the job. */
    store(job: StoredJob): StoredJob {
      if (job.externalId !== null) jobs.set(formatKey(job.companyId, job.externalId), job)
      return job
    },
    /** Removes a job that the database may have another revision of. */
    forget({ companyId, externalId }: Pick<KnownJob, 'companyId' | 'externalId'>): void {
      if (typeof externalId === 'string') jobs.delete(formatKey(companyId, externalId))
    },
    /** Returns the cached job, which may be old. Undefined if it is not cached. */
    recall: (companyId: string, externalId: string): StoredJob | undefined =>
      jobs.get(formatKey(companyId, externalId)),
  }
}
export type JobCache = ReturnType<typeof createJobCache>
