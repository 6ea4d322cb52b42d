import type { Issue } from './error.ts'
import { countExtraBytes, type ExtraFields } from './extra-fields.ts'
import { HTML_CHARACTERS_MAX } from './field-limits.ts'
import { HTML_FIELDS, type JobFields, type JobUpdate, type PublicationStatus } from './job.ts'
import { limits } from './limits.ts'
import { isSameJson } from './same-json.ts'
import { hasAtMost } from './wording.ts'

/*
 * The rules for changing a job that need no database. They are pure functions, so that the server, the sandbox and the
 * browser share them.
 */

/** What a caller may change of a job. */
export interface JobContent {
  status: PublicationStatus
  fields: JobFields
  extra: ExtraFields
}

/** A job after a change, or what is wrong with it. */
type ChangedContent = { content: JobContent; issues?: undefined } | { content?: undefined; issues: Issue[] }

/**
 * Applies a change to a job: absent leaves a field as it is, `null` clears it, anything else sets it; extra fields merge
 * by name. Without a stored job the change makes a new one. `sanitise` makes HTML safe to show.
 */
export function changeContent(
  stored: JobContent | undefined,
  change: JobUpdate,
  sanitise: (html: string) => string,
): ChangedContent {
  const { id: _id, status, ...changedFields } = change.known
  const fields: Partial<JobFields> = Object.fromEntries(
    mergeEntries(Object.entries(stored?.fields ?? {}), Object.entries(changedFields)),
  )
  for (const name of HTML_FIELDS) {
    if (typeof changedFields[name] === 'string') fields[name] = sanitise(changedFields[name])
  }
  const extra = mergeEntries(stored?.extra ?? [], change.extra)
  const { title } = fields
  if (title === undefined) return { issues: [missingTitle] }
  const content: JobContent = { status: status ?? stored?.status ?? 'PUBLISHED', fields: { ...fields, title }, extra }
  const issues = [
    ...findRangeIssues(content.fields),
    ...findHtmlIssues(content.fields),
    ...findExtraIssues(content.extra),
  ]
  return issues.length === 0 ? { content } : { issues }
}

const missingTitle: Issue = {
  path: 'job.title',
  message: 'job.title is required: no job has this id yet, so this would create one',
}

/** Finds each minimum of a job that is over its maximum. */
export function findRangeIssues(fields: JobFields): Issue[] {
  return (['Salary', 'Experience'] as const).flatMap((range): Issue[] => {
    const min = fields[`min${range}`]
    const max = fields[`max${range}`]
    if (min === undefined || min === null || max === undefined || max === null || min <= max) return []
    return [{ path: `job.min${range}`, message: `job.min${range} (${min}) must be at most job.max${range} (${max})` }]
  })
}

/** Finds what is wrong with the id in a change: it may repeat the job's external id, and must not change it. */
export function findIdIssues({ known: { id } }: JobUpdate, externalId: string | null): Issue[] {
  if (id === undefined || id === null || id === externalId) return []
  const message = 'job.id must repeat the id of the path or be left out: an external id cannot be changed'
  return [{ path: 'job.id', message }]
}

/** Whether two contents of a job are equal. */
export function isSameContent(a: JobContent, b: JobContent): boolean {
  return a.status === b.status && isSameJson(a.fields, b.fields) && isSameExtra(a.extra, b.extra)
}

function isSameExtra(a: ExtraFields, b: ExtraFields): boolean {
  return a.size === b.size && [...a].every(([name, value]) => b.has(name) && isSameJson(value, b.get(name)))
}

/** Copies the entries and makes the changes: sets each value, and removes the entry if the value is `null`. */
function mergeEntries<Value>(
  before: Iterable<[string, Value]>,
  changes: Iterable<[string, Value | null | undefined]>,
): Map<string, Value> {
  const after = new Map(before)
  for (const [name, value] of changes) {
    if (value === null) after.delete(name)
    else if (value !== undefined) after.set(name, value)
  }
  return after
}

/** Finds HTML that grew over its limit: sanitising writes `&` as `&amp;`. What is stored can always be sent again. */
function findHtmlIssues(fields: JobFields): Issue[] {
  return HTML_FIELDS.filter((name) => !hasAtMost(HTML_CHARACTERS_MAX, fields[name] ?? '')).map((name) => ({
    path: `job.${name}`,
    message: `job.${name} must be at most ${HTML_CHARACTERS_MAX} characters after sanitising, which writes & as &amp;`,
  }))
}

function findExtraIssues(extra: ExtraFields): Issue[] {
  const bytes = countExtraBytes(extra)
  if (bytes <= limits.extraBytes) return []
  return [{ path: 'job', message: `job has ${bytes} bytes of extra fields; at most ${limits.extraBytes} are kept` }]
}
