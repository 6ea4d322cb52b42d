import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringifyJson } from '@boardwalk/schema/json'
import { create as contentDisposition } from 'content-disposition'
import { createPause } from '../process/turns.ts'
import { toAppError } from '../trpc/error.ts'

/** The `Cache-Control` of an address whose content never changes, because the address names its version. */
export const FOR_EVER = 'public, max-age=31536000, immutable'

/** Characters of an answer that are written as JSON before other requests get a turn. */
const CHARACTERS_A_TURN = 200_000

/** Bytes of a long answer that are passed on at a time. A reader that takes these is seen to read. */
const PIECE_BYTES = 16 * 1024

/**
 * Answers with a JSON body. The caller gets the whole body at once. If `drained` is given, the answer ends only when
 * `drained` resolves, and so does a connection that closes after it.
 */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
  drained?: Promise<void>,
): void {
  const text = JSON.stringify(body)
  writeHead(res, status, Buffer.byteLength(text), headers)
  if (drained === undefined) return void res.end(text)
  res.write(text)
  void drained.then(() => res.end())
}

/** Answers with a JSON object, whose numbers may be RawNumbers. Other requests get turns while the items of its lists are written as JSON. */
export async function sendLongJson(
  res: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string>,
): Promise<void> {
  const parts: Buffer[] = []
  const pause = createPause(CHARACTERS_A_TURN)
  let text = ''
  for (const piece of hasLongList(body) ? writeJson(body) : [stringifyJson(body)]) {
    text += piece
    const turn = pause(piece.length)
    if (turn === undefined) continue
    parts.push(Buffer.from(text))
    text = ''
    await turn
  }
  const length = parts.reduce((sum, { length }) => sum + length, Buffer.byteLength(text))
  writeHead(res, status, length, headers)
  res.req.boardwalk.answerBytes = length
  if (parts.length === 0) return void res.end(text)
  await sendStream(Readable.from(cut([...parts, Buffer.from(text)])), res)
}

function writeHead(res: ServerResponse, status: number, length: number, headers: Record<string, string>): void {
  res.setHeader('content-type', 'application/json; charset=utf-8')
  res.setHeader('content-length', length)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.writeHead(status)
}

function* cut(parts: Buffer[]): Generator<Buffer> {
  for (const part of parts)
    for (let start = 0; start < part.length; start += PIECE_BYTES) yield part.subarray(start, start + PIECE_BYTES)
}

/** Whether a list in an object has several items, which are pieces of its JSON. */
const hasLongList = (body: object) => Object.values(body).some((value) => Array.isArray(value) && value.length > 1)

/** Writes an object as JSON. Each item of a list in it is a piece. */
function* writeJson(body: object): Generator<string> {
  yield '{'
  for (const [index, [name, value]] of Object.entries(body).entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:`
    if (!Array.isArray(value)) {
      yield stringifyJson(value)
      continue
    }
    for (const [index, item] of value.entries()) yield `${index === 0 ? '[' : ','}${stringifyJson(item)}`
    yield value.length === 0 ? '[]' : ']'
  }
  yield '}'
}

/** Sends the content as the body of an answer. It is closed if the client goes, or has gone already. */
export async function sendStream(content: Readable, res: ServerResponse): Promise<void> {
  // Since Node 24, `pipeline` leaves its source open if the destination is closed.
  if (res.closed || res.destroyed) {
    content.destroy()
    return
  }
  // Noted here and not by the caller, because since Node 22 the answer is closed, and logged, before `pipeline` rejects.
  content.once('error', (error) => {
    if (!isClientGone(error)) res.req.boardwalk.error = toAppError(error)
  })
  try {
    await pipeline(content, res)
  } catch (error) {
    if (!isClientGone(error)) throw error
  }
}

const isClientGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** The content security policy of a download. A file from an applicant must not run or be shown as a page of this site. */
export const DOWNLOAD_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

/** A file to send. */
export interface OpenFile {
  fileName: string
  mime: string
  content: Readable
}

/** Sends a file under a content security policy. With `attachment` the browser saves it, with `inline` it shows it. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { fileName, mime, content }: OpenFile,
  disposition: 'attachment' | 'inline',
  policy: string,
): Promise<void> {
  if (req.boardwalk.isTimeUp) return void content.destroy()
  res.setHeader('content-type', mime)
  res.setHeader('cache-control', 'private, no-store')
  res.setHeader('content-disposition', contentDisposition(cleanFileName(fileName), { type: disposition }))
  res.setHeader('content-security-policy', policy)
  if (req.method === 'HEAD') {
    content.destroy()
    res.end()
  } else await sendStream(content, res)
}

/** Replaces path separators, invisible characters, and characters that change the direction of the text. */
const cleanFileName = (name: string): string => name.replaceAll(/[\\/:*?"<>|]|[\p{C}\p{Zl}\p{Zp}]/gu, '_')
