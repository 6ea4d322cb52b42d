import { fstatSync } from 'node:fs'
import { makePrintable } from '@boardwalk/schema/printable'
import { exitCode, Failure } from '../../failure.ts'
import { formatDocument, type OutputFormat, type Stream, writeLine } from '../../output.ts'
import { createLineFormat, type WideColumn } from '../../records.ts'
import { appendLine, describeError, endLastLine } from '../../stored-file.ts'
import { chooseCandidateColumns, chooseChangedColumns } from '../candidates.ts'
import { type Consumer, type Entry, toDocument } from './consumer.ts'

// A line that is still waiting when the signal is aborted fails.
/** Creates the consumer that prints each entry at once, or in the format `json` all of them at the end. */
export async function createPrinter(
  stdout: Stream,
  abort: AbortSignal,
  format: OutputFormat,
  columns: number | undefined,
  hasChanges: boolean,
): Promise<Consumer> {
  const lines = await openLines(stdout, abort)
  if (format === 'json') {
    const entries: object[] = []
    return {
      take: async (entry) => entries.push(toDocument(entry)) > 0,
      end: () => lines.write(formatDocument({ [hasChanges ? 'changes' : 'candidates']: entries }, stdout)),
    }
  }
  const { head, formatLine } =
    format === 'ndjson'
      ? { head: undefined, formatLine: (entry: Entry) => JSON.stringify(toDocument(entry)) }
      : createLineFormat(format, chooseColumns(format, hasChanges), columns)
  // A file that already has content also has its head.
  if (head !== undefined && lines.sizeBefore === 0) await lines.write(head)
  return {
    async take(entry) {
      await lines.write(formatLine(entry))
      return true
    },
  }
}

const changeColumn: WideColumn<Entry> = { name: 'change', text: ({ change = '' }) => change, cells: 7 }

function chooseColumns(format: OutputFormat, hasChanges: boolean): WideColumn<Entry>[] {
  const columns = hasChanges ? chooseChangedColumns(format) : chooseCandidateColumns(format)
  const ofEntries = columns.map(({ text, ...column }) => ({
    ...column,
    text: ({ candidate }: Entry) => text(candidate),
  }))
  return hasChanges ? [changeColumn, ...ofEntries] : ofEntries
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
