/** The elements that the visual editor keeps. */
const keptElements = new Set([
  ...['p', 'br', 'hr', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'h2', 'h3', 'h4', 'blockquote'],
  ...['code', 'pre', 'a'],
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
const nearestHeading = { h1: 'h2', h5: 'h4', h6: 'h4' } as const

/**
 * Changes pasted HTML so that the visual editor keeps its headings, the texts of its images, and the rows and cells of its
 * tables apart.
 */
export function adaptPasted(html: string): string {
  const template = parse(html)
  for (const [pasted, nearest] of Object.entries(nearestHeading))
    for (const element of template.content.querySelectorAll(pasted)) rename(element, nearest)
  for (const image of template.content.querySelectorAll('img')) image.replaceWith(image.alt && ` ${image.alt} `)
  // The innermost tables come last in the document and are replaced first.
  for (const table of [...template.content.querySelectorAll('table')].toReversed())
    table.replaceWith(...[...table.rows].flatMap(toBlocks))
  return template.innerHTML
}

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
