import { decodeHTMLStrict } from 'entities/decode'

/* Finds, in texts as they were sent, what people will not see, or see as code. Each check of a usual text is one short search. */

/** Elements that show something or do something, and that the board removes. Those of mere looks, such as `style`, are not here. */
const removedElements: Record<string, string> = {
  img: 'image',
  iframe: 'iframe',
  video: 'video',
  audio: 'audio player',
  object: 'object',
  embed: 'embedded file',
  svg: 'SVG image',
  canvas: 'canvas element',
  script: 'script',
  input: 'form field',
  select: 'form field',
  textarea: 'form field',
  button: 'button',
}
const removedStart = new RegExp(`<(${Object.keys(removedElements).join('|')})(?=[\\s/>])`, 'gi')
/** A comment, or the content of an element in which HTML has no elements. */
const withoutElements = /<!--[\s\S]*?(?:-->|$)|(<(script|style|textarea)(?=[\s/>]))[\s\S]*?(?:<\/\2|$)/gi

/** Counts the elements of HTML that the board removes with what they show: `2 iframes and 1 image were`. */
export function countRemovedElements(html: string): string | undefined {
  // Nearly all texts end here.
  if (html.search(removedStart) === -1) return undefined
  const counts = new Map<string, number>()
  for (const [, name = ''] of html.replaceAll(withoutElements, '$1 ').matchAll(removedStart)) {
    const kind = removedElements[name.toLowerCase()] ?? name
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const [first, ...others] = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`)
  if (first === undefined) return undefined
  const isOne = others.length === 0 && first.startsWith('1 ')
  return `${new Intl.ListFormat('en-GB').format([first, ...others])} ${isOne ? 'was' : 'were'}`
}

/** A piece of a text that people read as code, and what to send in its place. */
interface Suspect {
  found: string
  mended: string
}

const NAME = '(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z][a-z\\d]{1,31});'
// Without "<" and "&" among its attributes, a search never reads a character twice.
const TAG = '/?(?:p|br|div|span|b|strong|i|em|u|ul|ol|li|h[1-6]|a|img|font|hr|blockquote|table|t[rdh])(?:\\s[^<>&]*)?/?'
const tag = new RegExp(`<${TAG}>`, 'gi')
const entity = new RegExp(`&(?:amp;)*${NAME}`, 'gi')
const escapedTag = new RegExp(`(?:&lt;|&#0*60;|&#x0*3c;)${TAG}(?:&gt;|&#0*62;|&#x0*3e;)`, 'gi')
const escapedEntity = new RegExp(`(?:&amp;|&#0*38;|&#x0*26;)${NAME}`, 'gi')

/** A backslash and a letter where a line should end. A text has more than one: one alone may be in the path of a file. */
const escapedLineEnd = /\\n(?=[\s\S]*\\n)/

/** Finds an entity, a tag or a line end in HTML that is escaped once too often, such as `&amp;eacute;` and `&lt;p&gt;`. */
export function findDoubleEscape(html: string): Suspect | undefined {
  if (html.includes('\\n') && escapedLineEnd.test(html)) return { found: '\\n', mended: '\n' }
  if (!html.includes('&')) return undefined
  for (const [found] of html.matchAll(escapedEntity)) {
    const mended = decodeHTMLStrict(found)
    // "Dupont &amp;Fils;" is escaped once: `&Fils;` is no entity.
    if (decodeHTMLStrict(mended) !== mended) return { found, mended }
  }
  for (const [found] of html.matchAll(escapedTag)) return { found, mended: decodeHTMLStrict(found) }
  return undefined
}

/** Finds the word of a plain text that has an entity of HTML, such as `R&amp;D`. */
export function findEntity(text: string): Suspect | undefined {
  if (!text.includes('&')) return undefined
  for (const match of text.matchAll(entity)) if (decodeFully(match[0]) !== match[0]) return mendWord(text, match)
  return undefined
}

/** Finds the word of a plain text that has a tag of HTML, such as `<b>Chef</b>`. */
export function findTag(text: string): Suspect | undefined {
  if (!text.includes('<')) return undefined
  for (const match of text.matchAll(tag)) return mendWord(text, match)
  return undefined
}

function mendWord(text: string, { 0: found, index }: RegExpExecArray): Suspect {
  const start = text.lastIndexOf(' ', index) + 1
  const end = text.indexOf(' ', index + found.length)
  const word = text.slice(start, end === -1 ? undefined : end)
  return { found: word, mended: removeCode(word) }
}

/** Decodes the entities of a plain text as often as it was escaped, and removes its tags. */
export const removeCode = (text: string): string =>
  decodeFully(text).replaceAll(tag, ' ').replaceAll(/ {2,}/g, ' ').trim()

function decodeFully(text: string): string {
  const decoded = decodeHTMLStrict(text)
  return decoded === text ? text : decodeFully(decoded)
}
