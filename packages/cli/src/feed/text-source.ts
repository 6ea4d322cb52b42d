import { TextDecoder } from 'node:util'
import { BrokenFeed } from './row.ts'

/** The bytes of a feed, in chunks. */
export type Bytes = AsyncIterable<Uint8Array>

/** Detects the encoding from the byte order mark. A feed without one is UTF-8. */
function detectEncoding(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/**
 * Decodes a feed and removes its byte order mark. Throws BrokenFeed at bytes that are not text: replacing them would
 * spoil the names of people.
 */
export async function* decodeText(bytes: Bytes): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(detectEncoding(chunk), { fatal: true })
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
    const near = line + (chunk === undefined ? 0 : countLinesBeforeBadByte(chunk, decoder.encoding))
    throw new BrokenFeed('is not UTF-8 text (in Excel, save as “CSV UTF-8”)', near)
  }
}

/** Counts the lines of a chunk before the first byte that cannot be decoded. */
function countLinesBeforeBadByte(chunk: Uint8Array, encoding: string): number {
  const lenient = new TextDecoder(encoding).decode(chunk)
  // A chunk may begin inside a character. Its first bytes cannot be decoded alone, and are not the mistake.
  const bad = lenient.indexOf('\ufffd', 3)
  return countLines(bad === -1 ? '' : lenient.slice(0, bad))
}

/** Tells whether a text holds its first line that is not blank, up to the line end. */
export const hasFirstLine = (text: string): boolean => text.trimStart().includes('\n')

/** Counts the line ends of a text. CRLF counts once. */
export function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
