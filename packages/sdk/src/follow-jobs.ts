import type { FollowSource } from './follow.ts'
import { limits } from './generated/contract.ts'
import type { Job } from './operation.ts'
import type { CallOptions } from './options.ts'

interface PageQuery {
  pageSize: number
  changedSince: string | undefined
  afterJobId: number | undefined
}

/** A page of changed jobs by ascending job id. */
interface Page {
  jobs: Job[]
  total: number
  /** On the first page: the `changedSince` of the next list. */
  changedThrough: string | undefined
}

/** Makes the list of changed jobs. Its cursor is a `changedSince`, which moves only after all pages of a list. */
export function createJobSource(
  fetchPage: (query: PageQuery, call: CallOptions) => PromiseLike<Page>,
): FollowSource<Job> {
  /** The state of each job of the list before this one. Two lists overlap by two minutes. */
  let before = new Map<number, string>()
  let listed = new Map<number, string>()
  let afterJobId: number | undefined
  let end: string | undefined
  return {
    name: 'job-changes',
    start: '1970-01-01',
    poll: async ({ since: changedSince }, call) => {
      const page = await fetchPage({ pageSize: limits.pageSize, changedSince, afterJobId }, call)
      const { jobs, total, changedThrough } = page
      if (afterJobId === undefined) end = changedThrough
      const changed = jobs.filter((job) => before.get(job.jobId) !== summarizeState(job))
      for (const job of jobs) listed.set(job.jobId, summarizeState(job))
      const entries = changed.map((job) => ({ item: job, cursor: undefined }))
      const hasMore = jobs.length < total
      afterJobId = hasMore ? jobs.at(-1)?.jobId : undefined
      if (!hasMore) {
        before = listed
        listed = new Map()
      }
      return { entries, hasMore, end: hasMore ? undefined : end, hasWaited: false }
    },
  }
}

/** Summarizes what tells two states of a job apart. A job that closes or is suspended keeps its `updatedAt`. */
const summarizeState = ({ updatedAt, closed, suspended }: Job) => `${updatedAt} ${closed} ${suspended}`
