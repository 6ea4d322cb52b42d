import { fdatasync, fstatSync, writeFile } from 'node:fs'
import { promisify } from 'node:util'
import { makePrintable } from '@boardwalk/schema/printable'
import type { Candidate } from '@boardwalk/sdk'
import { exitCode, Failure } from '../../failure.ts'
import { formatDocument, type OutputFormat, type Stream, writeLine } from '../../output.ts'
import { createLineFormat } from '../../records.ts'
import { chooseCandidateColumns } from '../candidates.ts'

/** Creates the consumer that prints each candidate at once, or in the format `json` all of them at the end. */
export function createPrinter(lines: Lines, format: OutputFormat, columns: number | undefined): Promise<Consumer> {
  return format === 'json' ? createCollector(lines) : createLinePrinter(lines, format, columns)
}

async function createLinePrinter(
  lines: Lines,
  format: Exclude<OutputFormat, 'json'>,
  columns: number | undefined,
): Promise<Consumer> {
  const { head, formatLine } = createLineFormat(format, chooseCandidateColumns(format), columns)
  // A file that already has content also has its head.
  if (head !== undefined && lines.sizeBefore === 0) await lines.write(head)
  return {
    async take(candidate) {
      await lines.write(formatLine(candidate))
      return true
    },
  }
}

async function createCollector(lines: Lines): Promise<Consumer> {
  const candidates: Candidate[] = []
  return {
    async take(candidate) {
      candidates.push(candidate)
      return true
    },
    end: () => lines.writeDocument({ candidates }),
  }
}

const writeToFile = promisify(writeFile)
const sync = promisify(fdatasync)

/** Writes lines that must not be lost. */
export interface Lines {
  /** Size of the file before the first line, in bytes; 0 if standard output is not a file. */
  sizeBefore: number
  /** Waits until a pipe or a terminal has taken the whole line, or a file has it on the disk. Throws a Failure otherwise. */
  write(line: string): Promise<void>
  /** Writes one JSON document in the same way. */
  writeDocument(value: object): Promise<void>
}

/** Creates the lines of standard output. When the signal is aborted, a line that is still waiting fails. */
export function createLines(stdout: Stream, abort: AbortSignal): Lines {
  const { fd } = stdout
  const stats = fd === undefined ? undefined : fstatSync(fd)
  const write = async (line: string) => {
    if (fd === undefined || stats?.isFile() !== true)
      return writeLine(stdout, stdout.isTTY === true ? makePrintable(line) : line)
    // On a full disk, the stream would report a line as written although only a part of it was.
    await writeToFile(fd, `${line}\n`)
    await sync(fd)
  }
  const writeSafely = (line: string) => rejectOnAbort(write(line).catch(throwFailure), abort)
  return {
    sizeBefore: stats?.isFile() === true ? stats.size : 0,
    write: writeSafely,
    writeDocument: (value) => writeSafely(formatDocument(value, stdout)),
  }
}

function throwFailure(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const why = code === 'EPIPE' ? 'its reader has closed it' : error instanceof Error ? error.message : String(error)
  throw new Failure(`Standard output cannot be written: ${why}`, exitCode.failure, { cause: error })
}

function rejectOnAbort(work: Promise<void>, abort: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Failure('The last line was not written', exitCode.interrupted))
    abort.addEventListener('abort', fail)
    work.then(resolve, reject).finally(() => abort.removeEventListener('abort', fail))
  })
}

/** Takes the candidates of a follow: prints them, or runs a command for each. */
export interface Consumer {
  /** Takes a candidate. Answers false if it was not taken; the next start then gives it again. */
  take(candidate: Candidate): Promise<boolean>
  /** Called after the last candidate. A consumer with this method has taken no candidate before it ends. */
  end?(): Promise<void>
}
