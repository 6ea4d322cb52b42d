import { jobFieldNames } from './job.ts'
import { findNearest } from './wording.ts'

/** Feeds of other boards have a field `state`, a region. It resembles `status` only by chance. */
const SIMILAR_BY_CHANCE = ['state']

/** Finds the documented field of a job that was probably meant by another name. */
export const findMeantField = (name: string): string | undefined =>
  SIMILAR_BY_CHANCE.includes(name) ? undefined : findNearest(name, jobFieldNames)
