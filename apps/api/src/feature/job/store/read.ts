import { LRUCache } from 'lru-cache'
import type * as mongo from 'mongodb'
import { LATEST } from '../../../db/change-each.ts'
import { batch } from '../../../db/once.ts'
import { countCharacters, type StoredJob } from '../job.ts'
import { findJobs, findNamed, fromDocument, type JobCollection, type JobName, type Named } from './document.ts'

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

const CHARACTERS_MAX = 32 * 1024 * 1024

/** A cache of the jobs that this process has read or written, bounded by total characters. */
export interface SeenJobs {
  /** Stores a job under its external id, and returns the job. */
  note(job: StoredJob): StoredJob
  /** Returns the cached job, which may be old. Undefined if it is not cached. */
  recall(companyId: string, externalId: string): StoredJob | undefined
}

export function createSeenJobs(): SeenJobs {
  const jobs = new LRUCache<string, StoredJob>({ maxSize: CHARACTERS_MAX, sizeCalculation: countCharacters })
  return {
    note(job) {
      if (job.externalId !== null) jobs.set(JSON.stringify([job.companyId, job.externalId]), job)
      return job
    },
    recall: (companyId, externalId) => jobs.get(JSON.stringify([companyId, externalId])),
  }
}
