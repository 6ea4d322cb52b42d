import type { SeenRequest } from '@boardwalk/sandbox'
import type { Candidate } from '@boardwalk/sdk'
import { describeRequest, hasCandidate, isPast, isPoll, isSamePage, showTime } from './poll.ts'
import type { StopReason } from './program.ts'
import { Harm } from './scenario.ts'

/* Finds out from the program's requests why it does not hold a candidate, and whether it still can. */

/** A process of the program was killed, or has ended. */
export interface Stop {
  how: StopReason
  /** By the board's clock. */
  atMs: number
  /** The program's last request before it. */
  last: SeenRequest | undefined
}

/** What happened since a candidate applied. */
export interface History {
  candidate: Candidate
  /** The program's requests since then. */
  requests: readonly SeenRequest[]
  /** When the program was killed or ended since then. */
  stops: readonly Stop[]
}

/** This many polls that go on behind a candidate, or ask for the same page, show that the program will not ask for it again. */
const POLLS = 3
/** The polls must be spread over this time, in which a program may still store what it has received. */
const SPREAD_MS = 2_000

/** Tells whether polls are so many, and so far apart, that the program has had time for what is to come. */
export const isSpread = (polls: readonly SeenRequest[]): boolean =>
  polls.length >= POLLS && (polls.at(-1)?.at ?? 0) - (polls[0]?.at ?? 0) >= SPREAD_MS

/** The last poll whose answer had the candidate, what followed, and whether the program has stopped since. */
function findDelivery({ candidate, requests, stops }: History) {
  const index = requests.findLastIndex((request) => hasCandidate(request, candidate))
  const [delivery, later] = [requests[index], requests.slice(index + 1)]
  const stop = stops.find(({ last }) => last !== undefined && requests.indexOf(last) >= index)
  return { delivery, stop, skips: later.filter((request) => isPast(request, candidate)) }
}

/** Polls at the end that ask for the same page again and again, and get the same candidates. */
function findRepeats(requests: readonly SeenRequest[]): SeenRequest[] {
  const polls = requests.filter(isPoll)
  const last = polls.at(-1)
  if (last === undefined) return []
  return polls.slice(polls.findLastIndex((poll) => !isSamePage(poll, last)) + 1)
}

/** Tells whether the program can no longer get a candidate. */
export function isLost(history: History): boolean {
  const { delivery, stop, skips } = findDelivery(history)
  // A program that runs on may still be storing what it was sent.
  if (delivery !== undefined && stop === undefined) return false
  return isSpread(skips) || (delivery === undefined && isSpread(findRepeats(history.requests)))
}

/** Says what became of one of the candidates that the program does not hold. */
export function describeMissing(history: History | undefined, missingCount: number): Harm {
  if (history === undefined) return new Harm('A candidate is not stored')
  const { candidate, requests } = history
  const { delivery, stop, skips } = findDelivery(history)
  const name = `${candidate.firstName} ${candidate.lastName}`
  const applied = `${showTime(candidate.date)}  ${name} applies for ${candidate.offerId || candidate.jobTitle}`
  const others = missingCount > 1 ? ` (and ${missingCount - 1} more)` : ''
  const who = `${name}${others} applied at ${showTime(candidate.date)}`
  const [skip, repeats] = [skips[0], findRepeats(requests)]
  const describe = (why: string, shown: readonly (SeenRequest | undefined)[], also: string[] = []) => {
    const last = [...new Set([...shown, ...requests.filter(isPoll).slice(-3)])].filter((each) => each !== undefined)
    const lines = last.toSorted((a, b) => requests.indexOf(a) - requests.indexOf(b)).map(describeRequest)
    return new Harm(why, [applied, ...lines, ...also])
  }
  if (delivery !== undefined && stop !== undefined) {
    const stopped = `${showTime(stop.atMs)}  the program ${stop.how}`
    const then = skip === undefined ? 'did not ask again' : 'asked only for later candidates when it ran again'
    return describe(
      `${who} and your system lost the application: it ${stop.how} after the board had sent it, and ${then}`,
      [delivery, skip],
      [stopped],
    )
  }
  if (delivery !== undefined)
    return describe(`${who} and is not stored, although the board sent the application to the program`, [
      delivery,
      skip,
    ])
  if (skip !== undefined)
    return describe(`${who} and your system never hears of it: it asks only for what is after ${readCursor(skip)}`, [
      skip,
    ])
  if (repeats.length >= POLLS)
    return describe(
      `${who} and your system never hears of it: it asks for the same page again and again`,
      repeats.slice(-1),
    )
  const hasAsked = requests.some(isPoll)
  return describe(
    `${who} and your system never hears of it: ${hasAsked ? 'no answer to its requests had the application' : 'it did not ask for candidates any more'}`,
    [],
  )
}

const readCursor = ({ path }: SeenRequest) => decodeURIComponent(/(?:since|from)=([^&]*)/.exec(path)?.[1] ?? '')
