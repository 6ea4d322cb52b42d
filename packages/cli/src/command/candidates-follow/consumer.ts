import type { Candidate, CandidateChange } from '@boardwalk/sdk'

/** What a follow hands over: a candidate, and with `--changes` what happened to the candidate. */
export interface Entry {
  change?: CandidateChange['change']
  candidate: Candidate
}

/** Takes the entries of a follow: prints them, or hands each to a program. */
export interface Consumer {
  /** Takes an entry. Returns false if it was not taken; the next start then gives it again. */
  take(entry: Entry): Promise<boolean>
  /** Called after the last entry. A consumer with this method has taken no entry before it ends. */
  end?(): Promise<void>
}

/** Why a program did not take an entry. */
export interface Refusal {
  /** A sentence without its full stop, such as "The command ended with 7". */
  message: string
  /** The exit status of a command, the signal that killed it, or the HTTP status of an answer; null without an answer. */
  status: number | string | null
  /** How long to wait at least before the next try, in milliseconds. */
  retryAfterMs?: number
}

/** Gives the JSON of an entry, as every consumer gets it. */
export const toDocument = (entry: Entry): object => (entry.change === undefined ? entry.candidate : entry)

/** Finds a date that no other entry of the same candidate has. */
export const findPlace = ({ change, candidate }: Entry): string =>
  change === 'status' || change === 'erased' ? candidate.changedAt : candidate.date
