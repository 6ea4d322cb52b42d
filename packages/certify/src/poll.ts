import type { SeenRequest } from '@boardwalk/sandbox'
import type { Candidate } from '@boardwalk/sdk'

/* Reads from a request for candidates what the program asked for, and what it was answered. */

/** Tells whether a request asks for a list of candidates. */
export const isPoll = ({ operation }: SeenRequest): boolean =>
  operation === 'listCandidates' || operation === 'listAllCandidates'

/** The address of a request. Its host means nothing. */
export const readAddress = ({ path }: SeenRequest): URL => new URL(path, 'http://board')
export const readQuery = (poll: SeenRequest): URLSearchParams => readAddress(poll).searchParams
/** The path without the query: which list a poll asks for. */
export const readList = (poll: SeenRequest): string => readAddress(poll).pathname

/** The instant after which a poll asks for candidates, in milliseconds. Undefined if it asks for all. */
function readAfterMs(poll: SeenRequest): number | undefined {
  const query = readQuery(poll)
  const [since, from] = [Date.parse(query.get('since') ?? ''), Date.parse(query.get('from') ?? '') - 1]
  return [since, from].find((ms) => !Number.isNaN(ms))
}

/** The candidates that a poll was answered with. Undefined if it got no list. */
export function readCandidates({ status, answer }: SeenRequest): Candidate[] | undefined {
  const { candidates } = Object(answer)
  return status === 200 && Array.isArray(candidates) ? candidates : undefined
}

/** Tells whether the board sent a candidate in the answer to a poll. */
export const hasCandidate = (poll: SeenRequest, { id }: Candidate): boolean =>
  readCandidates(poll)?.some((candidate) => candidate.id === id) ?? false

/** Tells whether a poll asks only for candidates after this one, so that no later page has it either. */
export function isPast(poll: SeenRequest, { date, offerId }: Candidate): boolean {
  const afterMs = readAfterMs(poll)
  if (!isPoll(poll) || afterMs === undefined || afterMs < Date.parse(date)) return false
  return (
    poll.operation === 'listAllCandidates' || readList(poll) === `/api/job/${encodeURIComponent(offerId)}/candidates`
  )
}

/** Tells whether two polls asked for the same list and got the same candidates, at least one. */
export function isSamePage(one: SeenRequest, other: SeenRequest): boolean {
  const listIds = (poll: SeenRequest) =>
    readCandidates(poll)
      ?.map(({ id }) => id)
      .join() ?? ''
  return readList(one) === readList(other) && listIds(one) !== '' && listIds(one) === listIds(other)
}

/** The time of day of an instant, such as `09:30:00.001`. */
export const showTime = (instant: number | string): string => new Date(instant).toISOString().slice(11, 23)

/** Tells whether the board refused a request for its key. */
export const isRefused = ({ status }: SeenRequest): boolean => status === 401 || status === 403

/** Says in one line what a request was and how it was answered. */
export function describeRequest(request: SeenRequest): string {
  const { at, method, path, status = 'no answer' } = request
  const isOdd = isPoll(request) && status === 200
  const answer = describeAnswer(request) ?? (isOdd ? '200, and no list of candidates' : status)
  return `${showTime(at)}  ${method} ${path} → ${answer}`
}

function describeAnswer(request: SeenRequest): string | undefined {
  const candidates = readCandidates(request)
  if (candidates === undefined) return undefined
  const last = candidates.at(-1)
  if (last === undefined) return 'no candidate'
  return candidates.length === 1
    ? `1 candidate, of ${last.date}`
    : `${candidates.length} candidates, the last of ${last.date}`
}
