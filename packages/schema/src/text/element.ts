import { renamedElements, sanitiserOptions } from '../html.ts'
import { readAddress } from './address.ts'
import { namedStyles, readStyle, type TextStyle, writeStyle } from './style.ts'

/*
 * What each element of sent or pasted HTML means. An element that a job may not hold leaves a mark where it showed something: <div>
 * for a block, <span> for a style, <section> for an item of a list that only looks like one, <data> for the bullet of such an item, and
 * <img> for the text of an image. The class of an element has the style of its text, and says of an item which list it is in.
 * `arrange` (arrange.ts) replaces the marks.
 */

type Attributes = Record<string, string>

export interface MarkedElement {
  tagName: string
  attribs: Attributes
}

const { '*': attributesOfAll, ...attributesOfEach } = sanitiserOptions.allowedAttributes

/** The elements of HTML with marks: those that a job may hold, and the marks. */
export const markedElements = [...sanitiserOptions.allowedTags, 'div', 'span', 'section', 'data', 'img']

/** The attributes of HTML with marks. */
export const markedAttributes: Record<string, string[]> = {
  ...attributesOfEach,
  '*': [...attributesOfAll, 'class'],
  img: ['alt'],
}

/** Elements whose text people do not see. */
export const hiddenElements = ['script', 'style', 'textarea', 'title', 'xmp', 'xml']

const droppedBlocks = new Set(
  `address article aside body button canvas center details dialog div embed fieldset figcaption figure footer
  form frame frameset header hgroup html iframe legend listing main nav noframes object optgroup option plaintext search
  section select summary audio video`.split(/\s+/),
)

/** Settings that Word writes as elements. Others, such as `w:sdt` and `o:p`, hold text. */
const WORD_SETTINGS = /^(?:w:(?!sdt|ins|smarttag)|m:mathpr|o:(?:officedocumentsettings|allowpng|pixelsperinch|shape))/

/** An element that a job may not hold, and that shows nothing but its text. */
const DROPPED = 'font'

const REL = 'nofollow noopener noreferrer'
const keptElements = new Set(sanitiserOptions.allowedTags)
const voidElements = new Set(['br', 'hr', 'img'])

/** Says what an element becomes, before the sanitiser decides whether a job may hold it. */
export function readElement(sentName: string, { class: classes = '', ...sent }: Attributes): MarkedElement {
  const name = renamedElements[sentName] ?? sentName
  const css = sent.style ?? ''
  const fixed = chooseFixedTag(name, css)
  if (fixed !== undefined) return { tagName: fixed, attribs: sent }
  const style = readStyle(css)
  const item = readItem(name, css, sent, classes)
  const words = [...(item ?? []), ...writeStyle(style)].join(' ')
  const attribs = name === 'a' ? readLink(sent) : sent
  if (words !== '') attribs.class = words
  if (isUndone(name, style)) return { tagName: words === '' ? DROPPED : 'span', attribs }
  return { tagName: item === undefined ? chooseTag(name, words) : 'section', attribs }
}

/** Reads a link. One whose address leads nowhere keeps only its text and its element, which is no link without an address. */
function readLink({ href: sent = '', rel: _rel, ...others }: Attributes): Attributes {
  const href = readAddress(sent)
  return Object.assign(href === undefined ? { rel: REL } : { href, rel: REL }, others)
}

/** The tag of an element whose style and place say nothing more. */
function chooseFixedTag(name: string, css: string): string | undefined {
  if (WORD_SETTINGS.test(name)) return 'xml'
  if (hiddenElements.includes(name) || voidElements.has(name)) return name
  return name === 'span' && /mso-list:\s*ignore/i.test(css) ? 'data' : undefined
}

function chooseTag(name: string, words: string): string {
  if (droppedBlocks.has(name)) return 'div'
  if (keptElements.has(name)) return name
  return words === '' ? DROPPED : 'span'
}

/** Whether an element lacks the style that it is there for. Google Docs wraps a whole text in a <b> of normal weight. */
function isUndone(name: string, style: TextStyle): boolean {
  const named = namedStyles[name]
  return named !== undefined && style[named] === false
}

/**
 * Reads which list an item is in, and how deep, as words for its class. Word writes items as paragraphs, Quill writes the items of all
 * levels and kinds in one <ol>, and Word on the web writes a list for each item.
 */
function readItem(name: string, style: string, attribs: Attributes, classes: string): string[] | undefined {
  const inWord = name === 'p' ? /mso-list:(?!\s*(?:none|skip))(?:[^;]*level(\d))?/i.exec(style) : null
  if (inWord !== null) return ['in-word', `level-${inWord[1] ?? 1}`]
  if (name !== 'li') return undefined
  const kind = attribs['data-list']
  const indent = /\bql-indent-(\d)/.exec(classes)?.[1]
  if (kind !== undefined) return [kind === 'ordered' ? 'in-ol' : 'in-ul', `level-${Number(indent ?? 0) + 1}`]
  if (indent !== undefined) return [`level-${Number(indent) + 1}`]
  // Slack counts from zero.
  const slack = attribs['data-stringify-indent']
  const level = attribs['data-listid'] === undefined ? undefined : attribs['data-aria-level']
  if (slack === undefined && level === undefined) return undefined
  return [`level-${Math.min(9, Number.parseInt(slack ?? '', 10) + 1 || Number.parseInt(level ?? '', 10) || 1)}`]
}
