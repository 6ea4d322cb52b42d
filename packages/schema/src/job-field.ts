import type { Issue } from './error.ts'
import type { ExtraChanges } from './extra-fields.ts'
import { jobFieldNames } from './job.ts'
import { findNearest } from './wording.ts'

/** Feeds of other boards have a field `state`, a region. It resembles `status` only by chance. */
const SIMILAR_BY_CHANCE = ['state']

/** Nobody misspells more fields of one job than this. A job may have thousands of extra fields. */
const LOOKED_AT_MAX = 50

/** Finds the documented field of a job that was probably meant by another name. */
export const findMeantField = (name: string): string | undefined =>
  SIMILAR_BY_CHANCE.includes(name) ? undefined : findNearest(name, jobFieldNames)

/**
 * Makes the member `warnings` of an answer: one for each extra field that resembles a documented field, and `others`. There is
 * no such member if there is nothing to warn of.
 */
export function toWarnings(extra: ExtraChanges, others: Issue[] = []): { warnings?: Issue[] } {
  const meant = [...extra].slice(0, LOOKED_AT_MAX).flatMap(([name, value]): Issue[] => {
    // `null` stores nothing: it removes an extra field.
    const field = value === null ? undefined : findMeantField(name)
    if (field === undefined) return []
    const message = `${JSON.stringify(name)} is stored as an extra field and has no effect; did you mean ${JSON.stringify(field)}?`
    return [{ path: `job.${name}`, message }]
  })
  const warnings = [...meant, ...others]
  return warnings.length === 0 ? {} : { warnings }
}
