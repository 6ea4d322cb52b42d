import type * as mongo from 'mongodb'
import { LATEST } from '../../db/change-each.ts'
import { batch } from '../../db/once.ts'
import type { StoredJob } from '../job.ts'
import type { JobCache } from './cache.ts'
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
    /** Finds the company of a job. Undefined if no company has such a job. Only for the operator, who knows the job id alone. */
    async findCompanyOf(jobId: number): Promise<string | undefined> {
      const found = await jobs.findOne({ _id: jobId }, { projection: { companyId: 1 } })
      return found?.companyId
    },

    /** Finds the suspended jobs of a company, at most `jobsMax`. */
    findSuspended: (companyId: string, jobsMax: number): Promise<StoredJob[]> =>
      findJobs(jobs, { companyId, suspendedAt: { $gt: new Date(0) } }, { sort: { _id: 1 }, limit: jobsMax }),
  }
}
