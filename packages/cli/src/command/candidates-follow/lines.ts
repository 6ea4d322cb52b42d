import { fdatasync, fstatSync, writeFile } from 'node:fs'
import { promisify } from 'node:util'
import { exitCode, Failure } from '../../failure.ts'
import { printable, type Stream, writeLine } from '../../output.ts'

const writeToFile = promisify(writeFile)
const sync = promisify(fdatasync)

/** Lines of a result that must not be lost. */
export interface Lines {
  /** Bytes that were in the file before; 0 where standard output is none. */
  sizeBefore: number
  /** Ends when a pipe or a terminal has taken the line whole, or a file has it on the disk; throws where they did not. */
  write(line: string): Promise<void>
}

/** Lines to standard output; when the signal is aborted, none is waited for any more. */
export function linesTo(stdout: Stream, abort: AbortSignal): Lines {
  const { fd } = stdout
  const stats = fd === undefined ? undefined : fstatSync(fd)
  const write = async (line: string) => {
    if (fd === undefined || stats?.isFile() !== true)
      return writeLine(stdout, stdout.isTTY === true ? printable(line) : line)
    // The stream would take a part of the line for all of it when the disk is full.
    await writeToFile(fd, `${line}\n`)
    await sync(fd)
  }
  return {
    sizeBefore: stats?.isFile() === true ? stats.size : 0,
    write: (line) => unlessAborted(write(line).catch(failWith), abort),
  }
}

function failWith(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const why = code === 'EPIPE' ? 'its reader has gone' : error instanceof Error ? error.message : String(error)
  throw new Failure(`Standard output takes no more lines: ${why}`, exitCode.failure, { cause: error })
}

function unlessAborted(work: Promise<void>, abort: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Failure('The last line was not taken', exitCode.interrupted))
    abort.addEventListener('abort', fail)
    work.then(resolve, reject).finally(() => abort.removeEventListener('abort', fail))
  })
}
