import { type ExitCode, exitCode, Failure } from './failure.ts'

const keyCodes = ['api_key_missing', 'api_key_invalid', 'scope_missing', 'http_401', 'http_403']
const outageCodes = ['internal', 'ConnectionError', 'TimeoutError', 'http_408', 'http_429']

/** What the command ends with when the board refuses it for a reason that holds for every request; else undefined. */
export function exitCodeOf(code: string): ExitCode | undefined {
  if (keyCodes.includes(code)) return exitCode.notAuthorised
  if (outageCodes.includes(code) || /^http_5\d\d$/.test(code)) return exitCode.unavailable
  return undefined
}

/**
 * An error of the SDK as an end in words; any other error is a fault of this program and is thrown on. By its names:
 * a class would load the SDK into every command, help included.
 */
export function boardFailureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (!(error instanceof Error)) throw error
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined
  if (status === undefined && !sdkErrors.includes(error.name)) throw error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const end = exitCodeOf(code ?? (status === undefined ? error.name : `http_${status}`))
  return new Failure(error.message, end, { cause: error })
}

const sdkErrors = ['BoardwalkError', 'ConnectionError', 'TimeoutError', 'AbortedError']
