import type { StoredJob } from './job.ts'

/** The place of a published job in the lists of the public site. */
export interface JobPosition {
  publishedAt: Date
  id: number
}

/** A published job without its texts: its position in the lists, and the number of its last change. */
export type JobMark = JobPosition & Pick<StoredJob, 'companyId' | 'revision'>
