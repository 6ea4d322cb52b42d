/*
 * What an error of the database says. These functions know errors by their members and names, so that the code that answers and
 * logs errors does not import the driver.
 */

/** Finds the error behind an error. The driver wraps the error of a connection into its own error for a bulk. */
function findReason(error: Error): Error {
  const isOfBulk = error.name === 'MongoBulkWriteError' && 'errorResponse' in error
  return isOfBulk && error.errorResponse instanceof Error ? error.errorResponse : error
}

/** Whether an operation was given up before it began, because every connection was busy. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && findReason(error).name === 'MongoWaitQueueTimeoutError'
}

/**
 * The error codes of a member that stops, steps down or is not the primary, of a cursor that is lost with it, and of a time
 * limit that passes meanwhile. From https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml.
 */
const TRANSIENT_CODES = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  43, // CursorNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
])

/** Node's error codes of a broken socket. The driver does not wrap each: a write after the database closed the connection is a plain EPIPE. */
const SOCKET_CODES = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH'])

/** The names of the errors of a connection that broke, was closed or could not be made. */
const CONNECTION_ERRORS = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
])

/**
 * Whether a call that failed may succeed when it is repeated, for example after a change of the primary. A write that
 * failed in this way may have been carried out.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const reason = findReason(error)
  if (CONNECTION_ERRORS.has(reason.name)) return true
  if ('code' in reason && SOCKET_CODES.has(String(reason.code))) return true
  if (reason.cause !== undefined && !isForCallers(reason)) return isTransient(reason.cause)
  const labels = 'errorLabels' in reason && Array.isArray(reason.errorLabels) ? reason.errorLabels : []
  if (labels.includes('RetryableWriteError')) return true
  return reason.name.startsWith('Mongo') && 'code' in reason && TRANSIENT_CODES.has(Number(reason.code))
}

/** Whether an error is an `AppError`, which says what the server makes of a failure. */
const isForCallers = ({ name }: Error): boolean => name === 'AppError'

/** Whether the database or its driver refused a call, and would refuse it again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && !isTransient(error) && !isDatabaseBusy(error) && !isForCallers(error)

/** Whether a call was refused as a whole, so that nothing was written. If the database refuses some writes of a bulk, it makes the others. */
export const isWholeRefusal = (error: unknown): boolean => isRefusal(error) && !hasWriteErrors(error)

const hasWriteErrors = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'writeErrors' in error && [error.writeErrors].flat().length > 0

/** The rules of a schema that a row breaks, as the database lists them. */
interface BrokenRule {
  missingProperties?: string[]
  propertiesNotSatisfied?: { propertyName: string; details: BrokenRule[] }[]
}

/**
 * Names the collection that refused a row, and the members of the row that break its schema, such as `jobs: status, slug`. It has no
 * values, because these may be personal data. Undefined if the error is about something else.
 */
export function describeRefusal(error: object): string | undefined {
  const refused: unknown = 'writeErrors' in error ? [error.writeErrors].flat()[0] : error
  if (typeof refused !== 'object' || refused === null || !('code' in refused) || refused.code !== DOCUMENT_REFUSED)
    return undefined
  // The cast holds because the collections have no validator but a `$jsonSchema` (db/prepare.ts).
  const { errInfo } = refused as { errInfo?: { details?: { title?: string; schemaRulesNotSatisfied?: BrokenRule[] } } }
  const { title = 'a collection', schemaRulesNotSatisfied = [] } = errInfo?.details ?? {}
  return `${title}: ${listMembers(schemaRulesNotSatisfied).join(', ')}`
}

const DOCUMENT_REFUSED = 121

const listMembers = (rules: BrokenRule[]): string[] =>
  rules.flatMap(({ missingProperties = [], propertiesNotSatisfied = [] }) => [
    ...missingProperties,
    ...propertiesNotSatisfied.flatMap(({ propertyName, details }) => {
      const inside = listMembers(details)
      return inside.length === 0 ? [propertyName] : inside.map((name) => `${propertyName}.${name}`)
    }),
  ])
