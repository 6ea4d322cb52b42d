import { TextDecoder } from 'node:util'
import { BrokenFeed } from './row.ts'

/** Bytes as they come from a file, standard input or a test. */
export type Bytes = AsyncIterable<Uint8Array>

/** The encoding that a byte order mark names; a feed without one is UTF-8. */
function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Text of a feed without its byte order mark; bytes that are no text end it, rather than spoil the names of people. */
export async function* textOf(bytes: Bytes): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
    const text = decodeOrThrow(decoder, chunk, line)
    if (text === '') continue
    line += countLines(text)
    yield text
  }
  const rest = decoder === undefined ? '' : decodeOrThrow(decoder, undefined, line)
  if (rest !== '') yield rest
}

function decodeOrThrow(decoder: TextDecoder, chunk: Uint8Array | undefined, line: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch {
    const near = line + (chunk === undefined ? 0 : linesBeforeBadByte(chunk, decoder.encoding))
    throw new BrokenFeed('is not UTF-8 text (in Excel, save as “CSV UTF-8”)', near)
  }
}

/** Lines of a chunk before the first byte that does not decode, to within the character that the chunk began with. */
function linesBeforeBadByte(chunk: Uint8Array, encoding: string): number {
  const lenient = new TextDecoder(encoding).decode(chunk)
  // A chunk may begin inside a character, whose last bytes alone do not decode either.
  const bad = lenient.indexOf('\ufffd', 3)
  return countLines(bad === -1 ? '' : lenient.slice(0, bad))
}

/** Whether a text has the whole of its first line that is not blank. */
export const hasFirstLine = (text: string): boolean => text.trimStart().includes('\n')

/** Line ends in a text; a carriage return before one does not count again. */
export function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
