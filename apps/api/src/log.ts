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

/** Lines are written together, for each write costs more than the line: by so many bytes, or after so long. */
const toStandardOutput = () => pino.destination({ dest: 1, sync: false, minLength: 8_192, periodicFlush: 200 })

/** JSON lines; never a key or an applicant's data. A process that is killed loses the last of them. */
export function createLog(level: string, destination: DestinationStream = toStandardOutput()): Logger {
  return pino({ level, base: undefined, serializers: { err: plainError } }, destination)
}
