import { LRUCache } from 'lru-cache'
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
  /** When the last of these jobs was published, if that is known. It makes the read faster and changes no result. */
  lastAt?: Date | undefined
}

export type Conditions = mongo.Filter<JobDocument>

/** Which jobs are read. */
interface Wanted {
  conditions: Conditions
  projection: Record<string, 0 | 1>
}

const NEWEST_FIRST = { publishedAt: -1, _id: -1 } as const
const OLDEST_FIRST = { publishedAt: 1, _id: 1 } as const
const ENDS_MAX = 10_000

/** Creates a function that reads a range of the jobs that match conditions, latest publication first. */
export function createRangeReads(jobs: JobCollection) {
  // secantus: its Python server reads and sorts every job that matches, unless the time of publication has two ends. So the
  // time of the last row of each range is remembered. If as many jobs as are asked for come before it, no later one counts.
  const ends = new LRUCache<string, Date>({ max: ENDS_MAX })

  return async function readRange<Document extends mongo.Document, Row extends { publishedAt: Date | null }>(
    wanted: Wanted,
    range: JobRange,
    read: (found: AsyncIterable<Document>) => Promise<Row[]>,
  ): Promise<Row[]> {
    const key = JSON.stringify([wanted.conditions, range])
    const end = range.lastAt ?? ends.get(key)
    const near = end && (await readTo(wanted, range, end, read))
    if (near?.length === range.jobsMax) return near
    const found = await readTo(wanted, range, undefined, read)
    // A range before a position is returned in reverse, so its first job is the one that was read last.
    const last = (isBackwards(range) ? found[0] : found.at(-1))?.publishedAt
    if (found.length === range.jobsMax && last) ends.set(key, last)
    else ends.delete(key)
    return found
  }

  async function readTo<Document extends mongo.Document, Row>(
    { conditions, projection }: Wanted,
    range: JobRange,
    end: Date | undefined,
    read: (found: AsyncIterable<Document>) => Promise<Row[]>,
  ): Promise<Row[]> {
    const { after, before, jobsMax } = range
    const isReversed = isBackwards(range)
    const sort = isReversed ? OLDEST_FIRST : NEWEST_FIRST
    const [past, to] = isReversed ? (['$gt', '$lte'] as const) : (['$lt', '$gte'] as const)
    // secantus: its Rust server chooses an index by the order of the conditions. A time with two ends leaves fewer jobs than a word.
    const find = (part: Conditions) =>
      read(jobs.find<Document>({ ...part, ...conditions }, { sort, limit: jobsMax, projection }))
    // secantus: of an index that goes down, its Python server leaves out the rows at the end itself.
    const toEnd = end && { [to]: new Date(end.getTime() + (isReversed ? 1 : -1)) }
    const from = after ?? before
    if (from === undefined) return find(toEnd ? { publishedAt: toEnd } : {})
    const { publishedAt, id } = from
    // Two queries, because each reads a part of the index from its start. One with `$or` may read all.
    const [atOnce, others] = await Promise.all([
      find({ publishedAt, _id: { [past]: id } }),
      find({ publishedAt: { [past]: publishedAt, ...toEnd } }),
    ])
    const found = [...atOnce, ...others].slice(0, jobsMax)
    return isReversed ? found.reverse() : found
  }
}

const isBackwards = ({ after, before }: JobRange): boolean => after === undefined && before !== undefined
