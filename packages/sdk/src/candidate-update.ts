import { chooseClass } from './answer.ts'
import { BoardwalkError } from './error.ts'
import type { Schema } from './operation.ts'
import type { ItemFailure } from './send-many.ts'

/** What your system tells the board of a candidate: its status, or that your copy of an erased person's data is erased. */
export type CandidateUpdate =
  | {
      id: string
      status: Schema['Candidate']['status']
      /** When the status changed in your system, for people to read. Default: now. */
      at?: string | Date | undefined
    }
  | { id: string; erased: true }

/** The result of `setStatus` and `confirmErasure`. `unchanged`: the board knew it before. */
export interface CandidateUpdated {
  id: string
  status: 'updated' | 'unchanged'
}

/** The result of one item of `updateMany`. */
export interface CandidateUpdateManyResult extends Omit<Schema['CandidateUpdateResult'], 'status' | 'error'> {
  /** The position of the item in the input, from 0. Results do not come in the order of the input. */
  index: number
  /**
   * What the board did with the item. `erased`: it sets no status of a person whose data was erased. `failed`: nothing, and
   * `error` says why. `unconfirmed`: it is not known, because an answer was lost or cannot be read; send the item again.
   */
  status: Schema['CandidateUpdateResult']['status'] | 'unconfirmed'
  error: ItemFailure['error'] | null
}

/** The errors that an answer for one candidate alone would have. `failed` has its own code and message. */
const refusals = {
  not_found: { status: 404, code: 'candidate_not_found', message: 'The company has no candidate with this id' },
  erased: { status: 410, code: 'application_erased', message: "The person's data was erased: erase your copy" },
  failed: { status: 400 },
} as const

/** Returns the only result of a request, or throws the error that it stands for. */
export function readUpdated(
  id: string,
  result: Schema['CandidateUpdateResult'] | undefined,
  headers: Headers,
  requestId: string | undefined,
): CandidateUpdated {
  if (result === undefined) throw new BoardwalkError('The board gave no result')
  const { status, error } = result
  if (status === 'updated' || status === 'unchanged') return { id, status }
  const refusal = { message: status, requestId, headers, ...refusals[status], ...error }
  throw new (chooseClass(refusal.status, refusal.code))(refusal)
}
