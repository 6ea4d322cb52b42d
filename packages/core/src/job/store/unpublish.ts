import type { JobContent } from '@boardwalk/schema/job-content'
import * as mongo from 'mongodb'
import { changeEach, LATEST, NEXT_REVISION, toConditionalUpdate } from '../../db/change-each.ts'
import { batch } from '../../db/once.ts'
import type { Retry } from '../../db/retry.ts'
import { isTransient } from '../../process/database-failure.ts'
import type { ChangeMark, StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'
import type { JobCollection } from './document.ts'
import type { JobCache } from './read.ts'
import type { SearchRows } from './search-rows.ts'

/** The job to unpublish, and the mark of the change. */
interface Unpublication {
  companyId: string
  externalId: string
  mark: ChangeMark
}

/** The job that was unpublished, by this call or before. If it `isOutdated`, it was changed meanwhile, and the call must be repeated. */
interface Unpublished {
  jobId: number
  isOutdated: boolean
  /** The revision that this call made. Absent if the job was unpublished before. */
  revision?: number
}

interface UnpublishOptions {
  cache: JobCache
  findLatest: (companyId: string, externalId: string) => Promise<StoredJob | undefined>
  replace: (read: StoredJob, content: JobContent, mark: ChangeMark) => Promise<boolean>
  retry: Retry
  noteSearch: SearchRows['note']
}

const UNPUBLISHED = { status: 'UNPUBLISHED' } as const
const IS_PUBLISHED = { $ne: ['$status', 'UNPUBLISHED'] }

/** The clocks of the database and of a process are closer than this. */
const CLOCKS_MS_MAX = 60_000

/** Unpublishes jobs by external id. */
export function createUnpublish(
  jobs: JobCollection,
  { cache, findLatest, replace, retry, noteSearch }: UnpublishOptions,
) {
  /** A job alone costs one command. Jobs at the same time share a read and a bulk, which cost less than one command for each. */
  async function unpublishEach(wanted: readonly Unpublication[]): Promise<(Unpublished | undefined | Error)[]> {
    const unpublish = wanted.length === 1 ? unpublishUnread : unpublishRead
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
  async function unpublishUnread(wanted: Unpublication): Promise<Unpublished | undefined> {
    const { companyId, externalId, mark } = wanted
    const id = new mongo.ObjectId()
    const update = toConditionalUpdate(IS_PUBLISHED, { ...UNPUBLISHED, ...mark }, id, { searchRevision: NEXT_REVISION })
    cache.forget(companyId, externalId)
    let before: Pick<JobDocument, '_id' | 'status' | 'revision'> | null
    try {
      // No status in the filter: it would make the database choose between indexes.
      const key = { companyId, externalKey: externalId }
      before = await jobs.findOneAndUpdate(key, update, { projection: { status: 1, revision: 1 } })
    } catch (error) {
      if (!isTransient(error)) throw error
      return unpublishAfterLoss(wanted, id)
    }
    if (before === null || before.status === 'UNPUBLISHED') return unpublishRead(wanted)
    const revision = before.revision + 1
    noteSearch({ id: before._id, companyId, revision, ...UNPUBLISHED })
    return { jobId: before._id, isOutdated: false, revision }
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
      const where = { _id: job._id, companyId, revision: job.revision }
      const revision = job.revision + 1
      const set = { ...UNPUBLISHED, ...mark, searchRevision: revision }
      const [outcome] = await changeEach(jobs, [{ where, set, id }], retry)
      if (outcome instanceof Error) throw outcome
      if (outcome !== 'made') continue
      noteSearch({ id: job._id, companyId, revision, ...UNPUBLISHED })
      return { jobId: job._id, isOutdated: false, revision }
    }
  }

  return {
    /** Unpublishes the job with an external id, and keeps its data. Undefined if there is no such job. */
    unpublish: batch(unpublishEach),
  }
}
