import type { Filter } from 'mongodb'
import type { JobFields } from '../job-fields.ts'
import type { JobDocument } from '../native/database.ts'
import type { JobChange } from '../native/job-change.ts'
import { Refusal } from '../native/refusal.ts'

const RANGES = [
  ['minSalary', 'maxSalary'],
  ['minExperience', 'maxExperience'],
] as const

/** Throws 400 where a minimum is over its maximum. */
export function requireRanges(fields: Partial<JobFields>): void {
  for (const [minName, maxName] of RANGES) {
    const [min, max] = [fields[minName], fields[maxName]]
    if (typeof min === 'number' && typeof max === 'number' && min > max) {
      throw new Refusal(400, `job.${minName} (${min}) must be at most job.${maxName} (${max})`)
    }
  }
}

/** Throws 400 where a stored job would have a minimum over its maximum after a change. */
export function requireChangedRanges(stored: JobFields, { set, cleared }: JobChange): void {
  requireRanges({ ...stored, ...Object.fromEntries(cleared.map((name) => [name, null])), ...set })
}

/** What a stored job must be for a change of one bound to fit the other one, which is not sent. */
export function rangeConditions({ set, cleared }: JobChange): Filter<JobDocument> {
  const conditions: Record<string, object> = {}
  for (const [minName, maxName] of RANGES) {
    const [min, max] = [set[minName], set[maxName]]
    const isSent = (name: string, bound: unknown) => bound !== undefined || cleared.includes(name)
    // `$not`: a job without the other bound fits too.
    if (typeof min === 'number' && !isSent(maxName, max)) conditions[`fields.${maxName}`] = { $not: { $lt: min } }
    if (typeof max === 'number' && !isSent(minName, min)) conditions[`fields.${minName}`] = { $not: { $gt: max } }
  }
  return conditions
}
