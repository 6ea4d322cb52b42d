import { write, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type DestinationStream, pino } from 'pino'

/** Lines are written in batches of this size, or after this time, because a write costs more than a line. */
const BATCH_CHARACTERS = 8_192
const WRITE_EVERY_MS = 200

/** The time to the next try after a failure. A pipe whose reader is only slow has room again by then. */
const RETRY_MS = 20

/** How much may wait while nothing can be written. */
const WAITING_CHARACTERS_MAX = 1024 * 1024

/** How long the lines that wait may take to be written when the process ends. */
const CLOSE_MS_MAX = 1_000

interface LogOutput extends DestinationStream {
  /** Writes what waits, and gives up after a second. */
  close(): Promise<void>
}

interface LogOutputOptions {
  /** Where the lines go. It must be a file, or a pipe or a socket that does not block. */
  fd: number
  /** Is told each line that is dropped. */
  onDrop(): void
}

/**
 * Writes the lines of a log, and never makes the process wait for it. While the disk is full or nobody reads the pipe, lines
 * wait; further ones are dropped, and a line says how many as soon as lines can be written again.
 *
 * pino's own output (sonic-boom) is not used: when the process ends it writes until it succeeds, so a full disk keeps the
 * process for ever.
 */
export function createLogOutput({ fd, onDrop }: LogOutputOptions): LogOutput {
  let waiting = ''
  /** The rest of what is being written. It stays after a failure, so no line is written in part or twice. */
  let batch = Buffer.alloc(0)
  let isWriting = false
  let hasFailed = false
  let dropped = 0

  function writeBatch(): void {
    if (isWriting) return
    if (batch.length === 0) batch = takeWaiting()
    if (batch.length === 0) return
    isWriting = true
    write(fd, batch, (error, written) => {
      isWriting = false
      batch = batch.subarray(written)
      hasFailed = error !== null
      if (hasFailed) setTimeout(writeBatch, RETRY_MS).unref()
      else if (batch.length > 0 || waiting.length >= BATCH_CHARACTERS) writeBatch()
    })
  }

  /** Takes the lines that wait, and a line about those that were dropped after them. */
  function takeWaiting(): Buffer<ArrayBuffer> {
    const lines = waiting + (dropped > 0 ? formatDropped(dropped) : '')
    waiting = ''
    dropped = 0
    return Buffer.from(lines)
  }

  const timer = setInterval(writeBatch, WRITE_EVERY_MS).unref()
  // A process that crashes has no time to wait. What cannot be written at once is lost.
  process.once('exit', () => {
    try {
      for (let rest = isWriting ? takeWaiting() : Buffer.concat([batch, takeWaiting()]); rest.length > 0; )
        rest = rest.subarray(writeSync(fd, rest))
    } catch {
      // The process ends all the same.
    }
  })

  return {
    write(line) {
      if (waiting.length + line.length > WAITING_CHARACTERS_MAX) {
        dropped++
        onDrop()
        return
      }
      waiting += line
      // After a failure only the timers try again: a try for every line would cost more than the line.
      if (waiting.length >= BATCH_CHARACTERS && !hasFailed) writeBatch()
    },
    async close() {
      clearInterval(timer)
      for (let leftMs = CLOSE_MS_MAX; leftMs > 0; leftMs -= 10) {
        writeBatch()
        if (!isWriting) break
        await wait(10)
      }
    },
  }
}

function formatDropped(lines: number): string {
  const message = 'lines of the log were dropped because they could not be written'
  return `${JSON.stringify({ level: pino.levels.values.warn, time: Date.now(), lines, msg: message })}\n`
}
