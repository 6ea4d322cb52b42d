import type { IncomingMessage } from 'node:http'
import { MIMEType } from 'node:util'
import { isObject, parseJson } from '@boardwalk/schema/json'
import { limits } from '@boardwalk/schema/limits'
import { formatValue } from '@boardwalk/schema/wording'
import { AppError, invalidRequest } from '../error.ts'
import { waitForTurn } from '../process/turns.ts'

/** How much parsing a byte counts as work. The largest body fills a turn, because JSON.parse cannot give way. */
const PARSE_WORK = 0.02

interface Reading {
  /** Called before the first byte is read. */
  onReading: () => void
  /** Called when the whole body is there, before it is parsed. What it throws refuses the request. */
  onRead: (bytes: number) => void
}

/** Reads a request's JSON object. Throws `body_unsupported`, `body_too_large` and `invalid_request`. */
export async function readJsonBody(
  req: IncomingMessage,
  { onReading, onRead }: Reading,
): Promise<Record<string, unknown>> {
  const { 'content-type': type, 'content-encoding': encoding = 'identity', 'content-length': length } = req.headers
  if (type === undefined || !isJsonInUtf8(type)) {
    const sent = type === undefined ? 'and there is none' : `not ${formatValue(type)}`
    throw new AppError('body_unsupported', { message: `Content-Type must be application/json (in UTF-8), ${sent}` })
  }
  if (encoding !== 'identity')
    throw new AppError('body_unsupported', { message: 'Content-Encoding is not supported: send the body without it' })
  if (Number(length) > limits.bodyBytes) throw tooLarge()
  onReading()
  const bytes = await readBytes(req)
  onRead(bytes.length)
  await waitForTurn(bytes.length * PARSE_WORK)
  const body = parse(bytes)
  if (!isObject(body)) throw malformed('it must be a JSON object')
  return body
}

/** Tells whether a Content-Type is JSON in UTF-8. Parameters other than `charset` mean nothing for JSON (RFC 8259, 11). */
function isJsonInUtf8(type: string): boolean {
  try {
    const { essence, params } = new MIMEType(type)
    // Some clients write charset='utf-8'. TextDecoder knows each name of UTF-8, such as utf8.
    const charset = params.get('charset')?.replaceAll("'", '') || 'utf-8'
    return essence === 'application/json' && new TextDecoder(charset).encoding === 'utf-8'
  } catch {
    return false
  }
}

const tooLarge = () => new AppError('body_too_large', { bytesMax: limits.bodyBytes })
const malformed = (what: string) => invalidRequest([{ path: '', message: `The request body is not valid: ${what}` }])

function readBytes(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limits.bodyBytes) return void chunks.push(chunk)
      // `drain` resumes the request later. This listener would pause it again at each chunk.
      req.off('data', take).pause()
      reject(tooLarge())
    }
    req.on('data', take)
    req.on('end', () => resolve(Buffer.concat(chunks)))
    req.on('error', reject)
  })
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) throw malformed('it is empty, and a JSON object is expected')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed('it is not UTF-8')
  }
  if (hasTooManyValues(bytes))
    throw malformed(`it has more than ${limits.bodyValues} values, such as members and list items; send fewer at once`)
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof RangeError) throw malformed('it is nested too deeply')
    throw malformed(`it is not JSON (${readPosition(error)})`)
  }
}

/**
 * Tells whether JSON has more values than a body may. JSON.parse cannot give way, and needs ten times as long for a body of
 * brackets as for one of texts. This takes some 2 ms for the largest body.
 */
function hasTooManyValues(bytes: Buffer): boolean {
  // Each value has a byte of its own: the bracket that opens it, or the comma after it.
  if (bytes.length <= limits.bodyValues) return false
  let values = 0
  let isInText = false
  for (let at = 0; at < bytes.length && values <= limits.bodyValues; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) isInText = !isInText
    else if (isInText) at += byte === BACKSLASH ? 1 : 0
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) values++
  }
  return values > limits.bodyValues
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{')

/** Reads from an error where JSON.parse stopped. The whole message is not shown, because it quotes the body. */
function readPosition(error: unknown): string {
  const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined
  return position === undefined ? 'it ends too early or has a stray character' : `see ${position}`
}

const DRAIN_BYTES_MAX = 16 * limits.bodyBytes
const DRAIN_MS_MAX = 2_000

/**
 * Discards the rest of a request, within limits, so that the client can finish sending. A client that is cut off while it
 * sends may never see the answer that says why.
 */
export function drain(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(resolve, DRAIN_MS_MAX)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > DRAIN_BYTES_MAX) done()
    })
    req.once('end', done)
    req.once('close', done)
    req.resume()
  })
}
