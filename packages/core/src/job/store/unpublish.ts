import * as mongo from 'mongodb'
import { LATEST } from '../../db/change-each.ts'
import { batch } from '../../db/once.ts'
import type { Retry } from '../../db/retry.ts'
import { isTransient } from '../../process/database-failure.ts'
import type { KnownJob, StoredJob } from '../job.ts'
import type { JobCache } from './cache.ts'
import type { JobChanges, Unpublication } from './change.ts'
import type { JobCollection } from './document.ts'

/** The job that was unpublished, by this call or before. If it `isOutdated`, it was changed meanwhile, and the call must be repeated. */
interface Unpublished {
  jobId: number
  isOutdated: boolean
  /** The revision that this call made. Absent if the job was unpublished before. */
  revision?: number
}

interface UnpublishOptions extends Pick<JobChanges, 'changeJobs' | 'replace' | 'unpublishUnread'> {
  cache: JobCache
  findLatest: (companyId: string, externalId: string) => Promise<StoredJob | undefined>
  retry: Retry
}

const UNPUBLISHED = { status: 'UNPUBLISHED' } as const

/** The clocks of the database and of a process are closer than this. */
const CLOCKS_MS_MAX = 60_000

/** Unpublishes jobs by external id. */
export function createUnpublish(
  jobs: JobCollection,
  { cache, findLatest, replace, retry, changeJobs, unpublishUnread }: UnpublishOptions,
) {
  /** A job alone costs one command. Jobs at the same time share a read and a bulk, which cost less than one command for each. */
  async function unpublishEach(wanted: readonly Unpublication[]): Promise<(Unpublished | undefined | Error)[]> {
    const unpublish = wanted.length === 1 ? unpublishAlone : unpublishRead
    return Promise.all(wanted.map((each) => unpublish(each).catch((error: Error) => error)))
  }

  async function unpublishRead({ companyId, externalId, mark }: Unpublication): Promise<Unpublished | undefined> {
    const cached = cache.recall(companyId, externalId)
    const job = cached?.status === 'PUBLISHED' ? cached : await findLatest(companyId, externalId)
    if (job === undefined) return undefined
    if (job.status === 'UNPUBLISHED') return { jobId: job.id, isOutdated: false }
    const isMade = await replace(job, { ...job, ...UNPUBLISHED }, mark)
    return isMade
      ? { jobId: job.id, isOutdated: false, revision: job.revision + 1 }
      : { jobId: job.id, isOutdated: true }
  }

  /**
   * Unpublishes a job without reading it first. If the command changes nothing, the job is read: the command may have been answered by a
   * member that was the primary a moment ago (docs/adr/0004-updating-a-job.md).
   */
  async function unpublishAlone(wanted: Unpublication): Promise<Unpublished | undefined> {
    const id = new mongo.ObjectId()
    cache.forget(wanted)
    let before: KnownJob | undefined
    try {
      before = await unpublishUnread(wanted, id)
    } catch (error) {
      if (!isTransient(error)) throw error
      return unpublishAfterLoss(wanted, id)
    }
    if (before?.status !== 'PUBLISHED') return unpublishRead(wanted)
    return { jobId: before.id, isOutdated: false, revision: before.revision + 1 }
  }

  /**
   * Unpublishes a job after the answer of the first command was lost. That command may have unpublished a job that has lost the external
   * id since, or may still arrive. So this looks for the id of the change, and writes it even if another call has unpublished the job.
   */
  async function unpublishAfterLoss(
    { companyId, externalId, mark }: Unpublication,
    id: mongo.ObjectId,
  ): Promise<Unpublished | undefined> {
    const since = new Date(mark.updatedAt.getTime() - CLOCKS_MS_MAX)
    const jobOrChange = [{ externalKey: externalId }, { changeIds: id, changedAt: { $gte: since } }]
    const projection = { externalKey: 1, revision: 1, changeIds: 1 }
    for (;;) {
      const rows = await retry(() => jobs.find({ companyId, $or: jobOrChange }, { projection, ...LATEST }).toArray())
      const made = rows.find(({ changeIds }) => changeIds?.some((each) => each.equals(id)))
      // A sweep writes what searches find: the job may have been published again meanwhile.
      if (made !== undefined) return { jobId: made._id, isOutdated: false, revision: made.revision }
      const job = rows.find(({ externalKey }) => externalKey === externalId)
      if (job === undefined) return undefined
      const { _id: jobId, revision } = job
      const read = { id: jobId, companyId, externalId, revision }
      const [outcome] = await changeJobs([{ read, set: { ...UNPUBLISHED, ...mark }, at: mark.updatedAt, id }])
      if (outcome instanceof Error) throw outcome
      if (outcome === 'made') return { jobId, isOutdated: false, revision: revision + 1 }
    }
  }

  return {
    /** Unpublishes the job with an external id, and keeps its data. Undefined if there is no such job. */
    unpublish: batch(unpublishEach),
  }
}
