import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import pLimit from 'p-limit'
import type { Deps } from '../deps.ts'
import { sendStream } from '../http/send.ts'
import { inTurns } from '../process/turns.ts'

/** Characters that are written before other requests get a turn: a fast reader takes them without a pause. */
const CHARACTERS_A_TURN = 200_000

/** The least and the most characters of a piece. A reader that stalls keeps two pieces in memory. */
const PIECE_CHARACTERS = { min: 32_000, max: 200_000 }

/** Documents of a process of which a piece is written at the same time. More would take the database's connections from polls. */
const writePiece = pLimit(4)

/** A document yields this after a batch of jobs. Here it waits for its reader, because it keeps none of them in memory. */
export const PAUSE = ''

/** Streams a document, so that a long one does not fill the memory and a slow reader slows it down. */
export async function sendDocument(
  deps: Deps,
  type: string,
  document: AsyncIterable<string>,
  req: Request,
  res: Response,
): Promise<void> {
  deps.admission.beginDocument(req, res)
  const content = Readable.from(inPieces(inTurns(document, CHARACTERS_A_TURN)))
  // A failure to read the jobs shows here, while the answer can still be an error.
  await once(content, 'readable')
  if (req.boardwalk.isTimeUp) return void content.destroy()
  res.type(type)
  if (req.method === 'HEAD') {
    content.destroy()
    res.end()
  } else await sendStream(content, res)
}

async function* inPieces(texts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      const piece = await writePiece(() => joinTexts(texts))
      if (piece === '') return
      yield Buffer.from(piece)
    }
  } finally {
    await texts.return(undefined)
  }
}

async function joinTexts(texts: AsyncGenerator<string>): Promise<string> {
  let piece = ''
  while (piece.length < PIECE_CHARACTERS.max) {
    const { done, value } = await texts.next()
    if (done || (value === PAUSE && piece.length >= PIECE_CHARACTERS.min)) break
    piece += value
  }
  return piece
}

/** Streams an XML document. */
export const sendXml = (deps: Deps, document: AsyncIterable<string>, req: Request, res: Response): Promise<void> =>
  sendDocument(deps, 'application/xml; charset=utf-8', document, req, res)

/** Escapes a text for XML and leaves out the characters that XML forbids. */
export const xmlText = (text: string): string =>
  withoutForbidden(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Wraps a text in a CDATA section. A `]]>` within the text is split over two sections. */
export const cdata = (text: string): string =>
  `<![CDATA[${withoutForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** Word's line end and the form feed are forbidden, too, but they separate words. */
const withoutForbidden = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\v\f]/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
    .replaceAll(/[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/g, '')
