import type { StoredJob } from './job.ts'

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

interface Position {
  publishedAt?: Date | { [beyond: string]: Date }
  _id?: { [beyond: string]: number }
}

/** Reads rows from a position on. `find` adds its own conditions to those of the position. */
type Find<Row, Conditions = Position> = (
  position: Conditions,
  options: { sort: typeof NEWEST_FIRST | typeof OLDEST_FIRST; limit: number },
) => Promise<Row[]>

/** Reads a range from an index in this order. The rows have `publishedAt` and, as `_id`, the job id. */
export async function readRange<Row>(find: Find<Row>, range: JobRange): Promise<Row[]> {
  const { positions, isReversed, options } = describeRange(range)
  // Two queries, because each reads a part of the index from its start. One with `$or` may read all.
  const found = (await Promise.all(positions.map((position) => find(position, options)))).flat().slice(0, range.jobsMax)
  return isReversed ? found.reverse() : found
}

/** Reads a range with one query, which reads all rows that match and sorts them: no index has them in this order. */
export async function readRangeUnsorted<Row>(find: Find<Row, { $or?: Position[] }>, range: JobRange): Promise<Row[]> {
  const { positions, isReversed, options } = describeRange(range)
  const found = await find(positions.length > 1 ? { $or: positions } : {}, options)
  return isReversed ? found.reverse() : found
}

/** Says which rows a range has, and in which order they are read. The rows of the first position come first. */
function describeRange({ after, before, jobsMax }: JobRange) {
  const isReversed = after === undefined && before !== undefined
  const options = { sort: isReversed ? OLDEST_FIRST : NEWEST_FIRST, limit: jobsMax }
  const beyond = isReversed ? '$gt' : '$lt'
  const position = after ?? before
  const positions: Position[] =
    position === undefined
      ? [{}]
      : [
          { publishedAt: position.publishedAt, _id: { [beyond]: position.id } },
          { publishedAt: { [beyond]: position.publishedAt } },
        ]
  return { positions, isReversed, options }
}
