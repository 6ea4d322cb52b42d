import type { Candidate } from '@boardwalk/sdk'

/** What a follow hands over: a candidate. */
export interface Entry {
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
export const toDocument = ({ candidate }: Entry): object => candidate

/** Finds the place of an entry in the order of the company's dates. No other entry has the same. */
export const findPosition = ({ candidate }: Entry): string => candidate.date
