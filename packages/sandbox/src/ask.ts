import { once } from 'node:events'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'

/** A request whose whole body has arrived. */
export interface ArrivedRequest {
  method: string
  /** The path with its query. */
  path: string
  headers: Record<string, string>
  body: Buffer
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export type Handler = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Hands a request to a handler of node:http without a connection. No timer is involved, so a test may use fake timers
 * (docs/adr/0009-sandbox.md).
 */
export async function ask(handler: Handler, { method, path, headers, body }: ArrivedRequest): Promise<Answer> {
  const members = { method, url: path, headers, httpVersionMajor: 1, httpVersionMinor: 1, complete: true }
  // These are all the members that a handler reads of a real request.
  const req = Object.assign(Readable.from(body.length === 0 ? [] : [body]), members) as unknown as IncomingMessage
  const res = new ServerResponse(req)
  // Without this, node:http would send a body of unknown length in chunks.
  res.useChunkedEncodingByDefault = false
  const chunks: Buffer[] = []
  const socket = new Writable({
    // Only a server of node:http tells a response that its socket takes more, so this one always does.
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  // This holds because a response only writes to its socket.
  res.assignSocket(socket as Socket)
  const finished = once(res, 'finish')
  handler(req, res)
  await finished
  return readAnswer(Buffer.concat(chunks))
}

/** Parses the bytes that node:http sends. */
function readAnswer(bytes: Buffer): Answer {
  const headEnd = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: bytes.subarray(headEnd + 4),
  }
}
