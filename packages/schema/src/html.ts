import { decodeHTMLStrict } from 'entities/decode'
import { HTML_LEVELS_MAX, HTML_TAGS_MAX } from './limits.ts'
import { linkSchemes, readAddress } from './text/address.ts'

/* HTML in the texts of a job: what it may have, and what people would not read as it was meant. */

/**
 * The elements that become another one that a job may hold. The title of the job is the only first-level heading of its page, and a
 * text that is struck out stays struck out.
 */
export const renamedElements: Partial<Record<string, string>> = {
  h1: 'h2',
  del: 's',
  strike: 's',
  menu: 'ul',
  dir: 'ul',
}

/** The HTML that a job may hold, as options of sanitize-html: text and simple structure; no script, style, image or form. */
export const sanitiserOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'ul',
    'ol',
    'li',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'small',
    'mark',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'code',
    'pre',
    'a',
    'dl',
    'dt',
    'dd',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    '*': ['dir', 'lang'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: [...linkSchemes],
  allowProtocolRelative: false,
  nestingLimit: HTML_LEVELS_MAX,
  transformTags: {
    h1: 'h2',
    a: (tagName: string, attribs: Record<string, string>) => ({
      tagName,
      attribs: { ...attribs, rel: 'nofollow noopener noreferrer' },
    }),
  },
}

/** Whether HTML has at most as many tags as a field may have. */
export const hasFewTags = (html: string, tagsMax = HTML_TAGS_MAX): boolean =>
  html.split('<', tagsMax + 2).length <= tagsMax + 1

/** Every element of HTML, also obsolete ones, and the element in which Word writes its settings. */
const elements = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button canvas
  caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption
  figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend
  li link listing main map mark marquee math menu menuitem meta meter nav nobr noembed noframes noscript object ol optgroup option
  output p param picture plaintext pre progress q rp rt ruby s samp script search section select slot small source span strike strong
  style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xml
  xmp`.split(/\s+/),
)

/** Names that no text has between angle brackets: those of Office ("o:p", "u1:p") and of custom elements ("app-root"). */
const FOREIGN_NAME = /^(?:(?:o|w|v|m|st\d|u\d):\w+|\w+-[\w-]+)$/i

const TAG = /<\/?([a-z][\w:-]*)(?:\s[^<>]*)?\/?>|<!--|<!\[|<!doctype\b|<\?xml\b/gi

/**
 * Whether a text has an element of HTML, or a comment. All other text is plain text, in which line ends count. "a < b" and
 * "<Entreprise>" are plain text.
 */
export function hasElement(text: string): boolean {
  for (const [, name] of text.matchAll(TAG))
    if (name === undefined || elements.has(name.toLowerCase()) || FOREIGN_NAME.test(name)) return true
  return false
}

/** Something between angle brackets, or up to the next one, that has no attribute. */
const BRACKETED = /<(?=([a-z][^\s<>/]*))(?![^\s<>]*\s[^<>]*=)/gi

/**
 * Escapes each "<" that begins a text and no element, such as "<Entreprise>" or "<jobs@example.com>". A parser would take the
 * text for an element that it does not know, and a sanitiser would remove it.
 */
export const escapeBracketed = (html: string): string =>
  html.replaceAll(BRACKETED, (all, name: string) =>
    elements.has(name.toLowerCase()) || FOREIGN_NAME.test(name) ? all : '&lt;',
  )

/* Finds parts of sent texts that people will not see, or will see as code. A usual text costs one short search for each check. */

/** Elements that show or do something, and that the board removes. */
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

/** Counts the elements that the board removes from HTML: `2 iframes and 1 image were`. */
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

const ENTITY_NAME = '(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z][a-z\\d]{1,31});'
// Without "<" and "&" among the attributes, a search never reads a character twice.
const TAG_PATTERN =
  '/?(?:p|br|div|span|b|strong|i|em|u|ul|ol|li|h[1-6]|a|img|font|hr|blockquote|table|t[rdh])(?:\\s[^<>&]*)?/?'
const tag = new RegExp(`<${TAG_PATTERN}>`, 'gi')
const entity = new RegExp(`&(?:amp;)*${ENTITY_NAME}`, 'gi')
const escapedTag = new RegExp(`(?:&lt;|&#0*60;|&#x0*3c;)${TAG_PATTERN}(?:&gt;|&#0*62;|&#x0*3e;)`, 'gi')
const escapedEntity = new RegExp(`(?:&amp;|&#0*38;|&#x0*26;)${ENTITY_NAME}`, 'gi')

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

/** A tag that ends a line or an item, such as `</li>`. */
const lineTag = /<\/?(?:p|br|div|ul|ol|li|h[1-6]|hr|blockquote|table|t[rdh])(?:\s[^<>&]*)?\/?>/gi

/** Finds the first tag of HTML in a plain text, and the texts of its lines and items without tags. */
export function findTag(text: string): { found: string; texts: string[] } | undefined {
  if (!text.includes('<')) return undefined
  for (const [found] of text.matchAll(tag)) {
    const texts = text.split(lineTag).map(removeCode)
    return { found, texts: texts.filter((part) => part !== '') }
  }
  return undefined
}

const linkStart = /<a\s(?:[^<>]*?\s)?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi

/** Finds the addresses of HTML that lead nowhere from the board, whose links it removes. Places on the same page are not among them. */
export function findRemovedLinks(html: string): string[] {
  const addresses = [...html.matchAll(linkStart)].map(([, double, single, bare]) =>
    decodeHTMLStrict(double ?? single ?? bare ?? '').trim(),
  )
  return addresses.filter((address) => /^[^#]/.test(address) && readAddress(address) === undefined)
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
