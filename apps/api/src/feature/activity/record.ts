const FIRST_REFUSED_MAX = 10
const ID_LENGTH_MAX = 255
const MESSAGE_LENGTH_MAX = 300

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
