import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import { sendStream } from './send-stream.ts'

/** The content security policy of a download. A file from an applicant must not run or be shown as a page of this site. */
export const DOWNLOAD_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

/** A file to send. */
interface OpenFile {
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
