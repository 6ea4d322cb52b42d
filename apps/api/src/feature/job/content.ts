import type { JobUpdate } from '@boardwalk/schema/job'
import {
  changeContent,
  findIdIssues,
  type JobContent,
  type SafeChange,
  sanitiseChange,
} from '@boardwalk/schema/job-content'
import { invalidRequest } from '../../error.ts'
import { sanitise } from './text/sanitise.ts'

/** Makes the HTML of a change safe to show. Call this first: it is slow, and gives way to other requests. */
export const withSafeHtml = (change: JobUpdate): Promise<SafeChange> => sanitiseChange(change, sanitise)

/**
 * Applies a change to a job, or makes a new job if none is stored. Throws `invalid_request` if the result breaks a
 * rule.
 */
export function applyChange(stored: JobContent | undefined, change: SafeChange): JobContent {
  const { content, issues } = changeContent(stored, change)
  if (issues !== undefined) throw invalidRequest(issues)
  return content
}

/** Checks that an update repeats the job's external id or leaves it out. Throws `invalid_request`. */
export function requireSameId(change: JobUpdate, externalId: string | null): void {
  const issues = findIdIssues(change, externalId)
  if (issues.length > 0) throw invalidRequest(issues)
}
