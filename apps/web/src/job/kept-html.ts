import { arrange } from '@boardwalk/schema/text/arrange'
import { removeWordText } from '@boardwalk/schema/text/blanks'
import { hiddenElements, markedAttributes, markedElements, readElement } from '@boardwalk/schema/text/element'

/** The elements that the visual editor keeps. */
const keptElements = new Set([
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
  'h2',
  'h3',
  'h4',
  'blockquote',
  'code',
  'pre',
  'a',
])
const keptAttributes = new Set(['href', 'rel', 'start'])

/** Parses HTML into a template, whose content is inert: it loads nothing and runs nothing. */
function parse(html: string): HTMLTemplateElement {
  const template = document.createElement('template')
  template.innerHTML = html
  return template
}

/** Whether the visual editor keeps everything in this HTML. */
export function canEditVisually(html: string): boolean {
  return [...parse(html).content.querySelectorAll('*')].every(
    (element) =>
      keptElements.has(element.localName) &&
      element.getAttributeNames().every((attribute) => keptAttributes.has(attribute)),
  )
}

/** The heading of the visual editor that is nearest to one that it does not have. */
const nearestHeading = { h5: 'h4', h6: 'h4' } as const

/** What ProseMirror, of which the visual editor is made, writes into HTML that it copies. */
const COPIED_HERE = /\sdata-pm-slice=/

/**
 * Reads pasted HTML as the board reads HTML that an ATS sends, and changes it so that the visual editor keeps its headings, and the rows
 * and cells of its tables apart.
 */
export function adaptPasted(html: string): string {
  if (COPIED_HERE.test(html)) return html
  const template = parse(arrange(mark(parse(hideStyles(removeWordText(html))).content)))
  // The board gives each link its own.
  for (const link of template.content.querySelectorAll('a')) link.removeAttribute('rel')
  for (const [pasted, nearest] of Object.entries(nearestHeading))
    for (const element of template.content.querySelectorAll(pasted)) rename(element, nearest)
  // The innermost tables come last in the document and are replaced first.
  for (const table of [...template.content.querySelectorAll('table')].toReversed())
    table.replaceWith(...[...table.rows].flatMap(toBlocks))
  return template.innerHTML
}

const TAG = /<[a-z][^<>]*>/gi
const HIDDEN_STYLE = 'data-pasted-style'

/** Gives the styles another name. The page's policy forbids them, so a browser would not read them, and would log an error for each. */
const hideStyles = (html: string): string =>
  html.replaceAll(TAG, (tag) => tag.replaceAll(/(?<=[\s"'])style(?=\s*=)/gi, HIDDEN_STYLE))

/** Writes the content of a node as HTML with marks. */
function mark(node: Node): string {
  return [...node.childNodes].map(markNode).join('')
}

function markNode(node: Node): string {
  if (node instanceof Text) return escapeText(node.data)
  if (!(node instanceof Element)) return ''
  const sent = Object.fromEntries(
    [...node.attributes].map(({ name, value }) => [name === HIDDEN_STYLE ? 'style' : name, value]),
  )
  const { tagName, attribs } = readElement(node.localName, sent)
  if (hiddenElements.includes(tagName)) return ''
  if (!markedElements.includes(tagName)) return mark(node)
  const kept = [...(markedAttributes[tagName] ?? []), ...(markedAttributes['*'] ?? [])]
  const attributes = Object.entries(attribs).filter(([name]) => kept.includes(name))
  const start = attributes.map(([name, value]) => ` ${name}="${escapeText(value)}"`).join('')
  if (voidElements.has(tagName)) return `<${tagName}${start} />`
  return `<${tagName}${start}>${mark(node)}</${tagName}>`
}

const voidElements = new Set(['br', 'hr', 'img'])

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

/** Creates an element in the inert document of another one. In the document of the page, pasted images would load. */
const createInert = (other: Element, name: string) => other.ownerDocument.createElement(name)

function rename(element: Element, name: string): void {
  const renamed = createInert(element, name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

/** Elements that cannot be within a line of text. */
const BLOCKS = 'p + p, div, ul, ol, blockquote, pre, hr, h2, h3, h4'

/** Makes one line of a row's cells. Cells that contain more than a line come one below the other. */
function toBlocks(row: HTMLTableRowElement): HTMLElement[] {
  const cells = [...row.cells].filter(({ textContent }) => textContent.trim() !== '')
  if (cells.length === 1 || cells.some((cell) => cell.querySelector(BLOCKS) !== null))
    return cells.map((cell) => {
      const block = createInert(row, 'div')
      block.append(...cell.childNodes)
      return block
    })
  const line = createInert(row, 'p')
  for (const [index, cell] of cells.entries()) {
    if (index > 0) line.append(' | ')
    line.append(...(cell.querySelector('p') ?? cell).childNodes)
  }
  return [line]
}
