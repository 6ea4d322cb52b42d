/* Reads and writes HTML that was sanitised (sanitise.ts). */

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
