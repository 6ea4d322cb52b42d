import type { SeenRequest } from '@boardwalk/sandbox'
import { Harm } from './error.ts'
import { describeRequest, isSamePage, readCandidates, readList, readQuery } from './poll.ts'

/* Tells from a program's polls whether it has read all that there is, or asks for the same again and again. */

/** Tells whether a poll waits on the board for something new. */
export const isHeld = (poll: SeenRequest): boolean =>
  poll.status === undefined && Number(readQuery(poll).get('wait')) > 0

/** Tells whether a program has read its lists to their ends: it got an empty page of each, or a page that it had got before. */
export function hasReadAll(polls: readonly SeenRequest[]): boolean {
  const lists = new Map<string, SeenRequest[]>()
  for (const poll of polls) {
    if (readCandidates(poll) === undefined) continue
    lists.set(readList(poll), [...(lists.get(readList(poll)) ?? []), poll])
  }
  // A program that asks for the candidates of each job has read all lists when it begins again.
  const isRound = [...lists].some(([list, pages]) => list === '/api/candidates' || pages.length > 1)
  return isRound && [...lists.values()].every(isReadToEnd)
}

function isReadToEnd(pages: readonly SeenRequest[]): boolean {
  const [newest, before] = [pages.at(-1), pages.at(-2)]
  if (newest === undefined) return false
  return readCandidates(newest)?.length === 0 || (before !== undefined && isSamePage(before, newest))
}

/** A program may ask for a page that it has got, but not this often in this time. */
const SAME_PAGE_MAX = 10
const SAME_PAGE_MS = 2_000

/** Throws if the program asks for the same candidates without a pause. */
export function checkPace(polls: readonly SeenRequest[]): void {
  const last = polls.slice(-SAME_PAGE_MAX)
  const [first, newest] = [last[0], last.at(-1)]
  if (last.length < SAME_PAGE_MAX || first === undefined || newest === undefined) return
  if (newest.at - first.at > SAME_PAGE_MS || !last.every((poll) => isSamePage(poll, first))) return
  throw new Harm(
    'The program asks for the same candidates again and again without a pause, so that the board refuses its requests with 429 and new candidates come late',
    last.slice(-5).map(describeRequest),
  )
}
