import type { Request, Response } from 'express'
import type { Deps } from '../deps.ts'
import { sendDocument } from './send-document.ts'

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
