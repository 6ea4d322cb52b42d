import { chooseClass } from './answer.ts'
import { BoardwalkError } from './error.ts'
import type { Schema } from './operation.ts'
import { type ItemFailure, NO_RESULT } from './send-many.ts'

/** What your system tells the board of a candidate: its status, or that your copy of an erased person's data is erased. */
export type CandidateUpdate =
  | {
      id: string
      status: Schema['CandidateStatus']
      /** When the status changed in your system. One of an earlier time than another that your key has told is `superseded`. Default: now. */
      at?: string | Date | undefined
    }
  | { id: string; erased: true }

/** The result of `setStatus` and `confirmErasure`. `unchanged`: the board knew it before. `superseded`: it knows a later one. A newer board may have other words. A refusal is thrown. */
export interface CandidateUpdated {
  id: string
  status: Schema['CandidateUpdateResult']['status']
}

/** The result of one item of `updateMany`. */
export interface CandidateUpdateManyResult extends Omit<Schema['CandidateUpdateResult'], 'status' | 'error'> {
  /** The position of the item in the input, from 0. Results do not come in the order of the input. */
  index: number
  /**
   * What the board did with the item. `superseded`: nothing, because your key has told of a later time. `erased`: it sets no status of a person whose data was erased. `failed`: nothing, and
   * `error` says why. `unconfirmed`: it is not known, because an answer was lost or cannot be
   * read, or because the board could not finish; send the item again.
   */
  status: Schema['CandidateUpdateResult']['status'] | 'unconfirmed'
  error: ItemFailure['error'] | null
}

/** The errors that an answer for one candidate alone would have. Other refusals have a code and a message of their own. */
const refusals = new Map<string, { status: number; code: string; message: string }>([
  ['not_found', { status: 404, code: 'candidate_not_found', message: 'The company has no candidate with this id' }],
  ['erased', { status: 410, code: 'application_erased', message: "The person's data was erased: erase your copy" }],
])

/** Returns the only result of a request, or throws the error that it stands for. */
export function readUpdated(
  id: string,
  result: Schema['CandidateUpdateResult'] | undefined,
  headers: Headers,
  requestId: string | undefined,
): CandidateUpdated {
  if (result === undefined) throw new BoardwalkError(NO_RESULT)
  const { status, error } = result
  const known = refusals.get(status)
  // A newer board may have another word for what it did.
  if (known === undefined && error === null && status !== 'failed') return { id, status }
  const refusal = { status: 400, message: status, requestId, headers, ...known, ...error }
  throw new (chooseClass(refusal.status, refusal.code))(refusal)
}
