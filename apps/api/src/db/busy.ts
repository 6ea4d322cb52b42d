/** The driver's error for a bulk hides the error of its connection in one of its own. */
export function findReason(error: Error): Error {
  const isOfBulk = error.name === 'MongoBulkWriteError' && 'errorResponse' in error
  return isOfBulk && error.errorResponse instanceof Error ? error.errorResponse : error
}

/**
 * Whether an operation was given up before it began, because every connection was busy. Told by the error's name, so that
 * what answers errors does not need the driver.
 */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && findReason(error).name === 'MongoWaitQueueTimeoutError'
}
