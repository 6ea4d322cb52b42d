import { fstatSync } from 'node:fs'
import { makePrintable } from '@boardwalk/schema/printable'
import { exitCode, Failure } from '../../failure.ts'
import { formatDocument, type OutputFormat, type Stream, writeLine } from '../../output.ts'
import { createLineFormat } from '../../records.ts'
import { appendLine, describeError, endLastLine } from '../../stored-file.ts'
import { chooseCandidateColumns } from '../candidates.ts'
import { type Consumer, toDocument } from './consumer.ts'

// A line that is still waiting when the signal is aborted fails.
/** Creates the consumer that prints each candidate at once, or in the format `json` all of them at the end. */
export async function createPrinter(
  stdout: Stream,
  abort: AbortSignal,
  format: OutputFormat,
  columns: number | undefined,
): Promise<Consumer> {
  const lines = await openLines(stdout, abort)
  if (format === 'json') {
    const candidates: object[] = []
    return {
      take: async (entry) => candidates.push(toDocument(entry)) > 0,
      end: () => lines.write(formatDocument({ candidates }, stdout)),
    }
  }
  const { head, formatLine } = createLineFormat(format, chooseCandidateColumns(format), columns)
  // A file that already has content also has its head.
  if (head !== undefined && lines.sizeBefore === 0) await lines.write(head)
  return {
    async take({ candidate }) {
      await lines.write(formatLine(candidate))
      return true
    },
  }
}

/** Opens standard output for lines that must not be lost. */
async function openLines(stdout: Stream, abort: AbortSignal) {
  const { fd } = stdout
  const stats = fd === undefined ? undefined : fstatSync(fd)
  const file = stats?.isFile() === true ? fd : undefined
  if (file !== undefined) await endLastLine(file).catch(throwFailure)
  const write = (line: string) => {
    // On a full disk, the stream would report a line as written although only a part of it was.
    if (file !== undefined) return appendLine(file, line)
    return writeLine(stdout, stdout.isTTY === true ? makePrintable(line) : line)
  }
  return {
    /** Size of the file before the first line, in bytes; 0 if standard output is not a file. */
    sizeBefore: file === undefined ? 0 : (stats?.size ?? 0),
    /** Waits until a pipe or a terminal has taken the whole line, or a file has it on the disk. Throws a Failure otherwise. */
    write: (line: string) => rejectOnAbort(write(line).catch(throwFailure), abort),
  }
}

function throwFailure(error: unknown): never {
  const isClosed = error instanceof Error && 'code' in error && error.code === 'EPIPE'
  const why = isClosed ? 'its reader has closed it' : describeError(error)
  throw new Failure(`Standard output cannot be written: ${why}`, exitCode.failure, { cause: error })
}

function rejectOnAbort(work: Promise<void>, abort: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Failure('The last line was not written', exitCode.interrupted))
    abort.addEventListener('abort', fail)
    work.then(resolve, reject).finally(() => abort.removeEventListener('abort', fail))
  })
}
