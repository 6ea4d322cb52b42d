import type { SeenRequest } from '@boardwalk/sandbox'
import type { Candidate } from '@boardwalk/sdk'
import { Harm } from './error.ts'
import { describeRequest, hasCandidate, isPast, isPoll, isSamePage, readQuery, showTime } from './poll.ts'
import type { StopReason } from './program.ts'

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

/** Tells whether these polls are enough and far enough apart: the program has then had time to store what it received. */
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
  const { candidate } = history
  const name = `${candidate.firstName} ${candidate.lastName}`
  const others = missingCount > 1 ? ` (and ${missingCount - 1} more)` : ''
  const time = showTime(candidate.date)
  return new Harm(`${name}${others} applied at ${time} and ${explain(history)}`, [
    `${time}  ${name} applies for ${candidate.offerId || candidate.jobTitle}`,
    ...listEvents(history),
  ])
}

/** Says that the program holds a candidate twice. `ids` are those of all such candidates. */
export function describeRepeated(
  candidate: Candidate | undefined,
  requests: readonly SeenRequest[],
  ids: readonly string[],
): Harm {
  const name = candidate === undefined ? 'A candidate' : `${candidate.firstName} ${candidate.lastName}`
  const others = ids.length > 1 ? ` (and ${ids.length - 1} more)` : ''
  const deliveries = requests.filter((request) => candidate !== undefined && hasCandidate(request, candidate))
  return new Harm(
    `${name}${others} is stored twice: two people of the company work on one application. --stored printed the id ${ids[0]} more than once. A candidate may come again, after a crash or with a change, and must then replace the copy with this id`,
    deliveries.slice(-3).map(describeRequest),
  )
}

function explain(history: History): string {
  const { requests } = history
  const { delivery, stop, skips } = findDelivery(history)
  const [skip] = skips
  if (delivery !== undefined && stop !== undefined) {
    const then = skip === undefined ? 'did not ask again' : 'asked only for later candidates when it ran again'
    return `your system lost the application: the program ${stop.how} after the board had sent it, and ${then}`
  }
  if (delivery !== undefined) return 'is not stored, although the board sent the application to the program'
  const unheard = 'your system never hears of it: the program'
  if (skip !== undefined) return `${unheard} asks only for what is after ${showCursor(skip)}`
  if (findRepeats(requests).length >= POLLS) return `${unheard} asks for the same page again and again`
  if (requests.some(isPoll)) return `${unheard} asked, and no answer had the application`
  return `${unheard} did not ask for candidates any more`
}

const showCursor = (poll: SeenRequest) => readQuery(poll).get('since') ?? readQuery(poll).get('from')

/** The requests that show what became of a candidate, and the end of the program after it was sent, in their order. */
function listEvents(history: History): string[] {
  const { requests } = history
  const { delivery, stop, skips } = findDelivery(history)
  const chosen = new Set([delivery, skips[0], ...requests.filter(isPoll).slice(-3)])
  return requests.flatMap((request) => [
    ...(chosen.has(request) ? [describeRequest(request)] : []),
    ...(stop !== undefined && stop.last === request ? [`${showTime(stop.atMs)}  the program ${stop.how}`] : []),
  ])
}
