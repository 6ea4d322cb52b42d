import type { Writable } from 'node:stream'
import picocolors from 'picocolors'

/** A table is for people, the others are for programs; a command says which of them it has. */
export type OutputFormat = 'table' | 'json' | 'ndjson' | 'csv'

/** A stream that may be a terminal, or a file. */
export type Stream = Writable & { isTTY?: boolean; columns?: number; fd?: number }

/** Where a command speaks: its result on standard output, everything else on standard error. */
export interface Output {
  /** One line of the result; waits until the reader has taken what came before. */
  result(line: string): Promise<void>
  /** A hint, a warning or an error, for a person. */
  say(line: string): void
  colors: Pick<ReturnType<typeof picocolors.createColors>, 'red' | 'yellow' | 'green' | 'dim' | 'bold'>
  /** Whether a person watches, so that things may move. */
  isWatched: boolean
  /** Cells in a line of the terminal that shows the result; undefined off a terminal. */
  columns: number | undefined
  stderr: Stream
}

export function createOutput(
  stdout: Stream,
  stderr: Stream,
  env: Readonly<Record<string, string | undefined>>,
): Output {
  // A reader that leaves early, as head does, does not undo the work.
  stdout.on('error', () => {})
  const isWatched = stderr.isTTY === true && env.TERM !== 'dumb' && !env.CI
  return {
    result: (line) => writeLine(stdout, stdout.isTTY === true ? printableLine(line) : line).catch(unlessGone),
    say: (line) => {
      stderr.write(`${printableLine(line)}\n`)
    },
    colors: picocolors.createColors(stderr.isTTY === true && env.TERM !== 'dumb' && !env.NO_COLOR),
    isWatched,
    columns: stdout.columns,
    stderr,
  }
}

/** Writes a line and waits until it was taken, so that a slow reader holds the work and not the memory. */
export function writeLine(stream: Writable, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(`${line}\n`, (error) => (error ? reject(error) : resolve()))
  })
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
}

/** A text that others wrote, which could otherwise move the cursor, rename the window or turn the line around. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return text.replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

/** A line of ours, whose colours stay. */
function printableLine(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return line.replaceAll(/(?!\x1b\[\d+m)[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
