import type { Writable } from 'node:stream'
import { makePrintable } from '@boardwalk/schema/printable'
import picocolors from 'picocolors'

/** The form of a result: a table for people, `csv` and `excel` for spreadsheets, the others for programs. Each command has some of them. */
export type OutputFormat = 'table' | 'json' | 'ndjson' | 'csv' | 'excel'

/** A stream that may be a terminal, or a file. */
export type Stream = Writable & { isTTY?: boolean; columns?: number; fd?: number }

/** Removes a progress bar from the line of the cursor. */
const clearLine = '\r\x1b[K'

/** The streams of the process around a command, and its environment. */
type Streams = { stdout: Stream; stderr: Stream; env: Readonly<Record<string, string | undefined>> }

type Color = 'red' | 'yellow'

/** Prints what a command has to say: its result on standard output, everything else on standard error. */
export interface Output {
  /** Prints one line of the result, on a terminal in this colour, and waits until the reader has taken it. */
  result(line: string, color?: Color): Promise<void>
  /** Prints the bytes of the result unchanged. */
  bytes(content: Uint8Array): Promise<void>
  /** Prints a result as one JSON document: on one line for a program, and indented on a terminal. */
  document(value: object): Promise<void>
  /** Prints a hint, a warning (yellow) or an error (red) for a person. */
  say(line: string, color?: Color): void
  /** Whether standard error is a terminal that a person watches: only then may progress be shown. */
  isWatched: boolean
  /** Width in characters of the terminal that shows the result; undefined without a terminal. */
  columns: number | undefined
  stderr: Stream
}

/** With `isQuiet`, nothing but the result and errors is printed. */
export function createOutput({ stdout, stderr, env }: Streams, isQuiet: boolean): Output {
  const colorsFor = ({ isTTY }: Stream) =>
    picocolors.createColors(isTTY === true && env.TERM !== 'dumb' && !env.NO_COLOR)
  const colors = colorsFor(stderr)
  const isWatched = stderr.isTTY === true && env.TERM !== 'dumb' && !env.CI && !isQuiet
  const result = (line: string, color?: Color) => {
    const shown = stdout.isTTY === true ? makePrintable(line) : line
    return writeLine(stdout, color === undefined ? shown : colorsFor(stdout)[color](shown)).catch(ignoreClosedPipe)
  }
  return {
    result,
    bytes: (content) => write(stdout, content).catch(ignoreClosedPipe),
    document: (value) => result(formatDocument(value, stdout)),
    say: (line, color) => {
      // The colour comes last, so that a colour in the text itself is not obeyed either.
      const printable = makePrintable(line)
      if (isQuiet && color !== 'red') return
      const start = isWatched ? clearLine : ''
      stderr.write(`${start}${color === undefined ? printable : colors[color](printable)}\n`)
    },
    isWatched,
    columns: stdout.columns,
    stderr,
  }
}

/** Formats a JSON document for the stream that will show it. */
export const formatDocument = (value: object, { isTTY }: Stream): string =>
  JSON.stringify(value, null, isTTY === true ? 2 : undefined)

/** Writes a line and waits until the stream has taken it. So a slow reader slows the work down instead of filling the memory. */
export const writeLine = (stream: Writable, line: string): Promise<void> => write(stream, `${line}\n`)

function write(stream: Writable, content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(content, (error) => (error ? reject(error) : resolve()))
  })
}

function ignoreClosedPipe(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
}

const keyForm = /([a-z0-9]{1,16}_)[A-Za-z0-9]{28}([A-Za-z0-9]{4})/g

/** Removes the middle of each API key in a text, so that `bwk_…wxyz` is left of it. */
export const hideKeys = (text: string) => text.replaceAll(keyForm, '$1…$2')

/** Formats a key for a message. A text that does not look like a key is not shown at all: it may be a password. */
export function maskKey(key: string): string {
  const shown = hideKeys(key)
  return shown === key ? 'hidden, not an API key' : shown
}

/** Shows on a terminal how far a long command is. */
export interface Progress {
  /** Sets what the bar shows: the part that is done, from 0 to 1 if it is known, and words. */
  update(part: number | undefined, words: string): void
  /** Prints a line that stays above the bar. */
  say(line: string, color?: Color): void
  /** Removes the bar until the next update. */
  clear(): void
  stop(): void
}

const barCells = 30
const redrawMs = 100

/** Starts a progress bar on a terminal. Without a terminal, updates are ignored. */
export function startProgress({ isWatched, stderr, say }: Output): Progress {
  if (!isWatched) return { update: () => {}, say, clear: () => {}, stop: () => {} }
  let bar = ''
  const timer = setInterval(() => {
    if (bar !== '') stderr.write(clearLine + bar)
  }, redrawMs)
  const clear = () => {
    bar = ''
    stderr.write(clearLine)
  }
  return {
    update: (part, words) => {
      bar = part === undefined ? words : `${drawBar(part)} ${Math.floor(Math.min(part, 1) * 100)}% | ${words}`
    },
    say,
    clear,
    stop: () => {
      clearInterval(timer)
      clear()
    },
  }
}

const drawBar = (part: number) => '█'.repeat(Math.floor(Math.min(part, 1) * barCells)).padEnd(barCells, '░')
