import type { IncomingMessage, ServerResponse } from 'node:http'
import { create as contentDisposition } from 'content-disposition'
import type { OpenCv } from '../feature/application/service/cv.ts'
import { sendStream } from './send-stream.ts'

/** The content security policy of a download. A file from an applicant must not run or be shown as a page of this site. */
export const DOWNLOAD_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

/** Sends a CV under a content security policy. With `attachment` the browser saves it, with `inline` it shows it. */
export async function sendCv(
  req: IncomingMessage,
  res: ServerResponse,
  { fileName, content }: OpenCv,
  disposition: 'attachment' | 'inline',
  policy: string,
): Promise<void> {
  res.setHeader('content-type', 'application/pdf')
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
