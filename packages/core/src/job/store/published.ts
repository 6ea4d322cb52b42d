import { HTML_FIELDS } from '@boardwalk/schema/job'
import type { StoredJob } from '../job.ts'
import type { JobMark } from '../range.ts'
import { findJobs, type JobCollection, toRowStatuses } from './document.ts'

/** The parts of a job that a sitemap needs. */
export type SitemapJob = Pick<StoredJob, 'id' | 'companyId' | 'slug' | 'locale' | 'updatedAt'>

/** A list shows no texts. */
const WITHOUT_TEXTS = {
  ...Object.fromEntries(HTML_FIELDS.map((name) => [`fields.${name}`, 0])),
  extra: 0,
  changeIds: 0,
}

/** Reads published jobs: those of a company in the order of their ids, and those of a list of ids. */
export const createPublishedJobs = (jobs: JobCollection) => ({
  /** Reads those of these jobs that are published now, in this order. */
  readPublished: (marks: readonly Pick<JobMark, 'id' | 'companyId'>[]) => readMarked(jobs, marks),

  /** Reads the same jobs without their texts, for a list. */
  readShown: (marks: readonly Pick<JobMark, 'id' | 'companyId'>[]) => readMarked(jobs, marks, WITHOUT_TEXTS),

  /**
   * Finds the next published jobs of a company, after a job id, that have an external id and were not changed since an instant. Also those
   * that people cannot see.
   */
  async findUnchanged(companyId: string, since: Date, afterId: number, jobsMax: number) {
    const filter = {
      companyId,
      status: { $in: toRowStatuses(['PUBLISHED']) },
      _id: { $gt: afterId },
      externalKey: { $gte: '' },
      changedAt: { $lt: since },
    }
    const found = await jobs.find(filter, { projection: { revision: 1 }, sort: { _id: 1 }, limit: jobsMax }).toArray()
    return found.map(({ _id: jobId, revision }) => ({ jobId, revision }))
  },
})

/** Reads those of these jobs that are published now, in this order. */
async function readMarked(
  jobs: JobCollection,
  marks: readonly Pick<JobMark, 'id' | 'companyId'>[],
  projection = {},
): Promise<StoredJob[]> {
  if (marks.length === 0) return []
  const filter = {
    _id: { $in: marks.map(({ id }) => id) },
    companyId: { $in: [...new Set(marks.map(({ companyId }) => companyId))] },
    status: 'PUBLISHED',
  } as const
  const byId = new Map((await findJobs(jobs, filter, { projection })).map((job) => [job.id, job]))
  return marks.flatMap(({ id }) => byId.get(id) ?? [])
}
