import { setTimeout as pause } from 'node:timers/promises'
import { parseExtra } from '@boardwalk/schema/extra-fields'
import type { JobUpdate } from '@boardwalk/schema/job'
import {
  changeContent,
  findIdIssues,
  type JobContent,
  type SafeChange,
  sanitiseChange,
} from '@boardwalk/schema/job-content'
import { isObject } from '@boardwalk/schema/json'
import { readTerms, TERMS_FIELD } from '@boardwalk/schema/terms'
import { invalidRequest } from '../error.ts'
import { sanitise } from '../text/html.ts'

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

/**
 * Applies a change by a user, as `applyChange` does, but for the terms. The form sends only those that the user changed, and they are
 * merged into the stored ones, so that what an ATS sent beside them stays. Throws `invalid_request` for a mistake in them too, because
 * the user can correct it at once.
 */
export function applyUserChange(stored: JobContent | undefined, change: SafeChange): JobContent {
  const sent = change.extra.get(TERMS_FIELD)
  const { issues } = readTerms(sent)
  if (issues.length > 0) throw invalidRequest(issues)
  if (!isObject(sent)) return applyChange(stored, change)
  const before = stored && parseExtra(stored.extra)[TERMS_FIELD]
  const merged = Object.entries({ ...(isObject(before) && before), ...sent }).filter(([name]) => sent[name] !== null)
  const terms = merged.length === 0 ? null : Object.fromEntries(merged)
  return applyChange(stored, { ...change, extra: new Map([...change.extra, [TERMS_FIELD, terms]]) })
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
