import { trace } from '@opentelemetry/api'
import { type DestinationStream, type Logger, pino } from 'pino'
import { describeRefusal } from './database-failure.ts'

/** Copies what the log shows of an error. Other members are left out: a driver's error has the documents of a failed write. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const refused = describeRefusal(error)
  return {
    name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(refused !== undefined && { refused }),
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

/** Lines are written in batches of this size, or after this time, because a write costs more than a line. */
const BATCH_BYTES = 8_192
const WRITE_EVERY_MS = 200

/** How much may wait while nothing can be written. */
const WAITING_BYTES_MAX = 1024 * 1024

/** How long the lines that wait may take to be written when the process ends. */
const CLOSE_MS_MAX = 1_000

interface LogOutputOptions {
  /** Where the lines go. It must be a file, or a pipe or a socket that does not block. */
  fd: number
  /** Is told each line that is dropped. */
  onDrop(): void
}

/**
 * Creates the output of a log, which never makes the process wait. While the disk is full or the pipe has no reader, lines
 * wait; further ones are dropped, and a line says how many as soon as lines can be written again.
 */
export function createLogOutput({ fd, onDrop }: LogOutputOptions): DestinationStream & { close(): Promise<void> } {
  let isFailing = false
  let isClosed = false
  let dropped = 0
  const output = pino.destination({
    dest: fd,
    sync: false,
    minLength: BATCH_BYTES,
    maxLength: WAITING_BYTES_MAX,
    periodicFlush: WRITE_EVERY_MS,
    retryEAGAIN() {
      isFailing = true
      return !isClosed
    },
  })
  output.on('error', () => {
    isFailing = true
  })
  output.on('write', () => {
    isFailing = false
  })
  output.on('drop', () => {
    dropped++
    onDrop()
  })
  output.on('drain', () => {
    if (dropped === 0) return
    const line = formatDropped(dropped)
    dropped = 0
    output.write(line)
  })
  // When the process ends, pino writes the rest and tries until it succeeds. A full disk would keep the process for ever.
  const { flushSync } = output
  output.flushSync = () => {
    if (!isFailing) flushSync.call(output)
  }
  return Object.assign(output, {
    /** Writes what waits. After a second, it gives up when the next write fails. */
    close: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          isClosed = true
        }, CLOSE_MS_MAX)
        output.once('close', () => {
          clearTimeout(timer)
          resolve()
        })
        // Not by the timer: an output that is destroyed between two tries of a write, the second of which succeeds, tries to write
        // the other lines for ever, although it has forgotten them.
        output.once('error', () => output.destroy())
        output.end()
      }),
  })
}

function formatDropped(lines: number): string {
  const message = 'lines of the log were dropped because they could not be written'
  return `${JSON.stringify({ level: pino.levels.values.warn, time: Date.now(), lines, msg: message })}\n`
}
