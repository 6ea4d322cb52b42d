import { trace } from '@opentelemetry/api'
import { type DestinationStream, type Logger, pino } from 'pino'

/** Copies what the log shows of an error. Other members are left out: a driver's error has the documents of a failed write. */
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

/** The id of the trace of the request that a line is about, if traces are sent. */
export function findTrace(): { traceId?: string } {
  const traceId = trace.getActiveSpan()?.spanContext().traceId
  return traceId === undefined ? {} : { traceId }
}

/** Creates the log. It writes JSON lines without keys and applicants' data. */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, base: undefined, serializers: { err: plainError }, mixin: findTrace }, destination)
}
