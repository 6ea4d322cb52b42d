import { once } from 'node:events'
import { Readable } from 'node:stream'
import { sendStream } from '@boardwalk/core/http/send'
import { inTurns } from '@boardwalk/core/process/turns'
import type { Request, Response } from 'express'
import pLimit from 'p-limit'
import type { Deps } from '../deps.ts'

/* Streams long documents, such as feeds and the sitemap, and escapes texts for XML. */

/** The most characters that are written before other requests get a turn. A reader that is fast would never pause the writer. */
const CHARACTERS_A_TURN = 200_000

/** The fewest and the most characters of a piece. If a reader stalls, two pieces stay in memory. */
const PIECE_CHARACTERS = { min: 32_000, max: 200_000 }

/** Limits how many documents a process writes at the same time. More would take the connections to the database from polls. */
const writePiece = pLimit(4)

/** A document yields this after each batch of jobs. It is a good moment to wait for the reader, because no job is in memory. */
export const PAUSE = ''

/**
 * Streams a document at the speed of its reader, so that a long one does not fill the memory. Call `beginDocument` before the first
 * query for the document, because a refused caller must cost no query.
 */
export async function sendDocument(
  type: string,
  document: AsyncIterable<string>,
  req: Request,
  res: Response,
): Promise<void> {
  const content = Readable.from(joinPieces(inTurns(document, CHARACTERS_A_TURN)))
  // Waits for the first piece: if the jobs cannot be read, this throws while the answer can still be an error.
  await once(content, 'readable')
  if (req.boardwalk.isTimeUp) return void content.destroy()
  res.type(type)
  if (req.method === 'HEAD') {
    content.destroy()
    res.end()
  } else await sendStream(content, res)
}

async function* joinPieces(texts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
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

/** Streams an XML document, whose queries are made while it is written. */
export async function sendXml(deps: Deps, document: AsyncIterable<string>, req: Request, res: Response): Promise<void> {
  deps.admission.beginDocument(req, res)
  await sendDocument('application/xml; charset=utf-8', document, req, res)
}

/** Escapes a text for XML, without the characters that XML forbids. */
export const escapeXml = (text: string): string =>
  removeForbidden(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Wraps a text in a CDATA section. A `]]>` within the text is split over two sections. */
export const toCdata = (text: string): string =>
  `<![CDATA[${removeForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** Removes the characters that XML forbids. Word's line end (U+000B) and the form feed become spaces, because they separate words. */
const removeForbidden = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\v\f]/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
    .replaceAll(/[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/g, '')
