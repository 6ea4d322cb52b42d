import { isDeepStrictEqual } from 'node:util'
import type { Issue } from '@boardwalk/schema/error'
import { EXTRA_BYTES_MAX } from '@boardwalk/schema/extra-fields'
import { HTML_FIELDS } from '@boardwalk/schema/html'
import { HTML_CHARACTERS_MAX, type JobFields, type JobUpdate, rangeIssues } from '@boardwalk/schema/job'
import { hasAtMost } from '@boardwalk/schema/wording'
import { invalidRequest } from '../../error.ts'
import { sanitise } from './html.ts'
import { extraText, type JobContent } from './store.ts'

/**
 * What a job holds after a change: absent leaves a field as it is, `null` clears it, anything else is set; extra
 * fields merge by name. Without a stored job it is a new one. Throws `invalid_request` where the whole would be wrong.
 */
export function changedContent(stored: JobContent | undefined, change: JobUpdate): JobContent {
  const { id: _id, status, ...changedFields } = change.known
  const fields: Partial<JobFields> = Object.fromEntries(
    merged(Object.entries(stored?.fields ?? {}), Object.entries(changedFields)),
  )
  for (const name of HTML_FIELDS) {
    if (typeof changedFields[name] === 'string') fields[name] = sanitise(changedFields[name])
  }
  const extra = merged(stored?.extra ?? [], change.extra)
  const { title } = fields
  if (title === undefined) {
    throw invalidRequest([
      { path: 'job.title', message: 'job.title is required: no job has this id yet, so this would create one' },
    ])
  }
  const content: JobContent = { status: status ?? stored?.status ?? 'PUBLISHED', fields: { ...fields, title }, extra }
  const issues = [...rangeIssues(content.fields), ...htmlIssues(content.fields), ...extraIssues(content)]
  if (issues.length > 0) throw invalidRequest(issues)
  return content
}

/** An update may repeat the job's external id and not change it. Throws `invalid_request`. */
export function requireSameId({ known: { id } }: JobUpdate, externalId: string | null): void {
  if (id === undefined || id === null || id === externalId) return
  const message = 'job.id must repeat the id of the path or be left out: an external id cannot be changed'
  throw invalidRequest([{ path: 'job.id', message }])
}

/** Whether two readings of a job hold the same. */
export function isSameContent(a: JobContent, b: JobContent): boolean {
  return a.status === b.status && isDeepStrictEqual(a.fields, b.fields) && isDeepStrictEqual(a.extra, b.extra)
}

/** A copy with every entry set, or taken out where it is `null`. */
function merged<Value>(
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

/** Sanitising writes `&` as `&amp;`, so a text can grow over its limit; what is stored can always be sent again. */
function htmlIssues(fields: JobFields): Issue[] {
  return HTML_FIELDS.filter((name) => !hasAtMost(HTML_CHARACTERS_MAX, fields[name] ?? '')).map((name) => ({
    path: `job.${name}`,
    message: `job.${name} must be at most ${HTML_CHARACTERS_MAX} characters after sanitising, which writes & as &amp;`,
  }))
}

function extraIssues({ extra }: JobContent): Issue[] {
  const bytes = Buffer.byteLength(extraText(extra))
  if (bytes <= EXTRA_BYTES_MAX) return []
  return [{ path: 'job', message: `job has ${bytes} bytes of extra fields; at most ${EXTRA_BYTES_MAX} are kept` }]
}
