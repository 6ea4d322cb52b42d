import type * as mongo from 'mongodb'
import type { JobCollection, JobDocument } from './document.ts'
import type { Closeness } from './match-words.ts'

/** The place of a published job in the lists of the public site, which have the latest publication first. */
export interface JobPosition {
  publishedAt: Date
  id: number
}

/** The next jobs of a list, after a position in it or before it. Without a position: the first jobs of the list. */
export interface JobRange {
  /** How the jobs of the list have the words of the search. Without words every job is `named`, the default. */
  closeness?: Closeness
  after?: JobPosition | undefined
  before?: JobPosition | undefined
  jobsMax: number
}

export type Conditions = mongo.Filter<JobDocument>

const NEWEST_FIRST = { publishedAt: -1, _id: -1 } as const
const OLDEST_FIRST = { publishedAt: 1, _id: 1 } as const

/** Reads a range of the jobs that match conditions, latest publication first. */
export async function readRange<Document extends mongo.Document, Row>(
  jobs: JobCollection,
  { conditions, projection }: { conditions: Conditions; projection: Record<string, 0 | 1> },
  { after, before, jobsMax }: JobRange,
  read: (found: AsyncIterable<Document>) => Promise<Row[]>,
): Promise<Row[]> {
  const isReversed = after === undefined && before !== undefined
  const sort = isReversed ? OLDEST_FIRST : NEWEST_FIRST
  const past = isReversed ? '$gt' : '$lt'
  const find = (part: Conditions) =>
    read(jobs.find<Document>({ ...conditions, ...part }, { sort, limit: jobsMax, projection }))
  const from = after ?? before
  if (from === undefined) return find({})
  const { publishedAt, id } = from
  // Two queries, because each reads a part of the index from its start. One with `$or` may read all.
  const [atOnce, others] = await Promise.all([
    find({ publishedAt, _id: { [past]: id } }),
    find({ publishedAt: { [past]: publishedAt } }),
  ])
  const found = [...atOnce, ...others].slice(0, jobsMax)
  return isReversed ? found.reverse() : found
}
