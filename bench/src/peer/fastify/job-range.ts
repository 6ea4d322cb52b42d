import type { JobFields } from '../job-fields.ts'
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

/** How to check a change that has one bound of a range against the stored other one; undefined where it has none such. */
export function boundsCheck({ set, cleared }: JobChange): ((stored: Partial<JobFields>) => void) | undefined {
  const isLone = RANGES.some(
    ([min, max]) =>
      (set[min] === undefined) !== (set[max] === undefined) && !cleared.includes(min) && !cleared.includes(max),
  )
  const gone = Object.fromEntries(cleared.map((name) => [name, null]))
  return isLone ? (stored) => requireRanges({ ...stored, ...gone, ...set }) : undefined
}
