import { isItem, type Marker, mayHaveMarker, readMarker } from './marker.ts'
import {
  createElement,
  isBlank,
  isElement,
  isList,
  readText,
  readTree,
  removeStart,
  type TreeElement,
  type TreeNode,
  writeTree,
} from './tree.ts'

/* Lines with a bullet or a number in HTML, at the start of a paragraph or after a line break. They become a list. */

const inlines = new Set('strong b em i u s sub sup small mark code a'.split(' '))
/** The elements in which lines can become a list. "" is the whole text. */
const containers = new Set(['', 'blockquote', 'li', 'dd', 'td', 'th'])
/** A dash before the only line of a cell is a sign of its own. */
const isCell = (name: string) => /^(?:t[dh]|dd)$/.test(name)

/** The start of each line of HTML, and the text there. */
const LINE_START =
  /(?:^|<(?:p|li|td|th|dd|blockquote|br)\b[^>]*>|<\/(?:p|[uo]l|dl|pre|h[2-6]|table|blockquote)>|<hr \/>)(?:\s|<(?:strong|b|em|i|u|s|small|mark|a)\b[^>]*>)*([^<]{1,8})/g

/** Whether a line of arranged HTML may begin with a bullet or a number. */
export function hasMarkedLine(html: string): boolean {
  for (const [, start = ''] of html.matchAll(LINE_START)) if (mayHaveMarker(start)) return true
  return false
}

/** A list directly in a list, or alone in an item. */
const LIST_IN_LIST = /<(?:[ou]l|li)\b[^>]*>\s*<[ou]l\b|<\/(?:li|[ou]l)>\s*<[ou]l\b/

/** The most levels of a text that is changed here. It has less than 50 afterwards, which is the limit of a text. */
const LEVELS_MAX = 20

/**
 * Makes lists of the lines with bullets or numbers, and puts a list that is directly in a list into the item before it. Takes HTML
 * without marks.
 */
export function listLines(html: string): string {
  const isRead = html.includes('<') && (LIST_IN_LIST.test(html) || hasMarkedLine(html))
  const root = isRead ? readTree(html, LEVELS_MAX) : undefined
  return root === undefined ? html : writeTree(listIn(root))
}

function listIn(element: TreeElement): TreeElement {
  const { name, children } = element
  const inner = children.map((child) => (isElement(child) && !isParagraph(child) ? listIn(child) : child))
  if (containers.has(name)) return { ...element, children: listLinesOf(name, inner) }
  return {
    ...element,
    children: isList(element) && inner.some((child) => isList(child) || isListItem(child)) ? adoptLists(inner) : inner,
  }
}

/** Whether an item has nothing but lists. Some editors write the second level of a list so. */
const isListItem = (node: TreeNode): node is TreeElement =>
  isElement(node) &&
  node.name === 'li' &&
  node.children.some(isList) &&
  node.children.every((child) => isList(child) || isBlank(child))

/** Puts each list among the items of another into the item before it, as HTML requires, if that has a text. */
function adoptLists(children: readonly TreeNode[]): TreeNode[] {
  const items: TreeNode[] = []
  for (const child of children.filter((node) => !isBlank(node))) {
    const last = items.at(-1)
    const isTaken = isElement(last) && last.name === 'li' && isVisible(last.children)
    if (isTaken && isList(child)) last.children.push(child)
    else if (isTaken && isListItem(child)) last.children.push(...child.children)
    else if (isList(child) && last === undefined) items.push(...child.children.filter((node) => !isBlank(node)))
    else items.push(child)
  }
  return items
}

const isParagraph = (node: TreeNode): node is TreeElement => isElement(node) && node.name === 'p'
const isInline = (node: TreeNode): boolean =>
  !isElement(node) || node.name === 'br' || (inlines.has(node.name) && node.children.every(isInline))

/** A line of a text, or a block that has none. */
interface Line {
  nodes: TreeNode[]
  /** The paragraph of the line, or undefined if it is directly in the container. */
  paragraph: TreeElement | undefined
  isBlock: boolean
  marker: Marker | undefined
}

function listLinesOf(container: string, children: readonly TreeNode[]): TreeNode[] {
  const lines = readLines(children)
  const shown = lines.filter(({ nodes, isBlock }) => isBlock || isVisible(nodes))
  const items = new Set(
    shown.filter(({ marker }, place) => marker && isItem(marker, shown[place - 1]?.marker, shown[place + 1]?.marker)),
  )
  const [first] = items
  if (first === undefined || (shown.length === 1 && isCell(container))) return [...children]
  // An item with a second bullet.
  if (container === 'li' && items.size === 1 && first === lines[0]) return removeStart(children, readLength(first))
  return new ListedLines(container, items).build(lines)
}

