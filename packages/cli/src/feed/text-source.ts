import { TextDecoder } from 'node:util'
import { BrokenFeed } from './row.ts'

/** The bytes of a feed, in chunks. */
export type Bytes = AsyncIterable<Uint8Array>

// An XML declaration is shorter than this.
const startBytes = 1024

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}

/**
 * Finds the encoding of a feed: a byte order mark decides, else `--encoding`, else the declaration of XML. A feed without
 * any of them is UTF-8.
 */
function findEncoding(start: Uint8Array, named: string | undefined): string {
  const [first, second, third, fourth] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (named !== undefined) return named
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f) return 'utf-16be'
  const declaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)["']/.exec(
    new TextDecoder('latin1').decode(start),
  )
  const declared = declaration?.[1] ?? 'utf-8'
  // The declaration itself was read one byte per character, so the feed is not UTF-16.
  if (/^utf-?16/i.test(declared)) return 'utf-8'
  if (isEncoding(declared)) return declared
  throw new BrokenFeed(
    `declares the encoding ${JSON.stringify(declared)}, which is not known; name it with --encoding, such as --encoding windows-1252`,
    1,
  )
}

/** Tells whether the beginning of a feed is enough to find its encoding. */
function isStartWhole(start: Uint8Array): boolean {
  if (start.length >= startBytes) return true
  return start.length >= 4 && (start.includes(0x3e) || !/^\s*(<|$)/.test(new TextDecoder('latin1').decode(start)))
}

/** Gives the bytes with a first chunk that is long enough to find the encoding. */
async function* joinStart(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of bytes) {
    if (start === undefined) yield chunk
    else {
      start = Buffer.concat([start, chunk])
      if (!isStartWhole(start)) continue
      yield start
      start = undefined
    }
  }
  if (start !== undefined && start.length > 0) yield start
}

/**
 * Decodes a feed and removes its byte order mark. Throws BrokenFeed at bytes that are not text: replacing them would
 * spoil the names of people.
 */
export async function* decodeText(bytes: Bytes, encoding?: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  for await (const chunk of joinStart(bytes)) {
    decoder ??= new TextDecoder(findEncoding(chunk, encoding), { fatal: true })
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
    const hint = 'in Excel, save as “CSV UTF-8”, or name its encoding, as in --encoding windows-1252'
    throw new BrokenFeed(`is not ${decoder.encoding.toUpperCase()} text (${hint})`, near)
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
