import { escapeBracketed, hasElement } from '@boardwalk/schema/html'
import { LRUCache } from 'lru-cache'
import sanitizeHtml from 'sanitize-html'
import { takeTurn } from '../../../turns.ts'
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
  const simple = html.includes('<') && !isLaidOut(html) ? sanitiseSimple(html) : undefined
  if (simple !== undefined) return simple
  const known = cache.get(html)
  if (known !== undefined) return known
  const clean = await takeTurn(html.length, () => sanitiseSent(html.replaceAll(CDATA, '$1')))
  cache.set(html, clean)
  return clean
}

/** A wrapper of XML, which some ATS leave around a text that they took from XML. */
const CDATA = /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/gi

const sanitiseSent = (html: string): string => (hasElement(html) ? sanitiseHtml(html) : sanitiseText(html))

/** A tag other than those of elements within a line, or a tag that is on two lines. */
const OTHER_TAG = /<(?=[a-z!?/])(?!\/?(?:a|b|code|em|font|i|mark|s|small|span|strong|sub|sup|u)(?:[ \t][^<>\r\n]*)?>)/i
/** A blank line, or a line with a bullet. */
const LAID_OUT_LINE = /\n[^\S\n]*(?:\n|[-–*•·]\s+\S)/

/** Whether a text has elements within its lines only, and lines that are laid out as in plain text, so that line ends count. */
const isLaidOut = (html: string): boolean => html.includes('\n') && !OTHER_TAG.test(html) && LAID_OUT_LINE.test(html)

function sanitiseHtml(html: string): string {
  const clean = sanitiseElements(isLaidOut(html) ? textToHtml(html) : html)
  // Otherwise its line ends would count when it is sent again.
  if (clean.includes('<') && !isLaidOut(clean)) return clean
  const oneLine = clean.replaceAll(/[\t\n\f\r ]+/g, ' ')
  return clean.includes('<') ? oneLine : textToHtml(oneLine)
}

/** In plain text, entities are those of HTML: the contract allows HTML in these fields. */
const sanitiseText = (text: string): string => textToHtml(sanitizeHtml(text.replaceAll('<', '&lt;'), markingOptions))

/** Sanitises HTML with the library. */
export const sanitiseElements = (html: string): string =>
  arrangeBlocks(
    sanitizeHtml(
      escapeBracketed(html).replaceAll(QUILL_LIST, (_, items) => nestQuillItems(items)),
      markingOptions,
    ),
  )

/** A list of the editor Quill. Each is an `<ol>`, and its items say whether they have numbers, and how deep they are. */
const QUILL_LIST = /<ol>(?=<li\b[^<>]* data-list=")((?:[^<]|<(?!\/?[ou]l\b))*)<\/ol>/g

function nestQuillItems(items: string): string {
  const open: string[] = []
  let html = ''
  const closeLast = () => {
    html += `</${open.pop()}>`
  }
  for (const item of items.split(/(?=<li\b)/)) {
    const [start = ''] = /^<li\b[^>]*>/.exec(item) ?? []
    const tag = start.includes('data-list="ordered"') ? 'ol' : 'ul'
    const level = Math.min(Number(/ql-indent-(\d)/.exec(start)?.[1] ?? 0), open.length)
    while (open.length > level + 1) closeLast()
    if (open.length > level && open.at(-1) !== tag) closeLast()
    if (open.length === level) {
      open.push(tag)
      html += `<${tag}>`
    }
    html += item.replace(/<\/li>\s*$/, '')
  }
  while (open.length > 0) closeLast()
  return html
}

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
