import type { JobUpdate } from '@boardwalk/schema/job'
import { changeContent, findIdIssues, type JobContent } from '@boardwalk/schema/job-content'
import { invalidRequest } from '../../error.ts'
import { sanitise } from './html.ts'

/** The job after a change; without a stored job, the new one. Throws `invalid_request` if the whole would be wrong. */
export function changedContent(stored: JobContent | undefined, change: JobUpdate): JobContent {
  const { content, issues } = changeContent(stored, change, sanitise)
  if (issues !== undefined) throw invalidRequest(issues)
  return content
}

/** Checks that an update repeats the job's external id or leaves it out. Throws `invalid_request`. */
export function requireSameId(change: JobUpdate, externalId: string | null): void {
  const issues = findIdIssues(change, externalId)
  if (issues.length > 0) throw invalidRequest(issues)
}
