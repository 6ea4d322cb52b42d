import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import { sendStream } from '../http/send-stream.ts'
import { inTurns } from '../turns.ts'

/** Characters that are written before other requests get a turn: a fast reader takes them without a pause. */
const CHARACTERS_A_TURN = 200_000

/** Streams an XML document, so that a long one does not fill the memory and a slow reader slows it down. */
export async function sendXml(document: AsyncIterable<string>, req: Request, res: Response): Promise<void> {
  const content = Readable.from(inTurns(document, CHARACTERS_A_TURN))
  // A failure to read the jobs shows here, while the answer can still be an error.
  await once(content, 'readable')
  res.type('application/xml; charset=utf-8')
  if (req.method === 'HEAD') {
    content.destroy()
    res.end()
  } else await sendStream(content, res)
}

/** Escapes a text for XML and leaves out the characters that XML forbids. */
export const xmlText = (text: string): string =>
  withoutForbidden(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Wraps a text in a CDATA section. A `]]>` within the text is split over two sections. */
export const cdata = (text: string): string =>
  `<![CDATA[${withoutForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

const withoutForbidden = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
  text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
