import type { mongo } from 'mongoose'
import { batch } from '../../../db/batch.ts'
import { LATEST } from '../../../db/change-each.ts'
import type { StoredJob } from '../job.ts'
import { fromDocument, type JobCollection } from './document.ts'
import { findNamed, type JobName, type Named } from './find-named.ts'
import type { SeenJobs } from './seen-jobs.ts'

/** Finds jobs of a company by what names them. */
export interface JobReads {
  findByExternalId(companyId: string, externalId: string): Promise<StoredJob | undefined>
  /** Reads the latest stored job (`LATEST`). Use it if the answer may say that nothing had to be written. */
  findLatest(companyId: string, externalId: string): Promise<StoredJob | undefined>
  /** Reads the latest stored state of several jobs (`LATEST`). */
  findLatestOfEach(companyId: string, externalIds: string[]): Promise<StoredJob[]>
  /** A job as this process last saw it, maybe long ago. Use it only for `replace`, which finds out if it has changed. */
  recall(companyId: string, externalId: string): StoredJob | undefined
  findById(companyId: string, jobId: number): Promise<StoredJob | undefined>
  findBySlug(companyId: string, slug: string): Promise<StoredJob | undefined>
  findByIds(companyId: string, jobIds: number[]): Promise<StoredJob[]>
}

export function createJobReads(jobs: JobCollection, seen: SeenJobs): JobReads {
  /** Jobs that are asked for at the same time are found with one query. */
  const find = <Name extends JobName>(name: Name, options?: mongo.FindOptions) =>
    batch(async (wanted: readonly Named<Name>[]) =>
      (await findNamed(jobs, name, wanted, options)).map((row) => row && seen.note(fromDocument(row))),
    )
  const byExternalId = find('externalKey')
  const latestByExternalId = find('externalKey', LATEST)
  const bySlug = find('slug')
  const byId = find('_id')

  return {
    findByExternalId: (companyId, externalId) => byExternalId({ companyId, externalKey: externalId }),
    findLatest: (companyId, externalId) => latestByExternalId({ companyId, externalKey: externalId }),
    async findLatestOfEach(companyId, externalIds) {
      if (externalIds.length === 0) return []
      // secantus: no hint here or below, for it walks a hinted index from end to end.
      const found = await jobs.find({ companyId, externalKey: { $in: externalIds } }, LATEST).toArray()
      return found.map((row) => seen.note(fromDocument(row)))
    },
    recall: seen.recall,
    findById: (companyId, jobId) => byId({ _id: jobId, companyId }),
    findBySlug: (companyId, slug) => bySlug({ companyId, slug }),
    async findByIds(companyId, jobIds) {
      return (await jobs.find({ _id: { $in: jobIds }, companyId }).toArray()).map(fromDocument)
    },
  }
}
