import type { Issue } from '../error.ts'
import { operations } from '../generated/operations.ts'
import { isObject } from './issues.ts'
import { invalidRequest } from './refusal.ts'

/** What a caller may change of a job: its status, and every other field by name, extra ones among them. */
export interface JobContent {
  status: unknown
  fields: ReadonlyMap<string, unknown>
}

const EXTRA_BYTES_MAX = 64 * 1024
const EXTRA_DEPTH_MAX = 32

const documented = new Set(Object.keys(operations.updateJob.body?.properties?.job?.properties ?? {}))

/** A job after a change: absent leaves a field as it is, `null` clears it. Without a stored one it is a new job. */
export function changedContent(stored: JobContent | undefined, job: Record<string, unknown>): JobContent {
  const { id: _id, status, ...changes } = job
  const fields = new Map(stored?.fields)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined) fields.delete(name)
    else fields.set(name, value)
  }
  if (!fields.has('title')) {
    const message = 'job.title is required: no job has this id yet, so this would create one'
    throw invalidRequest([{ path: 'job.title', message }])
  }
  const issues = [...rangeIssues(fields), ...extraBytesIssues(fields)]
  if (issues.length > 0) throw invalidRequest(issues)
  return { status: status ?? stored?.status ?? 'PUBLISHED', fields }
}

function rangeIssues(fields: JobContent['fields']): Issue[] {
  return ['Salary', 'Experience'].flatMap((range): Issue[] => {
    const min = fields.get(`min${range}`)
    const max = fields.get(`max${range}`)
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return []
    return [{ path: `job.min${range}`, message: `job.min${range} (${min}) must be at most job.max${range} (${max})` }]
  })
}

function extraBytesIssues(fields: JobContent['fields']): Issue[] {
  const extra = Object.fromEntries([...fields].filter(([name]) => !documented.has(name)))
  const bytes = new TextEncoder().encode(JSON.stringify(extra)).length
  if (bytes <= EXTRA_BYTES_MAX) return []
  return [{ path: 'job', message: `job has ${bytes} bytes of extra fields; at most ${EXTRA_BYTES_MAX} are kept` }]
}

/** What is wrong with the values of a job's extra fields: of any kind, but not of any depth. */
export function extraIssues(job: unknown): Issue[] {
  if (!isObject(job)) return []
  return Object.entries(job).flatMap(([name, value]) => {
    const problem = documented.has(name) ? undefined : problemOf(value, EXTRA_DEPTH_MAX)
    return problem === undefined ? [] : [{ path: `job.${name}`, message: `job.${name} ${problem}` }]
  })
}

function problemOf(value: unknown, levels: number): string | undefined {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return 'must have no number over 1.8e308'
  if (typeof value !== 'object' || value === null) return undefined
  if (levels === 0) return `must be nested at most ${EXTRA_DEPTH_MAX} levels deep`
  return Object.values(value)
    .map((inner) => problemOf(inner, levels - 1))
    .find((problem) => problem !== undefined)
}

/** Whether two values of JSON are the same, in whatever order their members stand. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isSame(one, b[at]))
  if (!isObject(a) || !isObject(b)) return Object.is(a, b)
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  )
}
