import { sanitiserOptions } from '@boardwalk/schema/html'
import { LRUCache } from 'lru-cache'
import sanitizeHtml from 'sanitize-html'
import { takeTurn } from '../../turns.ts'
import { sanitiseSimple } from './simple-html.ts'

/** Caches sanitised HTML that is not simple, bounded by total characters. ATS send the same texts again and again. */
const cache = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (clean, html) => 1 + clean.length + html.length,
})

/** Removes everything from HTML but text and simple structure, so that any page may show the result without escaping. */
export async function sanitise(html: string): Promise<string> {
  const simple = sanitiseSimple(html)
  if (simple !== undefined) return simple
  const known = cache.get(html)
  if (known !== undefined) return known
  const clean = await takeTurn(html.length, () => sanitizeHtml(html, sanitiserOptions))
  cache.set(html, clean)
  return clean
}

const BLOCK = /<\/?(?:p|br|hr|ul|ol|li|h[2-6]|blockquote|pre|dl|dt|dd|table|caption|tr|th|td)\b/g
/** Sanitised HTML has no other entities. */
const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Turns sanitised HTML into plain text on one line. */
export function toPlainText(html: string): string {
  // In sanitised HTML each "<" begins a tag, and the next ">" ends it: both are entities in texts and in attributes.
  const text = html.replaceAll(BLOCK, ' $&').replaceAll(/<[^>]*>/g, '')
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
