import { type DestinationStream, type Logger, pino } from 'pino'

/** An error as the log shows it. Only these members: a driver's error carries the documents that it failed to write. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(cause !== undefined && { cause: plainError(cause) }),
  }
}

/** JSON lines; never a key or an applicant's data. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino({ level, base: undefined, serializers: { err: plainError } }, destination)
}
