import { escapeBracketed, hasElement, sanitiserOptions } from '@boardwalk/schema/html'
import { HTML_CHARACTERS_MAX } from '@boardwalk/schema/limits'
import { findMarkdown } from '@boardwalk/schema/markdown'
import { arrange } from '@boardwalk/schema/text/arrange'
import { mayHaveWordText, removeWordText, tidyBlanks } from '@boardwalk/schema/text/blanks'
import { hiddenElements, markedAttributes, markedElements, readElement } from '@boardwalk/schema/text/element'
import { LRUCache } from 'lru-cache'
import sanitizeHtml from 'sanitize-html'
import { takeTurn } from '../process/turns.ts'
import { markdownToHtml } from './markdown.ts'
import { textToHtml } from './plain-text.ts'
import { sanitiseSimple } from './simple.ts'

/* The HTML of a job: makes sent HTML safe to show, and reads what is stored. */

/** Caches sanitised HTML that is not simple, bounded by total characters. ATS send the same texts again and again. */
const cache = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (clean, html) => 1 + clean.length + html.length,
})

/**
 * Removes everything from HTML but text and simple structure, so that any page may show the result without escaping. Text
 * without an element of HTML is plain text and keeps its lines.
 */
export async function sanitise(html: string): Promise<string> {
  const isTried = html.includes('<') && !isLaidOut(html) && !mayHaveWordText(html)
  const simple = isTried ? sanitiseSimple(html) : undefined
  if (simple !== undefined) return simple
  const known = cache.get(html)
  if (known !== undefined) return known
  const clean = await takeTurn(html.length, () => sanitiseSent(removeWordText(html.replaceAll(CDATA, '$1'))))
  cache.set(html, clean)
  return clean
}

/** A wrapper of XML. Some ATS leave it around a text. */
const CDATA = /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/gi

const sanitiseSent = (html: string): string => (hasElement(html) ? sanitiseHtml(html) : sanitiseText(html))

/** A tag other than those of elements within a line, or a tag that is on two lines. */
const OTHER_TAG = /<(?=[a-z!?/])(?!\/?(?:a|b|code|em|font|i|mark|s|small|span|strong|sub|sup|u)(?:[ \t][^<>\r\n]*)?>)/i
/** A blank line, or a line with a bullet. */
const LAID_OUT_LINE = /\n[^\S\n]*(?:\n|[-–*•·]\s+\S)/

/** Whether a text has elements only within its lines, and lines as in plain text, so that line ends count. */
const isLaidOut = (html: string): boolean => html.includes('\n') && !OTHER_TAG.test(html) && LAID_OUT_LINE.test(html)

function sanitiseHtml(html: string): string {
  const clean = sanitiseElements(isLaidOut(html) ? textToHtml(html) : html)
  // Otherwise its line ends would count if the stored text is sent again.
  if (clean.includes('<') && !isLaidOut(clean)) return clean
  const oneLine = clean.replaceAll(/[\t\n\f\r ]+/g, ' ')
  return clean.includes('<') ? oneLine : sanitiseText(oneLine)
}

/** In plain text, entities are those of HTML: the contract allows HTML in these fields. */
function sanitiseText(text: string): string {
  const clean = tidyBlanks(sanitizeHtml(text.replaceAll('<', '&lt;'), markingOptions))
  // A longer text is refused anyway.
  const isMarkdown = clean.length <= HTML_CHARACTERS_MAX && findMarkdown(clean) !== undefined
  return isMarkdown ? sanitiseElements(markdownToHtml(clean)) : textToHtml(clean)
}

/** Sanitises HTML with the library. */
export const sanitiseElements = (html: string): string => arrange(sanitizeHtml(escapeBracketed(html), markingOptions))

const { nestingLimit: _, ...options } = sanitiserOptions

/** Options of sanitize-html that leave marks for `arrange`. It limits the depth, because dropped blocks do not count. */
export const markingOptions = {
  ...options,
  allowedTags: markedElements,
  allowedAttributes: markedAttributes,
  nonTextTags: hiddenElements,
  transformTags: { '*': readElement },
}

const BLOCKS = '(?:p|br|hr|ul|ol|li|h[2-6]|blockquote|pre|dl|dt|dd|table|caption|thead|tbody|tfoot|tr|th|td)'
const BLOCK_START = new RegExp(`(?<!^|\\n)<${BLOCKS}\\b`, 'g')
const BLOCK_END = new RegExp(`</${BLOCKS}>|<[bh]r\\b[^>]*>`, 'g')
/** Sanitised HTML has no other entities. */
const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Puts line feeds before and after the blocks of sanitised HTML, so that their words stay apart without the tags. */
export const separateBlocks = (html: string): string =>
  html.replaceAll(BLOCK_END, '$&\n').replaceAll(BLOCK_START, '\n$&')

/** Turns sanitised HTML into plain text on one line. */
export function toPlainText(html: string): string {
  // In sanitised HTML each "<" begins a tag, and the next ">" ends it: both are entities in texts and in attributes.
  const text = separateBlocks(html).replaceAll(/<[^>]*>/g, '')
  return Object.entries(entities)
    .reduce((plain, [entity, character]) => plain.replaceAll(entity, character), text)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Whether sanitised HTML has visible text. Many editors write an empty paragraph for an empty field. */
export const hasVisibleText = (html: string | null | undefined): html is string => /(?:^|>)\s*[^<\s]/.test(html ?? '')

/** Escapes text, so that HTML shows it unchanged. */
export function escapeHtml(text: string): string {
  return Object.entries(entities).reduceRight((html, [entity, character]) => html.replaceAll(character, entity), text)
}
