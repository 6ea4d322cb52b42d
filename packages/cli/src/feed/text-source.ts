import { isAscii } from 'node:buffer'
import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { createGunzip } from 'node:zlib'
import { describeError } from '../stored-file.ts'
import { BrokenFeed, CutFeed } from './row.ts'

/* From bytes to text: a feed is unpacked, its encoding is found, and it is decoded. A few chunks are in memory at a time. */

/** The bytes of a feed, in chunks. */
export type Bytes = AsyncIterable<Uint8Array>

/** Reads chunks until `isEnough` of their start is known. Returns the start, and the chunks after it. */
export async function splitStart<Chunk extends string | Uint8Array>(
  chunks: AsyncIterable<Chunk>,
  empty: Chunk,
  isEnough: (start: Chunk) => boolean,
): Promise<{ start: Chunk; rest: AsyncIterable<Chunk> }> {
  const source = chunks[Symbol.asyncIterator]()
  let start = empty
  while (!isEnough(start)) {
    const next = await source.next()
    if (next.done === true) break
    start = join(start, next.value)
  }
  return { start, rest: { [Symbol.asyncIterator]: () => source } }
}

const join = <Chunk extends string | Uint8Array>(one: Chunk, other: Chunk) =>
  // Both chunks have the same type.
  (typeof one === 'string' ? one + other : Buffer.concat([one, other as Uint8Array])) as Chunk

/** Gives a chunk, unless it is empty, and the chunks after it. */
export async function* prepend<Chunk extends string | Uint8Array>(
  start: Chunk,
  rest: AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  if (start.length > 0) yield start
  yield* rest
}

/** Limits the bytes of an unpacked feed. A small file could otherwise keep the command busy for days. */
const unpackedBytesMax = 4 * 1024 ** 3

// How a zip file begins, and so a workbook of Excel (.xlsx).
const zipStart = Buffer.from('PK\x03\x04')

/** Unpacks a feed whose first bytes say that it is gzip, refuses a zip file, and passes on any other feed unchanged. */
export async function* gunzip(bytes: Bytes, bytesMax = unpackedBytesMax): AsyncGenerator<Uint8Array> {
  const { start, rest } = await splitStart<Uint8Array>(bytes, new Uint8Array(), ({ length }) => length >= 4)
  if (zipStart.equals(start.subarray(0, 4)))
    throw new BrokenFeed('is a workbook of Excel or a zip file (in Excel, save as “CSV UTF-8”)')
  const whole = prepend(start, rest)
  yield* start[0] === 0x1f && start[1] === 0x8b ? unpack(whole, bytesMax) : whole
}

async function* unpack(packed: Bytes, bytesMax: number): AsyncGenerator<Uint8Array> {
  const input = Readable.from(packed)
  const unpacked = createGunzip()
  // An error of the input, such as a disk that fails, is no mistake in the packing.
  let inputError: Error | undefined
  input.on('error', (error) => {
    inputError = error
    unpacked.destroy(error)
  })
  input.pipe(unpacked)
  let count = 0
  try {
    for await (const chunk of unpacked) {
      count += chunk.length
      if (count > bytesMax) throw new BrokenFeed(`is over ${bytesMax} bytes when it is unpacked`)
      yield chunk
    }
  } catch (error) {
    if (inputError !== undefined) throw inputError
    if (error instanceof BrokenFeed) throw error
    const isCut = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR'
    throw new (isCut ? CutFeed : BrokenFeed)(`is not whole gzip: ${describeError(error)}`)
  } finally {
    unpacked.destroy()
    input.destroy()
  }
}

// The declaration of XML ends before this, and that of a page should.
const startBytes = 1024
// Bytes from the first one beyond ASCII on that tell UTF-8 from the encoding that was claimed.
const evidenceBytes = 64 * 1024

const xmlDeclaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)["']/
const pageStart = /^\s*<(?:!doctype\s+html|html|head)\b/i
const metaCharset = /<meta\s[^>]*?\bcharset\s*=\s*["']?([^"'\s/>;]+)/i

const decodeLatin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/** Tells whether the beginning of a feed is enough to find its encoding. */
function showsEncoding(start: Uint8Array): boolean {
  if (start.length >= startBytes) return true
  if (pageStart.test(decodeLatin1(start))) return false
  return start.length >= 4 && (start.includes(0x3e) || !/^\s*(<|$)/.test(decodeLatin1(start)))
}

/** An encoding that the bytes show (without `claimedBy`), or one that was named. It is undefined if no encoding has this name. */
type Encoding = { name: string; claimedBy?: undefined } | { name: string | undefined; claimedBy: string }

/** Finds the encoding: by a byte order mark, else `--encoding`, else the declaration of XML or of a page, else UTF-8. */
function findEncoding(start: Uint8Array, named: string | undefined): Encoding {
  const [first, second, third, fourth] = start
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le' }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be' }
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8' }
  if (named !== undefined) return createClaim(named, `is ${named} by --encoding`)
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0) return { name: 'utf-16le' }
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f) return { name: 'utf-16be' }
  const text = decodeLatin1(start)
  const declaration = xmlDeclaration.exec(text) ?? (pageStart.test(text) ? metaCharset.exec(text) : null)
  const declared = declaration?.[1] ?? 'utf-8'
  // The declaration itself was read one byte per character, so the feed is not UTF-16.
  if (/^utf-?16/i.test(declared)) return { name: 'utf-8' }
  return createClaim(declared, `declares the encoding ${JSON.stringify(declared)}`)
}

function createClaim(label: string, claimedBy: string): Encoding {
  let name: string | undefined
  try {
    name = new TextDecoder(label).encoding
  } catch {
    // No encoding has this name.
  }
  // In these, bytes of ASCII do not always mean ASCII, so what they hold cannot be compared with UTF-8.
  return name !== undefined && /^(utf-|iso-2022|replacement)/.test(name) ? { name } : { name, claimedBy }
}

type Warn = (message: string, line: number) => void

// A text in another encoding is practically never valid UTF-8. Bytes are held until there are enough of them to tell.
/** Gives each chunk with its encoding. If the bytes beyond ASCII are valid UTF-8, that wins over a claimed encoding. */
async function* chooseEncoding(
  bytes: Bytes,
  named: string | undefined,
  warn: Warn,
): AsyncGenerator<{ chunk: Uint8Array; encoding: string }> {
  const { start, rest } = await splitStart<Uint8Array>(bytes, new Uint8Array(), showsEncoding)
  let encoding = findEncoding(start, named)
  let held: Uint8Array = new Uint8Array()
  for await (const chunk of prepend(start, rest)) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    if (encoding.claimedBy !== undefined && !isAscii(held)) {
      const isUtf8 = isValidUtf8(held, false)
      if (isUtf8 && held.length < evidenceBytes) continue
      encoding = decideEncoding(encoding, isUtf8, warn)
    }
    yield { chunk: held, encoding: encoding.claimedBy === undefined ? encoding.name : 'utf-8' }
    held = new Uint8Array()
  }
  if (encoding.claimedBy === undefined || held.length === 0) return
  yield { chunk: held, encoding: decideEncoding(encoding, isValidUtf8(held, true), warn).name }
}

function decideEncoding({ name, claimedBy }: Encoding, isUtf8: boolean, warn: Warn): { name: string } {
  if (isUtf8) {
    warn(`the feed ${claimedBy}, but its bytes are UTF-8, so it is read as UTF-8`, 1)
    return { name: 'utf-8' }
  }
  if (name !== undefined) return { name }
  throw new BrokenFeed(`${claimedBy}, which is not known; name it with --encoding, such as --encoding windows-1252`, 1)
}

function isValidUtf8(bytes: Uint8Array, isEnd: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isEnd })
    return true
  } catch {
    return false
  }
}

// Replacing bytes that are not text would spoil the names of people.
/** Decodes a feed and removes its byte order mark. Throws BrokenFeed at bytes that are not text. */
export async function* decodeText(bytes: Bytes, named?: string, warn: Warn = () => {}): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  for await (const { chunk, encoding } of chooseEncoding(bytes, named, warn)) {
    // The encoding changes only behind bytes of ASCII, which are the same in both.
    if (decoder?.encoding !== encoding) decoder = new TextDecoder(encoding, { fatal: true })
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
    const name = `${decoder.encoding.toUpperCase()} text`
    if (chunk === undefined) throw new CutFeed(`ends inside a letter, so it is cut off or not ${name} (${hint})`, near)
    throw new BrokenFeed(`is not ${name} (${hint})`, near)
  }
}

/** Counts the lines of a chunk before the first byte that cannot be decoded. */
function countLinesBeforeBadByte(chunk: Uint8Array, encoding: string): number {
  const lenient = new TextDecoder(encoding).decode(chunk)
  // A chunk may begin inside a character. Its first bytes cannot be decoded alone, and are not the mistake.
  const bad = lenient.indexOf('\ufffd', 3)
  return countLines(bad === -1 ? '' : lenient.slice(0, bad))
}

/** Counts the line ends of a text. CRLF counts once. */
export function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
