import type * as mongo from 'mongodb'
import { LATEST } from '../../db/change-each.ts'
import { batch } from '../../db/once.ts'
import type { StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'
import type { JobCache } from './cache.ts'
import { findEach, findJobs, fromDocument, type JobCollection, type JobKey, type KeyMember } from './document.ts'

const REVISION = { companyId: 1, externalKey: 1, revision: 1 } as const

/** Whether a cached job is the one of a stored row. Each change of a job makes a new revision, so it is then the same. */
const isRevisionOf = ({ id, revision }: StoredJob, row: Pick<JobDocument, '_id' | 'revision'> | undefined): boolean =>
  row?._id === id && row.revision === revision

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
  /** Finds the rows of jobs with their latest revision alone. Calls at the same time share one query. */
  const findLatestRevision = batch((keys: readonly JobKey<'externalKey'>[]) =>
    findEach(jobs, 'externalKey', keys, { projection: REVISION, ...LATEST }),
  )

  /** Reads the latest stored state of several jobs as a whole. */
  async function findWhole(companyId: string, externalIds: string[]): Promise<StoredJob[]> {
    if (externalIds.length === 0) return []
    const found = await findJobs(jobs, { companyId, externalKey: { $in: externalIds } }, LATEST)
    return found.map(cache.store)
  }

  /** Finds those of some cached jobs that are the latest stored ones. */
  async function findUnchanged(companyId: string, cached: StoredJob[]): Promise<StoredJob[]> {
    if (cached.length === 0) return []
    const externalKey = { $in: cached.flatMap(({ externalId }) => externalId ?? []) }
    const rows = await jobs.find({ companyId, externalKey }, { projection: REVISION, ...LATEST }).toArray()
    const stored = new Map(rows.map((row) => [row._id, row]))
    return cached.filter((job) => isRevisionOf(job, stored.get(job.id)))
  }

  return {
    findByExternalId: (companyId: string, externalId: string): Promise<StoredJob | undefined> =>
      findByKey({ companyId, externalKey: externalId }),
    /**
     * Finds the latest stored job (`LATEST`). Use it if the answer may say that nothing had to be written. If this process has the job in its
     * cache, it reads the revision first, and the job only if that is another one.
     */
    async findLatest(companyId: string, externalId: string): Promise<StoredJob | undefined> {
      const key = { companyId, externalKey: externalId }
      const cached = cache.recall(companyId, externalId)
      const isLatest = cached !== undefined && isRevisionOf(cached, await findLatestRevision(key))
      return isLatest ? cached : findLatestByKey(key)
    },
    /** Finds the latest stored state of several jobs, as `findLatest` does. */
    async findLatestOfEach(companyId: string, externalIds: string[]): Promise<StoredJob[]> {
      const cached = externalIds.flatMap((externalId) => cache.recall(companyId, externalId) ?? [])
      const cachedIds = new Set(cached.map(({ externalId }) => externalId))
      const [unchanged, read] = await Promise.all([
        findUnchanged(companyId, cached),
        findWhole(
          companyId,
          externalIds.filter((externalId) => !cachedIds.has(externalId)),
        ),
      ])
      for (const { externalId } of unchanged) cachedIds.delete(externalId)
      const changedIds = [...cachedIds].flatMap((externalId) => externalId ?? [])
      return [...unchanged, ...read, ...(await findWhole(companyId, changedIds))]
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
      findJobs(
        jobs,
        // Such jobs have no other status, so the index passes over those that people can see.
        { companyId, status: { $in: ['WITHHELD', 'UNPUBLISHED'] }, suspendedAt: { $gt: new Date(0) } },
        { sort: { _id: 1 }, limit: jobsMax },
      ),
  }
}
