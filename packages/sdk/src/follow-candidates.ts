import { type FollowSource, type PollOptions, pollDefaults } from './follow.ts'
import { limits } from './generated/contract.ts'
import { type Schema, toText } from './operation.ts'
import type { CallOptions, Settings } from './options.ts'

export interface FollowOptions extends PollOptions {
  /**
   * Follows only the candidates of the job with this external id. Default: the candidates of all jobs.
   * @example externalJobId: 'A-1'
   */
  externalJobId?: string | undefined
  /**
   * Gives only applications after this date, a Date or ISO 8601. Ignored if the state already has a cursor. Default: all
   * applications.
   * @example since: '2026-03-01'
   */
  since?: string | Date | undefined
}

export const followDefaults = { ...pollDefaults, externalJobId: undefined, since: undefined }

/** A page of candidates by ascending date. */
interface Page {
  candidates: Schema['Candidate'][]
  total: number
  /** If the page holds the whole list, it has every application accepted up to this date. */
  syncedThrough: string | undefined
  /**
   * Names the link between the external id and its job, if candidates of the job are older than `since` because the job got
   * its external id after that date.
   */
  linkId: string | undefined
}

interface PageQuery {
  pageSize: number
  since: string | undefined
}

/** Makes the list of new candidates, whose cursor is the date of the last candidate that was taken. */
export function createCandidateSource(
  { externalJobId, since }: Settings<FollowOptions, typeof followDefaults>,
  fetchPage: (query: PageQuery, call: CallOptions) => PromiseLike<Page>,
): FollowSource<Schema['Candidate']> {
  /** The link of the external id for which the list started over last. */
  let startedOverFor: string | undefined
  return {
    name: externalJobId === undefined ? 'candidates' : `candidates/${encodeURIComponent(externalJobId)}`,
    start: since && toText(since),
    poll: async (cursor, call) => {
      const fetchAfter = (date: string | undefined) => fetchPage({ pageSize: limits.pageSize, since: date }, call)
      let page = await fetchAfter(cursor)
      const { linkId } = page
      if (linkId && linkId !== startedOverFor) {
        // The external id now belongs to another job: start over with the first candidate of that job. The pages that
        // follow say the same of their cursor, unless the id moves once more.
        page = await fetchAfter(undefined)
        startedOverFor = linkId
      }
      const { candidates, total, syncedThrough } = page
      return { items: candidates, hasMore: candidates.length < total, end: syncedThrough }
    },
    getCursor: ({ date }) => date,
  }
}
