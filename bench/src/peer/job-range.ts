import type { JobFields } from '@boardwalk/schema/job'
import { findRangeIssues } from '@boardwalk/schema/job-content'
import { Refusal } from './refusal.ts'

/** Throws a 400 if a minimum is over its maximum. */
export function requireRanges(fields: Partial<JobFields>): void {
  const [issue] = findRangeIssues({ title: '', ...fields })
  if (issue !== undefined) throw new Refusal('invalid_request', issue)
}
