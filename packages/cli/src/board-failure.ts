import { errorCatalogue } from '@boardwalk/schema/error'
import { type ExitCode, exitCode, Failure } from './failure.ts'

const keyCodes = ['api_key_missing', 'api_key_invalid', 'scope_missing', 'http_401', 'http_403']
const noAnswerCodes = ['ConnectionError', 'TimeoutError']
const addressCodes = ['route_not_found', 'method_not_allowed', 'http_404', 'http_405']

const boardStatuses = new Map<string, number>(
  Object.entries(errorCatalogue).map(([code, { status }]) => [code, status]),
)

/** What the command ends with when one request fails in a way in which every other would too; else undefined. */
export function endByCode(code: string): ExitCode | undefined {
  if (keyCodes.includes(code)) return exitCode.notAuthorised
  if (noAnswerCodes.includes(code) || isOutage(code)) return exitCode.unavailable
  return addressCodes.includes(code) ? exitCode.failure : undefined
}

/** Whether the answer with this code, the board's or one like `http_502` of a proxy, says that the board cannot work now. */
function isOutage(code: string): boolean {
  const status = boardStatuses.get(code) ?? Number(/^http_(\d{3})$/.exec(code)?.[1])
  return status >= 500 || status === 429 || status === 408
}

/**
 * An error of the SDK as an end in words; any other error is a fault of this program and is thrown on. By its names:
 * a class would load the SDK into every command, help included.
 */
export function boardFailureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const code = codeOf(error)
  if (!(error instanceof Error) || code === undefined) throw error
  return new Failure(error.message, endByCode(code), { cause: error })
}

/** What an error of the SDK is called in the board's catalogue, or else by its status or name; undefined of any other. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined
  if (status === undefined) return sdkErrors.includes(error.name) ? error.name : undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : `http_${status}`
}

const sdkErrors = ['BoardwalkError', 'ConnectionError', 'TimeoutError', 'AbortedError']
