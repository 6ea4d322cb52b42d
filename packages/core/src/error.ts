import {
  type ErrorCode,
  type ErrorParams,
  errorCatalogue,
  type FailureReason,
  type Issue,
} from '@boardwalk/schema/error'
import { summarizeIssues } from '@boardwalk/schema/wording'

interface Details {
  /** The failure behind this error. It is logged and never sent. */
  cause?: unknown
  /** Each wrong value, for `invalid_request`. */
  issues?: Issue[]
  /** After how many seconds the caller may try again, for errors such as `rate_limited`. */
  retryAfterSeconds?: number
}

type ErrorArguments<Code extends ErrorCode> =
  ErrorParams<Code> extends [infer Params]
    ? [params: Params, details?: Details]
    : [params?: undefined, details?: Details]

/** An error that a caller may see. Its code, status and message come from the catalogue of errors. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly status: number
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** Why the server could not do what was asked, for `unavailable` and `unconfirmed`. */
  readonly reason: FailureReason | undefined

  constructor(code: Code, ...[params, details]: ErrorArguments<Code>) {
    const { status, message } = errorCatalogue[code]
    // The cast holds because ErrorArguments pairs each code with its own parameters. TypeScript sees a union of all messages.
    super((message as (params: unknown) => string)(params), { cause: details?.cause })
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.issues = details?.issues
    this.retryAfterSeconds = details?.retryAfterSeconds
    // The cast holds because no other error has a value of this name.
    this.reason = (params as { reason?: FailureReason } | undefined)?.reason
  }
}

/** Makes the error that names each wrong value (status 400). */
export function invalidRequest(issues: Issue[]): AppError {
  return new AppError('invalid_request', { message: summarizeIssues(issues) }, { issues })
}

/** Throws `too_many_requests` if a limit asks the caller to wait. Undefined: there is no wait. */
export function requireNoWait(seconds: number | undefined): void {
  if (seconds === undefined) return
  throw new AppError('too_many_requests', { minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds })
}

/** Whether an error is worth a line in the log. A server that has just started, that is full, or that takes no files now, says so in other ways. */
export const isFailure = ({ status, code, reason }: AppError): boolean =>
  status >= 500 && reason !== 'overloaded' && reason !== 'starting' && code !== 'uploads_closed'

/** The refusal of a server that is full. Nothing was changed. */
export const overloaded = (retryAfterSeconds: number) =>
  new AppError('unavailable', { reason: 'overloaded' }, { retryAfterSeconds })

/** Gives a failure the code that says whether anything may have been changed. Returns an error without a `reason` as it is. */
export function restate<Thrown>(error: Thrown, code: 'unavailable' | 'unconfirmed'): Thrown | AppError {
  if (!(error instanceof AppError) || error.reason === undefined || error.code === code) return error
  const { reason, cause, retryAfterSeconds } = error
  return new AppError(code, { reason }, { cause, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) })
}
