import type * as mongo from 'mongodb'
import { LATEST } from '../../../db/change-each.ts'
import { batch } from '../../../db/once.ts'
import type { StoredJob } from '../job.ts'
import { findJobs, fromDocument, type JobCollection } from './document.ts'
import { findNamed, type JobName, type Named } from './find-named.ts'
import type { SeenJobs } from './seen-jobs.ts'

/** Finds jobs of a company by external id or job id. */
export interface JobReads {
  findByExternalId(companyId: string, externalId: string): Promise<StoredJob | undefined>
  /** Reads the latest stored job (`LATEST`). Use it if the answer may say that nothing had to be written. */
  findLatest(companyId: string, externalId: string): Promise<StoredJob | undefined>
  /** Reads the latest stored state of several jobs (`LATEST`). */
  findLatestOfEach(companyId: string, externalIds: string[]): Promise<StoredJob[]>
  /** Returns a job from this process's cache, which may be old. Use it only for `replace`, which checks the revision. */
  recall(companyId: string, externalId: string): StoredJob | undefined
  /** Finds the job that was created in a form. Reads the latest stored job (`LATEST`). */
  findByForm(companyId: string, formId: string): Promise<StoredJob | undefined>
  findById(companyId: string, jobId: number): Promise<StoredJob | undefined>
  findByIds(companyId: string, jobIds: number[]): Promise<StoredJob[]>
}

export function createJobReads(jobs: JobCollection, seen: SeenJobs): JobReads {
  /** Makes a function that finds one job. Calls at the same time share one query. */
  const find = <Name extends JobName>(name: Name, options?: mongo.FindOptions) =>
    batch(async (wanted: readonly Named<Name>[]) =>
      (await findNamed(jobs, name, wanted, options)).map((row) => row && seen.note(fromDocument(row))),
    )
  const byExternalId = find('externalKey')
  const latestByExternalId = find('externalKey', LATEST)
  const byForm = find('formId', LATEST)
  const byId = find('_id')

  return {
    findByExternalId: (companyId, externalId) => byExternalId({ companyId, externalKey: externalId }),
    findLatest: (companyId, externalId) => latestByExternalId({ companyId, externalKey: externalId }),
    async findLatestOfEach(companyId, externalIds) {
      if (externalIds.length === 0) return []
      const found = await findJobs(jobs, { companyId, externalKey: { $in: externalIds } }, LATEST)
      return found.map(seen.note)
    },
    recall: seen.recall,
    findByForm: (companyId, formId) => byForm({ companyId, formId }),
    findById: (companyId, jobId) => byId({ _id: jobId, companyId }),
    async findByIds(companyId, jobIds) {
      return findJobs(jobs, { _id: { $in: jobIds }, companyId })
    },
  }
}
