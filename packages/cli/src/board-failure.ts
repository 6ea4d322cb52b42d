import { errorCatalogue } from '@boardwalk/schema/error'
import { type ExitCode, exitCode, Failure } from './failure.ts'

const refusalCodes = ['api_key_missing', 'api_key_invalid', 'scope_missing', 'company_suspended']
const noAnswerCodes = ['ConnectionError', 'TimeoutError']
const addressCodes = ['page_not_found', 'route_not_found', 'method_not_allowed']

const boardStatuses = new Map<string, number>(
  Object.entries(errorCatalogue).map(([code, { status }]) => [code, status]),
)

/** Chooses the exit status for an error that every other request would also meet; undefined if it concerns one request only. */
export function chooseExitCode(code: string): ExitCode | undefined {
  if (refusalCodes.includes(code)) return exitCode.notAuthorised
  if (noAnswerCodes.includes(code) || isOutage(code)) return exitCode.unavailable
  return addressCodes.includes(code) ? exitCode.failure : undefined
}

/**
 * Tells whether a code means that the board cannot work now, or that something else answers every request, such as the
 * sign-in page of a proxy. It is a code of the board's catalogue, or `http_502` for an answer that has none.
 */
function isOutage(code: string): boolean {
  const boardStatus = boardStatuses.get(code)
  if (boardStatus !== undefined) return boardStatus >= 500 || boardStatus === 429
  return /^http_(3\d\d|40[14578]|429|5\d\d)$/.test(code)
}

// Recognises the errors of the SDK by name: importing their classes would load the SDK into every command.
/** Turns an error of the SDK into a Failure. Any other error is a bug in this program and is thrown again. */
export function toBoardFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const code = findErrorCode(error)
  if (!(error instanceof Error) || code === undefined) throw error
  const requestId = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined
  // A 403 of a proxy may concern one body only, but here it ended the whole command.
  const end = code.startsWith('http_') ? exitCode.unavailable : chooseExitCode(code)
  return new Failure(error.message, end, { cause: error, code, requestId })
}

/** Finds the code of an SDK error: the board's code, or else one made of its status or name; undefined for other errors. */
export function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined
  if (status === undefined) return sdkErrors.includes(error.name) ? error.name : undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : `http_${status}`
}

const sdkErrors = ['BoardwalkError', 'ConnectionError', 'TimeoutError', 'AbortedError']
