import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { exitCode, Failure } from '../failure.ts'
import { writeLine } from '../output.ts'
import { describeError } from '../stored-file.ts'

/** Stores the outcome of each row, one JSON object per line. */
export interface Report {
  write(outcome: object): Promise<void>
  close(): Promise<void>
}

/** Stores nothing. */
export const noReport: Report = { write: async () => {}, close: async () => {} }

/** Opens a file for a report, and empties it. */
export async function openReport(path: string): Promise<Report> {
  const file = createWriteStream(path)
  const refuse = (cause: unknown) => {
    const message = `The report ${path} cannot be written: ${describeError(cause)}`
    throw new Failure(message, exitCode.failure, { cause })
  }
  await once(file, 'open').catch(refuse)
  // The write that fails reports a full disk. Without a listener, the error event would end the process at once.
  file.on('error', () => {})
  return {
    write: (outcome) => writeLine(file, JSON.stringify(outcome)).catch(refuse),
    close: () => new Promise((resolve) => file.end(() => resolve())),
  }
}
