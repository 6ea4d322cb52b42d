import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'

/** Sends a document as it is made, so that one of any length fits in memory and waits for a slow reader. */
export async function sendXml(document: AsyncIterable<string>, req: Request, res: Response): Promise<void> {
  const content = Readable.from(document)
  // What cannot be read fails here, while the answer can still say so.
  await once(content, 'readable')
  res.type('application/xml; charset=utf-8')
  if (req.method === 'HEAD') {
    content.destroy()
    res.end()
  } else await pipeline(content, res).catch(ignoreClientGone)
}

function ignoreClientGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

/** Text as XML shows it, without the characters that XML cannot hold at all. */
export const xmlText = (text: string): string =>
  withoutForbidden(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The same as a section that holds markup as text; one that stands in the text itself ends in two sections. */
export const cdata = (text: string): string =>
  `<![CDATA[${withoutForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

const withoutForbidden = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
  text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
