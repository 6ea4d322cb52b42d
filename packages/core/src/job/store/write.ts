import type { JobContent } from '@boardwalk/schema/job-content'
import { applyContent, type ChangeMark, type StoredJob } from '../job.ts'
import type { JobChanges, JobWrite } from './change.ts'

/** Changes the content of jobs. */
export const createContentWrites = ({ changeJob }: Pick<JobChanges, 'changeJob'>) => ({
  /** Replaces a job's content. False if the job has changed since it was read. */
  async replace(read: StoredJob, content: JobContent, mark: ChangeMark): Promise<boolean> {
    const set = { ...findChanged(read, applyContent(read, content, mark)), ...mark }
    return (await changeJob({ read, set, at: mark.updatedAt })) === 'made'
  },
})

/**
 * Lists the members of a job that a change of its content writes. A job that closes may have another status in its row than it had in the
 * cache, so its status is always written.
 */
function findChanged(read: StoredJob, job: StoredJob): JobWrite['set'] {
  const { status, fields, extra, terms, publishedAt } = job
  return {
    ...((status !== read.status || terms !== read.terms || terms.closesAt !== undefined) && { status }),
    ...(terms !== read.terms && { terms }),
    ...(fields !== read.fields && { fields }),
    ...(extra !== read.extra && { extra }),
    ...(publishedAt !== read.publishedAt && { publishedAt }),
  }
}
