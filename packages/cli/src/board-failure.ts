import { errorCatalogue } from '@boardwalk/schema/error'
import { type ExitCode, exitCode, Failure } from './failure.ts'

const keyCodes = ['api_key_missing', 'api_key_invalid', 'scope_missing', 'http_401']
const noAnswerCodes = ['ConnectionError', 'TimeoutError']
const addressCodes = ['page_not_found', 'route_not_found', 'method_not_allowed', 'http_404', 'http_405']

const boardStatuses = new Map<string, number>(
  Object.entries(errorCatalogue).map(([code, { status }]) => [code, status]),
)

/** Chooses the exit status for an error that every other request would also meet; undefined if it concerns one request only. */
export function chooseExitCode(code: string): ExitCode | undefined {
  if (keyCodes.includes(code)) return exitCode.notAuthorised
  if (noAnswerCodes.includes(code) || isOutage(code)) return exitCode.unavailable
  return addressCodes.includes(code) || isRedirect(code) ? exitCode.failure : undefined
}

const isRedirect = (code: string) => /^http_3\d\d$/.test(code)

/** Tells whether a code means that the board cannot work now: a code of the board's catalogue, or `http_502` of a proxy. */
function isOutage(code: string): boolean {
  const status = boardStatuses.get(code) ?? Number(/^http_(\d{3})$/.exec(code)?.[1])
  return status >= 500 || status === 429 || status === 408
}

// Recognises the errors of the SDK by name: importing their classes would load the SDK into every command.
/** Turns an error of the SDK into a Failure. Any other error is a bug in this program and is thrown again. */
export function toBoardFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const code = findErrorCode(error)
  if (!(error instanceof Error) || code === undefined) throw error
  const requestId = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined
  // A 403 of a proxy may concern one body only, but here it ended the whole command.
  const end = code === 'http_403' ? exitCode.notAuthorised : chooseExitCode(code)
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
