import type { Issue } from './error.ts'
import { EXTRA_TOO_LARGE, type ExtraChanges, isExtraTooLarge, parseExtra } from './extra-fields.ts'
import { hasFewTags } from './html.ts'
import { HTML_FIELDS, type JobFields, type JobUpdate, type PublicationStatus } from './job.ts'
import { isSameJson, stringifyJson } from './json.ts'
import { HTML_CHARACTERS_MAX, HTML_TAGS_MAX } from './limits.ts'
import { hasAtMost } from './wording.ts'

/*
 * The rules for changing a job that need no database. They are pure functions, so that the server, the sandbox and the
 * browser share them.
 */

/** The part of a job that a caller can change. */
export interface JobContent {
  status: PublicationStatus
  fields: JobFields
  /** The extra fields as JSON text: most readers of a job need none of them, and need not parse it. */
  extra: string
}

/** A job after a change, or the issues if the change is not valid. */
type ChangedContent = { content: JobContent; issues?: undefined } | { content?: undefined; issues: Issue[] }

declare const isSanitised: unique symbol
/** A change whose HTML is safe to show. */
export type SafeChange = JobUpdate & { [isSanitised]: true }

/** Sanitises the HTML of a change, one field after the other. `sanitise` makes HTML safe to show. */
export async function sanitiseChange(
  { known, extra }: JobUpdate,
  sanitise: (html: string) => Promise<string>,
): Promise<SafeChange> {
  const safe = { ...known }
  for (const name of HTML_FIELDS) {
    const html = safe[name]
    if (typeof html === 'string') safe[name] = await sanitise(html)
  }
  // The mark is for the compiler only: each field of HTML has been sanitised.
  return { known: safe, extra } as SafeChange
}

/**
 * Applies a change to a job. An absent field keeps its value, `null` clears it, and any other value sets it. Extra fields
 * merge by name. Without a stored job, the change makes a new one.
 */
export function changeContent(stored: JobContent | undefined, change: SafeChange): ChangedContent {
  const { id: _id, status, ...changedFields } = change.known
  const fields: Partial<JobFields> = Object.fromEntries(
    mergeEntries(Object.entries(stored?.fields ?? {}), Object.entries(changedFields)),
  )
  const extra = mergeExtra(stored?.extra, change.extra)
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

/** Reads an amount of a salary. 0 is no amount: many programs send it for an empty field. */
export const readSalary = (amount: number | null | undefined): number | undefined => amount || undefined

/** Finds each minimum of a job that is greater than its maximum. */
export function findRangeIssues(fields: JobFields): Issue[] {
  return (['Salary', 'Experience'] as const).flatMap((range): Issue[] => {
    const min = fields[`min${range}`] ?? undefined
    const max = range === 'Salary' ? readSalary(fields.maxSalary) : (fields.maxExperience ?? undefined)
    if (min === undefined || max === undefined || min <= max) return []
    return [{ path: `job.min${range}`, message: `job.min${range} (${min}) must be at most job.max${range} (${max})` }]
  })
}

/** Checks the id in a change: it may repeat the job's external id, but must not change it. */
export function findIdIssues({ known: { id } }: JobUpdate, externalId: string | null): Issue[] {
  if (id === undefined || id === null || id === externalId) return []
  const message = 'job.id must repeat the id of the path or be left out: an external id cannot be changed'
  return [{ path: 'job.id', message }]
}

/** Tells whether two contents of a job are equal. */
export function isSameContent(a: JobContent, b: JobContent): boolean {
  return a.status === b.status && isSameJson(a.fields, b.fields) && isSameExtra(a.extra, b.extra)
}

/** Finds the names of the fields that differ; all extra fields count as one, `extra`. */
export function findChangedFields(a: JobContent, b: JobContent): string[] {
  const before = new Map<string, unknown>(Object.entries(a.fields))
  const after = new Map<string, unknown>(Object.entries(b.fields))
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const changed = names.filter((name) => !isSameJson(before.get(name), after.get(name)))
  return isSameExtra(a.extra, b.extra) ? changed : [...changed, 'extra']
}

function isSameExtra(a: string, b: string): boolean {
  // Equal texts are usual. Texts that differ may only have another order.
  return a === b || isSameJson(parseExtra(a), parseExtra(b))
}

/** Merges changes into the JSON text of extra fields. */
export function mergeExtra(extra = '{}', changes: ExtraChanges): string {
  if (changes.size === 0) return extra
  return stringifyJson(Object.fromEntries(mergeEntries(Object.entries(parseExtra(extra)), changes)))
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

/**
 * Finds HTML that is over a limit after sanitising, which removes images and styles, writes `&` as `&amp;` and closes what was
 * left open. So the limits are of what people read, and callers can always send stored HTML again.
 */
export function findHtmlIssues(fields: JobFields): Issue[] {
  return HTML_FIELDS.flatMap((name): Issue[] => {
    const html = fields[name] ?? ''
    const path = `job.${name}`
    if (!hasAtMost(HTML_CHARACTERS_MAX, html)) {
      const message = `${path} must be at most ${HTML_CHARACTERS_MAX} characters after sanitising, which writes & as &amp;`
      return [{ path, message }]
    }
    if (hasFewTags(html)) return []
    return [
      { path, message: `${path} must have at most ${HTML_TAGS_MAX} tags after sanitising, which closes each element` },
    ]
  })
}

function findExtraIssues(extra: string): Issue[] {
  return isExtraTooLarge(extra) ? [{ path: 'job', message: `job ${EXTRA_TOO_LARGE}` }] : []
}
