import { escapeBracketed, hasElement } from '@boardwalk/schema/html'
import { LRUCache } from 'lru-cache'
import sanitizeHtml from 'sanitize-html'
import { takeTurn } from '../../turns.ts'
import { arrangeBlocks } from './blocks.ts'
import { markingOptions } from './marks.ts'
import { textToHtml } from './plain-text.ts'
import { sanitiseSimple } from './simple-html.ts'

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
  const simple = html.includes('<') ? sanitiseSimple(html) : undefined
  if (simple !== undefined) return simple
  const known = cache.get(html)
  if (known !== undefined) return known
  const clean = await takeTurn(html.length, () => (hasElement(html) ? sanitiseHtml(html) : sanitiseText(html)))
  cache.set(html, clean)
  return clean
}

function sanitiseHtml(html: string): string {
  const clean = sanitiseElements(html)
  // Without an element it would be plain text when it is sent again, and its line ends would count.
  return clean.includes('<') ? clean : textToHtml(clean.replaceAll(/[\t\n\f\r ]+/g, ' '))
}

/** In plain text, entities are those of HTML: the contract allows HTML in these fields. */
const sanitiseText = (text: string): string => textToHtml(sanitizeHtml(text.replaceAll('<', '&lt;'), markingOptions))

/** Sanitises HTML with the library. */
export const sanitiseElements = (html: string): string =>
  arrangeBlocks(sanitizeHtml(escapeBracketed(html), markingOptions))

const blocks = '(?:p|br|hr|ul|ol|li|h[2-6]|blockquote|pre|dl|dt|dd|table|caption|thead|tbody|tfoot|tr|th|td)'
const BLOCK_START = new RegExp(`(?<!^|\\n)<${blocks}\\b`, 'g')
const BLOCK_END = new RegExp(`</${blocks}>|<[bh]r\\b[^>]*>`, 'g')
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

/** Whether sanitised HTML has text that can be seen: many editors write an empty paragraph where nothing was typed. */
export const hasVisibleText = (html: string | null | undefined): html is string => /(?:^|>)\s*[^<\s]/.test(html ?? '')

/** Escapes text, so that HTML shows it unchanged. */
export function escapeHtml(text: string): string {
  return Object.entries(entities).reduceRight((html, [entity, character]) => html.replaceAll(character, entity), text)
}
