import type { Writable } from 'node:stream'
import picocolors from 'picocolors'

/** The form of a result: a table for people, the others for programs. Each command has some of them. */
export type OutputFormat = 'table' | 'json' | 'ndjson' | 'csv'

/** A stream that may be a terminal, or a file. */
export type Stream = Writable & { isTTY?: boolean; columns?: number; fd?: number }

/** Prints what a command has to say: its result on standard output, everything else on standard error. */
export interface Output {
  /** Prints one line of the result, and waits until the reader has taken it. */
  result(line: string): Promise<void>
  /** Prints a hint, a warning or an error for a person. */
  say(line: string): void
  colors: Pick<ReturnType<typeof picocolors.createColors>, 'red' | 'yellow' | 'green' | 'dim' | 'bold'>
  /** Whether standard error is a terminal that a person watches: only then may progress be shown. */
  isWatched: boolean
  /** Width in characters of the terminal that shows the result; undefined without a terminal. */
  columns: number | undefined
  stderr: Stream
}

export function createOutput(
  stdout: Stream,
  stderr: Stream,
  env: Readonly<Record<string, string | undefined>>,
): Output {
  // A reader such as `head` may close the pipe early. The command still does all its work.
  stdout.on('error', () => {})
  const isWatched = stderr.isTTY === true && env.TERM !== 'dumb' && !env.CI
  return {
    result: (line) => writeLine(stdout, stdout.isTTY === true ? makeLinePrintable(line) : line).catch(ignoreClosedPipe),
    say: (line) => {
      stderr.write(`${makeLinePrintable(line)}\n`)
    },
    colors: picocolors.createColors(stderr.isTTY === true && env.TERM !== 'dumb' && !env.NO_COLOR),
    isWatched,
    columns: stdout.columns,
    stderr,
  }
}

/** Writes a line and waits until the stream has taken it. So a slow reader slows the work down instead of filling the memory. */
export function writeLine(stream: Writable, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(`${line}\n`, (error) => (error ? reject(error) : resolve()))
  })
}

function ignoreClosedPipe(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
}

/** Replaces control characters: a text of others must not move the cursor, rename the window or reverse the line. */
export function makePrintable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched for.
  return text.replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

/** Does the same for a line that this program composed, but keeps its colours. */
function makeLinePrintable(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched for.
  return line.replaceAll(/(?!\x1b\[\d+m)[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
