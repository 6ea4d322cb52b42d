import { HTML_FIELDS, type JobFields, type PublicationStatus } from '@boardwalk/schema/job'
import { limits } from '@boardwalk/schema/limits'
import { requireRules, sanitise } from '../job.ts'
import { Refusal } from '../refusal.ts'
import { jobFieldNames } from './contract.ts'

/** What a request changes of a job, sanitised. */
export interface JobChange {
  status: PublicationStatus | undefined
  set: Partial<JobFields>
  /** The documented fields that were sent as `null`. */
  cleared: string[]
  /** The extra fields as sent; `null` removes one. */
  extra: [name: string, value: unknown][]
}

const htmlFields: ReadonlySet<string> = new Set(HTML_FIELDS)

/** Reads a job that Ajv has checked. Throws a 400 if a minimum is over its maximum, or HTML is too long. */
export function readChange({ id: _, status, ...fields }: Record<string, unknown>): JobChange {
  const set: Record<string, unknown> = {}
  const cleared: string[] = []
  const extra: JobChange['extra'] = []
  for (const [name, value] of Object.entries(fields)) {
    if (!jobFieldNames.has(name)) extra.push([name, value])
    else if (value === null) cleared.push(name)
    else set[name] = htmlFields.has(name) ? sanitise(String(value)) : value
  }
  requireRules(set)
  // Ajv has accepted the status: it is one of the two, null or absent.
  return { status: (status as PublicationStatus | null) ?? undefined, set, cleared, extra }
}

const ranges = [
  ['minSalary', 'maxSalary'],
  ['minExperience', 'maxExperience'],
] as const

/** Answers whether a change sets one bound of a range, which must then be compared with the stored other one. */
export const needsStoredBounds = ({ set, cleared }: JobChange): boolean =>
  ranges.some(
    ([min, max]) =>
      (set[min] === undefined) !== (set[max] === undefined) && !cleared.includes(min) && !cleared.includes(max),
  )

/** Throws a 400 if a minimum is over its maximum once a stored job is changed. */
export function requireMergedRanges(stored: Partial<JobFields>, { set, cleared }: JobChange): void {
  requireRules({ ...stored, ...Object.fromEntries(cleared.map((name) => [name, null])), ...set })
}

/** Merges the extra fields of a change into the stored ones. Throws a 400 if they are too large. */
export function mergeExtra(stored: string, changes: JobChange['extra']): string {
  if (changes.length === 0) return stored
  const extra = new Map<string, unknown>(Object.entries(JSON.parse(stored)))
  for (const [name, value] of changes) {
    if (value === null) extra.delete(name)
    else extra.set(name, value)
  }
  const text = JSON.stringify(Object.fromEntries(extra))
  if (Buffer.byteLength(text) > limits.extraBytes)
    throw new Refusal('invalid_request', { message: `job has over ${limits.extraBytes} bytes of extra fields` })
  return text
}
