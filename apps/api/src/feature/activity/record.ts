/** One request of the integration API, without its body and without a person's data. */
export interface ApiRequest {
  companyId: string
  keyId: string
  requestId: string
  /** When the request arrived. */
  at: Date
  operation: string
  /** The HTTP status of the answer. Null if the caller closed the connection before the answer. */
  status: number | null
  durationMs: number
  /** The error message in the answer. Null for a success. */
  errorMessage: string | null
  /** The error code in the answer. Absent for a success, if the caller was gone, and in rows of earlier versions. */
  errorCode?: string
  /** Where wrong values were in the request, without the values. Absent if none were refused. */
  wrongPaths?: string[]
  /** The external id of the job that the request was about. Absent if it was about several jobs or none, or was refused early. */
  externalId?: string
  /** For a poll of candidates, what it asked for. */
  polled?: PolledRange
  /** For a batch, what became of its items. */
  items?: BatchItems
}

const FIRST_REFUSED_MAX = 10
const ID_LENGTH_MAX = 255
const MESSAGE_LENGTH_MAX = 300

/** What became of the items of a request that sent many: jobs, or links. */
export interface BatchItems {
  sent: number
  refused: number
  /** The first that were refused, at most ten. */
  firstRefused: RefusedItem[]
}

interface RefusedItem {
  /** The place in the request, from 0. */
  index: number
  /** The external id as sent. Null if it was no text, or longer than an external id may be. */
  id: string | null
  message: string
}

/** Counts the items of a batch, and shortens what is kept of the first that were refused. An item without a `problem` was not refused. */
export function summariseItems(items: { id: string | null; problem: string | undefined }[]): BatchItems {
  const refused = items.flatMap(({ id, problem }, index) => (problem === undefined ? [] : [{ index, id, problem }]))
  const firstRefused = refused.slice(0, FIRST_REFUSED_MAX).map(({ index, id, problem }) => {
    const isIdKept = id !== null && id.length <= ID_LENGTH_MAX
    return { index, id: isIdKept ? id : null, message: problem.slice(0, MESSAGE_LENGTH_MAX) }
  })
  return { sent: items.length, refused: refused.length, firstRefused }
}

/** The candidates that a poll asked for: those of one job or of all, with a date after `after` and up to `through`. */
export interface PolledRange {
  after: Date
  through: Date
  /** Null for a poll of all jobs. */
  jobId: number | null
}

/** What became of an application form that somebody sent, without a person's data. */
export interface FormRecord {
  companyId: string
  jobId: number
  /** The application that the form is or would be. Null if the form had no usable id. */
  applicationId: string | null
  requestId: string
  /** The trace of the request. Null if traces are not sent. */
  traceId: string | null
  /** When the form arrived. */
  at: Date
  outcome: 'accepted' | 'repeated' | 'held' | 'refused'
  /** Why it was refused: the code of the error. Null if it was not. */
  reason: string | null
  /** The fields of the form that were refused. */
  fields: string[]
}
