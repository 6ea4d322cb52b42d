import type { BoardwalkError } from './error.ts'

/** What a log line tells, for programs. It never has the key, a query, a header or a body. */
export interface LogRecord {
  method: string
  /** The path below `baseUrl`, such as `/job/A-1`. */
  path: string
  /** How often this call was retried before this attempt. */
  retry: number
  /** The HTTP status of the answer. Undefined if none came. */
  status?: number | undefined
  /** The time from the request to the end of the answer, in milliseconds. */
  ms?: number | undefined
  /** The board's id of the request. */
  requestId?: string | undefined
  /** What the attempt ended with. Only in warnings. */
  error?: BoardwalkError | undefined
  /** The pause before the next attempt, in milliseconds. Only in warnings. */
  pauseMs?: number | undefined
}

/**
 * Receives log lines. `console` fits. The SDK never logs the key, a query or a body.
 * @example
 * // pino takes the record first
 * const logger: Logger = {
 *   debug: (message, record) => log.debug(record, message),
 *   warn: (message, record) => log.warn(record, message),
 * }
 */
export interface Logger {
  debug(message: string, record: LogRecord): void
  warn(message: string, record: LogRecord): void
}
