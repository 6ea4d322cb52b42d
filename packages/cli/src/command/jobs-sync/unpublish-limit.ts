import { InvalidArgumentError } from 'commander'

/** What `--max-unpublish` says: a number of jobs, or a percentage of the published ones. */
export interface UnpublishLimit {
  number: number
  isPercentage: boolean
}

/** A sync may always unpublish this many jobs. A fifth of a small company's jobs is less than one job. */
const alwaysAllowed = 3

/** Parses `20` or `50%`. */
export function parseUnpublishLimit(text: string): UnpublishLimit {
  const [, digits, percent] = /^(\d{1,9}) *(%?)$/.exec(text) ?? []
  const limit = { number: Number(digits), isPercentage: percent === '%' }
  if (digits !== undefined && !(limit.isPercentage && limit.number > 100)) return limit
  throw new InvalidArgumentError('It must be a whole number from 0, or a percentage such as 50%.')
}

/** Counts how many of the published jobs a sync may unpublish. */
export function countAllowed(published: number, limit: UnpublishLimit | undefined): number {
  if (limit === undefined) return Math.max(alwaysAllowed, Math.floor(published / 5))
  return limit.isPercentage ? Math.floor((published * limit.number) / 100) : limit.number
}

export const formatLimit = ({ number, isPercentage }: UnpublishLimit): string => `${number}${isPercentage ? '%' : ''}`
