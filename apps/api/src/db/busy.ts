/** Finds the error behind an error. The driver wraps the error of a connection into its own error for a bulk. */
export function findReason(error: Error): Error {
  const isOfBulk = error.name === 'MongoBulkWriteError' && 'errorResponse' in error
  return isOfBulk && error.errorResponse instanceof Error ? error.errorResponse : error
}

/**
 * Whether an operation was given up before it began, because every connection was busy. The error is recognised by its
 * name, so that the code that answers errors does not import the driver.
 */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && findReason(error).name === 'MongoWaitQueueTimeoutError'
}
