import { AppError } from '../error.ts'

const FIRST_REFUSED_MAX = 10
const ID_LENGTH_MAX = 255
const MESSAGE_LENGTH_MAX = 300

/** The form of the ids that the board gives to candidates. */
const CANDIDATE_ID = /^[0-9a-f]{32}$/

/**
 * Whether a text that a caller sent as the id of a candidate has the form of one. Any other text may be a person's name or address, so no
 * record and no log has it: an erasure could not find it there.
 */
export const isCandidateId = (text: string): boolean => CANDIDATE_ID.test(text)

/** Describes a refusal of values without the values. */
export function describeWrongValues(issues: readonly { path: string }[]): string {
  const paths = [...new Set(issues.map(({ path }) => path))].filter((path) => path !== '')
  return paths.length === 0 ? 'the request is wrong' : `wrong value: ${paths.join(', ')}`
}

/** Describes that the company has no such candidate. `id` is null if the text that was sent has not the form of an id. */
export const describeUnknownCandidate = (id: string | null): string =>
  id === null
    ? 'what was sent as the id is not the id of a candidate'
    : new AppError('candidate_not_found', { id }).message

/** The outcome of a request that sent many items: jobs or links. */
export interface BatchItems {
  sent: number
  refused: number
  /** The first that were refused, at most ten. */
  firstRefused: RefusedItem[]
}

interface RefusedItem {
  /** The place in the request, from 0. */
  index: number
  /** The external id as sent. Null if it was no text, or too long. */
  id: string | null
  message: string
}

/** Counts the items of a batch, and shortens the first refused ones. An item without a `problem` was not refused. */
export function summariseItems(items: { id: string | null; problem: string | undefined }[]): BatchItems {
  const refused = items.flatMap(({ id, problem }, index) => (problem === undefined ? [] : [{ index, id, problem }]))
  const firstRefused = refused.slice(0, FIRST_REFUSED_MAX).map(({ index, id, problem }) => {
    const isIdKept = id !== null && id.length <= ID_LENGTH_MAX
    return { index, id: isIdKept ? id : null, message: problem.slice(0, MESSAGE_LENGTH_MAX) }
  })
  return { sent: items.length, refused: refused.length, firstRefused }
}

/** The range of a poll: candidates of one job or of all, with a date after `after` and up to `through`. */
export interface PolledRange {
  after: Date
  through: Date
  /** Null for a poll of all jobs. */
  jobId: number | null
}

/** The classes of answers: with a status below 400, from 400 to 499, and from 500. */
export const requestAnswers = ['success', 'refused', 'failed'] as const
export type RequestAnswer = (typeof requestAnswers)[number]
