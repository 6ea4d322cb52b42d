import { sanitiserOptions } from '@boardwalk/schema/html'
import type { JobFields } from '@boardwalk/schema/job'
import { findHtmlIssues, findRangeIssues } from '@boardwalk/schema/job-content'
import sanitizeHtml from 'sanitize-html'
import slugify from 'slugify'
import { environment } from './environment.ts'
import { Refusal } from './refusal.ts'

const TITLE_CHARACTERS_MAX = 80

/** Makes the last part of a job's address out of its title and its id. */
export function makeSlug(title: string, jobId: number): string {
  const words = slugify(title, { lower: true, strict: true }).slice(0, TITLE_CHARACTERS_MAX).replace(/-+$/, '')
  return words === '' ? `job-${jobId}` : `${words}-${jobId}`
}

/** Answers a request that stored a job. */
export const makeJobResult = (companySlug: string, { _id, slug }: { _id: number; slug: string }) => ({
  jobId: _id,
  jobUrl: `${environment.publicUrl}/fr/companies/${companySlug}/jobs/${slug}`,
  error: null,
})

/** Keeps what a page may show of some HTML. Boardwalk keeps the same, so all services do the same work. */
export const sanitise = (html: string): string => sanitizeHtml(html, sanitiserOptions)

/** Throws a 400 if a minimum is over its maximum, or HTML is too long. */
export function requireRules(fields: Partial<JobFields>): void {
  const job = { title: '', ...fields }
  const [issue] = [...findRangeIssues(job), ...findHtmlIssues(job)]
  if (issue !== undefined) throw new Refusal('invalid_request', issue)
}
