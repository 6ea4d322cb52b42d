import { sanitise } from '../html.ts'
import type { JobFields } from '../job-fields.ts'
import type { Status } from './database.ts'
import { Refusal } from './refusal.ts'

/** What a request changes of a job, sanitised. */
export interface JobChange {
  status: Status | undefined
  set: Partial<JobFields>
  /** Documented fields that were sent as `null`. */
  cleared: string[]
  /** Unknown fields as sent; `null` removes one. */
  extra: [name: string, value: unknown][]
}

const HTML_FIELDS = new Set(['description', 'responsibilities', 'qualifications'])
const TEXT_FIELDS = new Set([
  ...['title', 'benefits', 'city', 'country', 'languages', 'contractType', 'educationLevel', 'workMode', 'minSalary'],
  ...['maxSalary', 'displaySalary', 'minExperience', 'maxExperience', 'recruitmentProcess'],
])
const EXTRA_BYTES_MAX = 64 * 1024

export function changeOf(job: Record<string, unknown>): JobChange {
  const set: Record<string, unknown> = {}
  const cleared: string[] = []
  const extra: JobChange['extra'] = []
  for (const [name, value] of Object.entries(job)) {
    if (name === 'id' || name === 'status') continue
    const isHtml = HTML_FIELDS.has(name)
    if (!isHtml && !TEXT_FIELDS.has(name)) extra.push([name, value])
    else if (value === null) cleared.push(name)
    else set[name] = isHtml ? sanitise(value as string) : value
  }
  return { status: (job.status as Status | null | undefined) ?? undefined, set, cleared, extra }
}

/** The unknown fields as they are stored after a change. Throws 400 where they are too many. */
export function changedExtra(stored: string, changes: JobChange['extra']): string {
  if (changes.length === 0) return stored
  const extra = new Map<string, unknown>(Object.entries(JSON.parse(stored)))
  for (const [name, value] of changes) {
    if (value === null) extra.delete(name)
    else extra.set(name, value)
  }
  const text = JSON.stringify(Object.fromEntries(extra))
  const bytes = Buffer.byteLength(text)
  if (bytes > EXTRA_BYTES_MAX) {
    throw new Refusal(400, `job has ${bytes} bytes of extra fields; at most ${EXTRA_BYTES_MAX} are kept`)
  }
  return text
}