const isVisible = (nodes: readonly TreeNode[]) => /[^\s\u200b]/.test(readText(nodes))
const readLength = ({ marker }: Line) => marker?.length ?? 0

function readLines(children: readonly TreeNode[]): Line[] {
  const lines: Line[] = []
  const addLines = (nodes: readonly TreeNode[], paragraph: TreeElement | undefined) => {
    for (const line of splitLines(nodes))
      lines.push({ nodes: line, paragraph, isBlock: false, marker: readMarker(readText(line)) })
  }
  let direct: TreeNode[] = []
  const endDirect = () => {
    if (direct.length > 0) addLines(direct, undefined)
    direct = []
  }
  for (const child of children) {
    if (isInline(child)) direct.push(child)
    else {
      endDirect()
      if (isParagraph(child) && child.children.every(isInline)) addLines(child.children, child)
      else lines.push({ nodes: [child], paragraph: undefined, isBlock: true, marker: undefined })
    }
  }
  endDirect()
  return lines
}

/** Divides nodes at their line breaks. An inline element around a break becomes two. */
function splitLines(nodes: readonly TreeNode[]): TreeNode[][] {
  const lines: TreeNode[][] = [[]]
  for (const node of nodes) {
    const [first = [], ...others] = splitNode(node)
    lines.at(-1)?.push(...first)
    lines.push(...others)
  }
  return lines
}

function splitNode(node: TreeNode): TreeNode[][] {
  if (!isElement(node)) return [[node]]
  if (node.name === 'br') return [[], []]
  return splitLines(node.children).map((children) => (children.length > 0 ? [{ ...node, children }] : []))
}

/** Builds the content of a container from its lines. */
class ListedLines {
  private readonly built: TreeNode[] = []
  private list: { element: TreeElement; next: number | undefined } | undefined
  private text: { paragraph: TreeElement | undefined; lines: TreeNode[][] } | undefined

  private readonly container: string
  private readonly items: ReadonlySet<Line>

  constructor(container: string, items: ReadonlySet<Line>) {
    this.container = container
    this.items = items
  }

  build(lines: readonly Line[]): TreeNode[] {
    for (const line of lines) {
      if (this.items.has(line)) this.addItem(line)
      else if (line.isBlock) {
        this.endText()
        this.list = undefined
        this.built.push(...line.nodes)
      } else this.addLine(line)
    }
    this.endText()
    return this.built
  }

  private addItem(line: Line): void {
    this.endText()
    const number = line.marker?.number
    const name = number === undefined ? 'ul' : 'ol'
    if (this.list?.element.name !== name || this.list.next !== number) {
      const element = createElement(name, number === undefined || number === 1 ? '' : ` start="${number}"`)
      this.list = { element, next: number }
      this.built.push(element)
    }
    const item = trimEnd(removeStart(line.nodes, readLength(line)))
    this.list.element.children.push(createElement('li', line.paragraph?.attributes, item))
    if (number !== undefined) this.list.next = number + 1
  }

  private addLine(line: Line): void {
    // A blank line before, between or after items separates nothing that people see.
    const isBlank = !isVisible(line.nodes)
    if (isBlank && (this.list !== undefined || this.text === undefined)) return
    if (this.text !== undefined && this.text.paragraph !== line.paragraph) this.endText()
    this.text ??= { paragraph: line.paragraph, lines: [] }
    this.text.lines.push(line.nodes)
    this.list = undefined
  }

  private endText(): void {
    const { text } = this
    this.text = undefined
    while (text !== undefined && text.lines.length > 0 && !isVisible(text.lines.at(-1) ?? [])) text.lines.pop()
    if (text === undefined || text.lines.length === 0) return
    const nodes = text.lines.flatMap((line, place) => (place === 0 ? line : [createElement('br'), ...line]))
    const isWrapped = text.paragraph !== undefined || this.container === '' || this.container === 'blockquote'
    this.built.push(...(isWrapped ? [createElement('p', text.paragraph?.attributes, nodes)] : nodes))
  }
}

/** Removes the blanks at the end of a line. */
function trimEnd(nodes: readonly TreeNode[]): TreeNode[] {
  const last = nodes.at(-1)
  return typeof last === 'string' ? [...nodes.slice(0, -1), last.trimEnd()] : [...nodes]
}
