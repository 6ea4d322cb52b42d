import { BadRequestError } from './error.ts'
import { type FollowSource, type PollOptions, type Position, pollDefaults } from './follow.ts'
import { limits } from './generated/contract.ts'
import { type Query, type Schema, toText } from './operation.ts'
import type { CallOptions, Settings } from './options.ts'

export interface FollowOptions extends PollOptions {
  /**
   * Follows only the candidates of the job with this external id. Default: the candidates of all jobs.
   * @example externalJobId: 'A-1'
   */
  externalJobId?: string | undefined
  /**
   * Gives only what is after this date, a Date or ISO 8601. Ignored if the state already has a cursor. Default: everything.
   * @example since: '2026-03-01'
   */
  since?: string | Date | undefined
  /**
   * The time from the start of one poll to the start of the next when nothing is new, in milliseconds. Without it, the board
   * holds each poll for up to 20 seconds and answers as soon as something is new; a board that cannot is asked every 60,000.
   * Give it if a proxy ends requests sooner.
   * @example intervalMs: 30_000
   */
  intervalMs?: number | undefined
  /** True also gives changes: see `FollowChangesOptions`. Default: false. */
  changes?: false | undefined
}

export interface FollowChangesOptions extends Omit<FollowOptions, 'externalJobId' | 'changes'> {
  /** Also gives the candidates whose status was changed or whose data was erased, those of all jobs. */
  changes: true
}

/** What happened to a candidate, and its current data. */
export interface CandidateChange {
  /**
   * `created`: the candidate applied after your cursor. `status`: its status was changed. `erased`: its data was erased, so
   * erase your copy. A candidate who applied and was changed after your cursor comes once, as `created` or `erased`.
   */
  change: 'created' | 'status' | 'erased'
  candidate: Schema['Candidate']
}

export const followDefaults = { ...pollDefaults, externalJobId: undefined, since: undefined }

type FollowSettings = Settings<Omit<FollowOptions, 'changes'>, typeof followDefaults>

/** A page of candidates in the order of the list. */
interface Page {
  data: {
    candidates: Schema['Candidate'][]
    total: number
    /** If the page holds the whole list, it has everything up to this date. */
    syncedThrough: string | undefined
    /**
     * Names the link between the external id and its job, if candidates of the job are older than `since` because the job
     * got its external id after that date.
     */
    linkId: string | undefined
  }
  headers: Headers
}

interface PageQuery {
  pageSize: number
  since: string | undefined
  synced?: true | undefined
  wait?: number | undefined
  changes?: true
}

type FetchPage = (query: PageQuery, call: CallOptions) => Promise<Page>

/** Makes the list of new candidates, whose cursor is the date of the last candidate that was taken. */
export function createCandidateSource(
  { externalJobId, since }: FollowSettings,
  fetchPage: FetchPage,
): FollowSource<Schema['Candidate']> {
  /** The link of the external id for which the list started over last. */
  let startedOverFor: string | undefined
  return {
    name: externalJobId === undefined ? 'candidates' : `candidates/${encodeURIComponent(externalJobId)}`,
    start: since && toText(since),
    poll: async (position, call) => {
      const fetchAfter = (from: Position) => fetchPage({ pageSize: limits.pageSize, ...from }, call)
      let page = await fetchAfter(position)
      const { linkId } = page.data
      if (linkId && linkId !== startedOverFor) {
        // The external id now belongs to another job: start over with the first candidate of that job. The pages that
        // follow say the same of their cursor, unless the id moves once more.
        page = await fetchAfter({ since: undefined })
        startedOverFor = linkId
      }
      const entries = page.data.candidates.map((candidate) => ({ item: candidate, cursor: candidate.date }))
      return { ...readEnd(page, ({ date }) => date), entries }
    },
  }
}

/** Makes the list of new and changed candidates, whose cursor is the place of the last one in the order of the list. */
export function createChangeSource({ since }: FollowSettings, fetchPage: FetchPage): FollowSource<CandidateChange> {
  /**
   * The `changedAt` of candidates who were given as new with a later change. That change has a place further on in the list,
   * where a later page has the candidate again.
   */
  const given = new Map<string, string>()
  return {
    // Not the cursor of new candidates: changes before that one were never given.
    name: 'candidate-changes',
    start: since && toText(since),
    poll: async (position, call) => {
      const cursor = position.since
      const page = await fetchPage({ pageSize: limits.pageSize, ...position, changes: true }, call)
      const candidates = page.data.candidates.filter(({ id, changedAt }) => given.get(id) !== changedAt)
      for (const candidate of candidates) if (isNew(candidate, cursor)) given.set(candidate.id, candidate.changedAt)
      const getPlace = (candidate: Schema['Candidate']) => findPlace(candidate, cursor)
      const rest = readEnd(page, getPlace)
      for (const [id, changedAt] of given) if (rest.end && changedAt <= rest.end) given.delete(id)
      const entries = candidates.map((candidate) => ({
        item: { change: nameChange(candidate, cursor), candidate },
        cursor: getPlace(candidate),
      }))
      return { ...rest, entries }
    },
  }
}

/** Reads from a page how its list goes on. */
function readEnd(
  { data: { candidates, total, syncedThrough }, headers }: Page,
  getCursor: (candidate: Schema['Candidate']) => string,
) {
  const last = candidates.at(-1)
  const hasMore = candidates.length < total
  return { hasMore, end: hasMore && last ? getCursor(last) : syncedThrough, hasWaited: headers.has('x-waited') }
}

/** Tells whether a candidate of a list of changes applied after its `since`. */
const isNew = ({ date }: Schema['Candidate'], since: Query[string]) =>
  // An absent `since` gives NaN, and no date is before or at that.
  !(Date.parse(date) <= Date.parse(toText(since ?? '')))

/** Finds the place of a candidate in a list of changes: the `since` of the list that goes on after it. */
export const findPlace = (candidate: Schema['Candidate'], since: Query[string]): string =>
  isNew(candidate, since) ? candidate.date : candidate.changedAt

function nameChange(candidate: Schema['Candidate'], since: string | undefined): CandidateChange['change'] {
  if (candidate.erasedAt !== null) return 'erased'
  return isNew(candidate, since) ? 'created' : 'status'
}

/** Makes polls wait on the board for something new, for at most two thirds of the time limit of a request. */
export function addWait({ intervalMs, once }: FollowSettings, timeoutMs: number, fetchPage: FetchPage): FetchPage {
  const longest = Math.min(limits.waitSeconds, Math.floor(timeoutMs / 1_500))
  // A caller that gives an interval sets the pace itself.
  let wait = once || intervalMs !== undefined || longest === 0 ? undefined : longest
  return async (query, call) => {
    try {
      return await fetchPage({ ...query, wait }, call)
    } catch (error) {
      const isUnknown = error instanceof BadRequestError && error.issues.some(({ path }) => path === 'wait')
      if (!isUnknown) throw error
      // An older board does not know it.
      wait = undefined
      return fetchPage(query, call)
    }
  }
}
