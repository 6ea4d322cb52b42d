import { sanitiserOptions } from '@boardwalk/schema/html'
import { LRUCache } from 'lru-cache'
import sanitizeHtml from 'sanitize-html'

/** Of so many characters what they became is remembered: the same texts are sent again and again. */
const sanitised = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (clean, html) => 1 + clean.length + html.length,
  memoMethod: (html) => sanitizeHtml(html, sanitiserOptions),
})

/** HTML that any page may show as it is: text and simple structure; no script, style, image or form. */
export function sanitise(html: string): string {
  return sanitised.memo(html)
}

const BLOCK = /<\/?(?:p|br|hr|ul|ol|li|h[2-6]|blockquote|pre|dl|dt|dd|table|caption|tr|th|td)\b/g
/** All the entities that sanitised HTML has. */
const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The text of sanitised HTML in one line. */
export function plainText(html: string): string {
  // In sanitised HTML each "<" begins a tag.
  const text = sanitizeHtml(html.replaceAll(BLOCK, ' $&'), { allowedTags: [], allowedAttributes: {} })
  return Object.entries(entities)
    .reduce((plain, [entity, character]) => plain.replaceAll(entity, character), text)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Text as HTML that shows it. */
export function escapeHtml(text: string): string {
  return Object.entries(entities).reduceRight((html, [entity, character]) => html.replaceAll(character, entity), text)
}
