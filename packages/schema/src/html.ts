import { HTML_LEVELS_MAX, HTML_TAGS_MAX } from './field-limits.ts'

/** The HTML that a job may hold, as options of sanitize-html: text and simple structure; no script, style, image or form. */
export const sanitiserOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'mark'],
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'code', 'pre', 'a', 'dl', 'dt', 'dd'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    '*': ['dir', 'lang'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: HTML_LEVELS_MAX,
  transformTags: {
    // The page has one first-level heading, the job's title.
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
