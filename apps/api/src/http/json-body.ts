import type { IncomingMessage } from 'node:http'
import { limits } from '@boardwalk/schema/limits'
import { AppError, invalidRequest } from '../error.ts'

const JSON_TYPE = /^application\/json[\t ]*(?:;[\t ]*charset="?utf-8"?[\t ]*)?$/i

/** Reads a request's JSON object. Throws `body_unsupported`, `body_too_large` and `invalid_request`. */
export async function readJsonBody(req: IncomingMessage): Promise<Record<string, unknown>> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity', 'content-length': length } = req.headers
  if (!JSON_TYPE.test(type))
    throw new AppError('body_unsupported', { message: 'Content-Type must be application/json (in UTF-8)' })
  if (encoding !== 'identity')
    throw new AppError('body_unsupported', { message: 'Content-Encoding is not supported: send the body as it is' })
  if (Number(length) > limits.bodyBytes) throw tooLarge()
  const body = parse(await readBytes(req))
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed('it must be a JSON object')
  // An object out of JSON.parse has names for members and nothing else.
  return body as Record<string, unknown>
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
      // Not for long: `drain` reads on, and a listener left here would pause it at every chunk.
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
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformed(`it is not JSON (${positionOf(error)})`)
  }
}

/** Where JSON.parse stopped, without the excerpt of the body that its message has. */
function positionOf(error: unknown): string {
  const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined
  return position === undefined ? 'it ends too early or has a stray character' : `see ${position}`
}

const DRAIN_BYTES_MAX = 16 * limits.bodyBytes
const DRAIN_MS_MAX = 2_000

/**
 * Lets a client finish sending, within limits, what will not be read: one that is cut off while it sends may never see
 * the answer that says why.
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
