import { isDeepStrictEqual } from 'node:util'
import type { Locale } from '@boardwalk/schema/company'
import { HTML_FIELDS, type PublicationStatus } from '@boardwalk/schema/job'
import type { JobChanger } from '@boardwalk/schema/job-answer'
import type { JobContent } from '@boardwalk/schema/job-content'
import { type JobTerms, readStoredTerms } from '@boardwalk/schema/terms'
import { isPublic, type JobVisibility } from '@boardwalk/schema/visibility'
import type { Clock } from '../process/clock.ts'

/** A job as it is stored. `terms` has the valid members of the extra field `boardwalk`. */
export interface StoredJob extends JobContent, JobVisibility {
  id: number
  companyId: string
  /** The id that the ATS gave the job. Null for a job that was made in the back office and has none yet. */
  externalId: string | null
  slug: string
  /**
   * The language of the job's text when it was created. The job's address names it, so it never changes. Null if it is unknown:
   * then the address is in the company's language.
   */
  locale: Locale | null
  /** Grows by one with every change. A change names the revision that it read, so that a stale change is refused. */
  revision: number
  createdAt: Date
  updatedAt: Date
  /** When the job was first published. Null if it never was. */
  publishedAt: Date | null
  changedBy: JobChanger
}

/** What a writer of a change knows of a job. What it does not know is absent. */
export type KnownJob = Pick<StoredJob, 'id' | 'companyId' | 'revision'> & Partial<StoredJob>

/** Whether all of a job is known. A writer that knows its fields has read all of it. */
export const isWhole = (job: KnownJob): job is StoredJob => job.fields !== undefined

/** Whether people can see a job. Undefined if that is not known. */
export function findVisibility({ status, terms, suspendedAt }: KnownJob, at: Date): boolean | undefined {
  if (status === 'UNPUBLISHED') return false
  if (status === undefined || terms === undefined || suspendedAt === undefined) return undefined
  return isPublic({ status, terms, suspendedAt }, at.getTime())
}

/** A change of a job that was stored. */
export interface JobChange {
  /** Undefined if the job was created. */
  before: KnownJob | undefined
  /** Undefined if the job was deleted. */
  after: KnownJob | undefined
  /** Whether people can see the job after the change. Undefined if that is not known. */
  isPublic: boolean | undefined
}

/** Finds the terms of a job after a change of its extra fields. They are the same object if they have not changed. */
function changeTerms(read: Pick<StoredJob, 'extra' | 'terms'>, extra: string): JobTerms {
  if (extra === read.extra) return read.terms
  const terms = readStoredTerms(extra)
  return isDeepStrictEqual(terms, read.terms) ? read.terms : terms
}

/** Makes the job with other content. The board's own values stay, such as the revision. */
export const withContent = (job: StoredJob, content: JobContent): StoredJob => ({
  ...job,
  ...content,
  terms: changeTerms(job, content.extra),
})

/** When a job's content or external id was changed, and by whom. */
export interface ChangeMark {
  updatedAt: Date
  changedBy: JobChanger
}

/** Makes the mark of a change that is made now. */
export const markChange = ({ now }: Clock, changedBy: JobChanger): ChangeMark => ({
  updatedAt: new Date(now()),
  changedBy,
})

/** Finds when a job was first published, after a change to this status. Publishing it again does not make it new. */
const findPublishedAt = (
  { publishedAt }: Pick<StoredJob, 'publishedAt'>,
  status: PublicationStatus,
  { updatedAt }: ChangeMark,
): Date | null => publishedAt ?? (status === 'PUBLISHED' ? updatedAt : null)

/** Makes the job that a change of its content leaves. */
export const applyContent = (read: StoredJob, content: JobContent, mark: ChangeMark): StoredJob => ({
  ...withContent(read, content),
  ...mark,
  publishedAt: findPublishedAt(read, content.status, mark),
  revision: read.revision + 1,
})

/** The approximate size of a job in characters. */
export const countCharacters = ({ fields, extra }: Pick<StoredJob, 'fields' | 'extra'>): number =>
  1000 + HTML_FIELDS.reduce((sum, name) => sum + (fields[name]?.length ?? 0), extra.length)

/** The job that has an external id. */
export interface IdHolder {
  jobId: number
  title: string
  /**
   * When the job got this external id, plus a margin. An earlier `since` of a poll may belong to another job that had this id.
   * Null for a job that has had the id since it was created.
   */
  linkedAt: Date | null
}

/** A job that was changed, without its texts. */
export interface ChangedJob
  extends JobVisibility,
    Pick<StoredJob, 'id' | 'companyId' | 'revision' | 'publishedAt' | 'updatedAt'> {
  /** When it was changed, by the database's clock. */
  changedAt: Date
  /** Whether the lists of the public site have the job. */
  isListed: boolean
}
