import { setTimeout as pause } from 'node:timers/promises'
import type { JobUpdate } from '@boardwalk/schema/job'
import {
  changeContent,
  findIdIssues,
  type JobContent,
  type SafeChange,
  sanitiseChange,
} from '@boardwalk/schema/job-content'
import { invalidRequest } from '../../error.ts'
import { sanitise } from './text/html.ts'

/* The steps of every change of a job. */

/** Makes the HTML of a change safe to show. Call this before the job is read, because it is slow and lets other requests in. */
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

const TRIES_MAX = 100
const PAUSE_MS_MAX = 20

/**
 * Waits up to 20 ms before a retry of a change that lost a race. The time is random, so that racing processes spread out.
 * Throws after 100 tries. `what` names the thing to change, for the error message.
 */
export async function pauseOvertaken(tries: number, what: string): Promise<void> {
  if (tries >= TRIES_MAX) throw new Error(`${what} was changed by others ${tries} times in a row`)
  await pause(Math.random() * PAUSE_MS_MAX)
}
