import type { StoredJob } from '../job.ts'

/* A range of published jobs in the order of the public site: the latest publication first. */

/** The place of a published job in the lists of the public site. */
export interface JobPosition {
  publishedAt: Date
  id: number
}

/** A published job without its texts: its position in the lists, and the number of its last change. */
export type JobMark = JobPosition & Pick<StoredJob, 'companyId' | 'revision'>

/**
 * How a job has the words of a search. `named`: all in its title, its cities, its employer's name or a value that they name.
 * `described`: at least one only in its texts. `misspelt`: all in its title or cities, if one letter of each word may be wrong.
 */
export type Closeness = 'named' | 'described' | 'misspelt'

/** The next jobs of a list, after a position in it or before it. Without a position: the first jobs of the list. */
export interface JobRange {
  /** How the jobs of the list have the words of the search. Without words every job is `named`, the default. */
  closeness?: Closeness
  after?: JobPosition | undefined
  before?: JobPosition | undefined
  jobsMax: number
}

const NEWEST_FIRST = { publishedAt: -1, _id: -1 } as const
const OLDEST_FIRST = { publishedAt: 1, _id: 1 } as const

/** Reads rows from a position on. `find` adds its own conditions to those of the position. */
type Find<Row> = (
  position: { publishedAt?: Date | { [beyond: string]: Date }; _id?: { [beyond: string]: number } },
  options: { sort: typeof NEWEST_FIRST | typeof OLDEST_FIRST; limit: number },
) => Promise<Row[]>

/** Reads a range. The rows have `publishedAt` and, as `_id`, the job id. */
export async function readRange<Row>(find: Find<Row>, { after, before, jobsMax }: JobRange): Promise<Row[]> {
  const isReversed = after === undefined && before !== undefined
  const options = { sort: isReversed ? OLDEST_FIRST : NEWEST_FIRST, limit: jobsMax }
  const beyond = isReversed ? '$gt' : '$lt'
  const position = after ?? before
  if (position === undefined) return find({}, options)
  const { publishedAt, id } = position
  // Two queries, because each reads a part of the index from its start. One with `$or` may read all.
  const [sameTime, others] = await Promise.all([
    find({ publishedAt, _id: { [beyond]: id } }, options),
    find({ publishedAt: { [beyond]: publishedAt } }, options),
  ])
  const found = [...sameTime, ...others].slice(0, jobsMax)
  return isReversed ? found.reverse() : found
}
