import { type ErrorCode, type ErrorParams, errorCatalogue, type Issue } from '@boardwalk/schema/error'
import { messageOf } from '@boardwalk/schema/wording'

interface Details {
  /** What really happened: logged, never sent. */
  cause?: unknown
  /** Every value that is wrong, with `invalid_request`. */
  issues?: Issue[]
  /** When to try again, with `too_many_requests`. */
  retryAfterSeconds?: number
}

type ErrorArguments<Code extends ErrorCode> =
  ErrorParams<Code> extends [infer Params]
    ? [params: Params, details?: Details]
    : [params?: undefined, details?: Details]

/** An error that a caller may see: its code, status and message come from the one catalogue. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly status: number
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: Code, ...[params, details]: ErrorArguments<Code>) {
    const { status, message } = errorCatalogue[code]
    // ErrorArguments pairs each code with its own parameters; a union of all messages cannot say so.
    super((message as (params: unknown) => string)(params), { cause: details?.cause })
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.issues = details?.issues
    this.retryAfterSeconds = details?.retryAfterSeconds
  }
}

/** The 400 that names every wrong value. */
export function invalidRequest(issues: Issue[]): AppError {
  return new AppError('invalid_request', { message: messageOf(issues) }, { issues })
}
