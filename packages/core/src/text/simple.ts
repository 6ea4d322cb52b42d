import { HTML_LEVELS_MAX } from '@boardwalk/schema/limits'
import { mayHaveMarker } from '@boardwalk/schema/text/marker'

const rel = ' rel="nofollow noopener noreferrer"'
const simpleTags = 'p|ul|ol|li|strong|b|em|i|u|s|h[2-6]|blockquote'
const webAddress = String.raw`https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./%~+-]*)?`

/**
 * A part of simple HTML: text, an entity that sanitised text has, a line break, a start tag without attributes, a link to a
 * plain web address, an end tag.
 */
const simplePart = new RegExp(
  `[^<>&\\0\\v\\f\\u0085\\u00a0\\u2028\\u2029]+|&(?:amp|lt|gt);|<br ?/?>|<(?:${simpleTags})>|<a href="${webAddress}"(?:${rel})?>|</(?:${simpleTags}|a)>`,
  'y',
)

/** A block ends the paragraph that it is in. Then the paragraph's own end tag is left over. */
const simpleBlocks = new Set(['p', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'])
const simpleLists = new Set(['ul', 'ol'])

/**
 * Sanitises simple HTML, which is well nested, has no other parts than those above, and has no bullets or empty lines. Gives exactly what
 * `sanitiseElements` gives, in a tenth of the time. Returns undefined for all other HTML. Most ATS send simple HTML.
 */
export function sanitiseSimple(html: string): string | undefined {
  const open: string[] = []
  const lines = new SimpleLines()
  for (let from = 0; from < html.length; from = simplePart.lastIndex) {
    simplePart.lastIndex = from
    if (!simplePart.test(html)) return undefined
    const part = html.slice(from, simplePart.lastIndex)
    const isSimple = part.startsWith('<')
      ? lines.takeTag(part, open) && nest(part.slice(1, -1), open)
      : lines.takeText(part)
    if (!isSimple) return undefined
  }
  if (open.length > 0) return undefined
  return html.replaceAll(/<br ?\/?>/g, '<br />').replaceAll(/(<a href="[^"]*")>/g, `$1${rel}>`)
}

/** Empty lines that `arrange` may remove. */
const EMPTY_LINES_MAX = 2
const EMPTY_LINE_END = /^<(?:br|\/p|\/h)/
const INLINE = /^<\/?(?:strong|b|em|i|u|s|a)[ >]/
const LIST = /^<[ou]l>/
const VISIBLE = /[^\s\u200b]/

/** Finds lines that `arrange` may change: each method says whether a part leaves the HTML simple. */
class SimpleLines {
  private isStart = true
  private empty = 0

  takeText(text: string): boolean {
    if (this.isStart && mayHaveMarker(text)) return false
    if (VISIBLE.test(text)) {
      this.isStart = false
      this.empty = 0
    }
    return true
  }

  takeTag(tag: string, open: readonly string[]): boolean {
    if (this.isStart && open.at(-1) === 'li' && LIST.test(tag)) return false
    if (this.isStart && EMPTY_LINE_END.test(tag)) this.empty++
    if (!INLINE.test(tag)) this.isStart = true
    return this.empty < EMPTY_LINES_MAX
  }
}

/** Adds a start tag to the open elements, or removes what an end tag closes. Returns whether the two are well nested. */
function nest(tag: string, open: string[]): boolean {
  if (tag.startsWith('/')) return open.pop() === tag.slice(1)
  if (tag.startsWith('br')) return true
  const name = tag.startsWith('a ') ? 'a' : tag
  if (open.length === HTML_LEVELS_MAX || (simpleBlocks.has(name) && open.includes('p'))) return false
  const isInList = simpleLists.has(open.at(-1) ?? '')
  if (isInList ? simpleLists.has(name) : name === 'li') return false
  open.push(name)
  return true
}
