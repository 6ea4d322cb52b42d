import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { create as contentDisposition } from 'content-disposition'
import type { OpenCv } from '../feature/application/service/cv.ts'

/** Sends a CV to be saved, or to be shown under a policy. */
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
  } else await pipeline(content, res).catch(ignoreClientGone)
}

/** Replaces separators, and characters that nobody sees or that turn the rest around. */
const cleanFileName = (name: string): string => name.replaceAll(/[\\/:*?"<>|]|[\p{C}\p{Zl}\p{Zp}]/gu, '_')

function ignoreClientGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
