/** An element of XML that is open or was read. */
export interface XmlElement {
  name: string
  line: number
  attributes: readonly (readonly [name: string, value: string])[]
  children: XmlElement[]
  /** What the element holds, as HTML. */
  html: string
  /** What the element holds, without the tags inside it. */
  plain: string
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const writeAttributes = ({ attributes }: XmlElement) =>
  attributes.map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`).join('')

/** Adds a text to an element. CDATA beside elements is HTML already. */
export function addText(element: XmlElement, text: string, isCdata: boolean): void {
  element.plain += text
  // Beside elements, text must be escaped, or `&lt;b&gt;` would become an element.
  element.html += isCdata ? text : escapeText(text)
}

/** Adds a closed element to the one around it. HTML has no end of an element that is written as `<br/>`. */
export function addChild(element: XmlElement, child: XmlElement, isSelfClosing: boolean): void {
  element.children.push(child)
  element.plain += child.plain
  element.html += `<${child.name}${writeAttributes(child)}>${child.html}${isSelfClosing ? '' : `</${child.name}>`}`
}

/** Gives the text of an element, or its HTML if there are elements in it. */
export const readContent = ({ children, html, plain }: XmlElement): string =>
  (children.length > 0 ? html : plain).trim()

/** Adds the value of an element to what the elements of this name before it had. */
export const append = (before: unknown, value: unknown): unknown =>
  before === undefined ? value : [before, value].flat()

/** The name of what an element holds itself. No element or attribute can have it. */
const contentName = '#text'

/** Reads an element as JSON would write it: a text, or an object with `@name` of attributes and names of child elements. */
export function readElement(element: XmlElement): unknown {
  const { attributes, children } = element
  if (attributes.length === 0 && children.length === 0) return readContent(element)
  const members = new Map<string, unknown>(attributes.map(([name, value]) => [`@${name}`, value]))
  for (const child of children) members.set(child.name, append(members.get(child.name), readElement(child)))
  members.set(contentName, readContent(element))
  return Object.fromEntries(members)
}

/** Gives the content of an element that `readElement` made an object; undefined if it is HTML and HTML is not meant. */
export function findContent(value: object, isHtmlMeant: boolean): unknown {
  const members: Record<string, unknown> = { ...value }
  const isText = Object.keys(members).every((name) => name.startsWith('@') || name === contentName)
  return isText || isHtmlMeant ? members[contentName] : undefined
}

/** Gives the child elements of an element that `readElement` made an object, without its attributes and its text. */
export const readMembers = (element: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(element)
      .filter(([name]) => name !== contentName && !name.startsWith('@'))
      .map(([name, child]) => [name, typeof child === 'object' ? (findContent(child, false) ?? child) : child]),
  )

// A hostile feed may have a new name in every element. They must not fill the memory.
const namesMax = 1000
const shownNamesMax = 3

/** Counts the elements of a feed that has no row yet, to say what it has instead. */
export class ElementCounter {
  /** By depth, from 1 for the root: how often each name is there. */
  readonly #counts: Map<string, number>[] = []
  #names = 0

  add(name: string, depth: number): void {
    this.#counts[depth] ??= new Map()
    const count = this.#counts[depth].get(name)
    if (count === undefined && this.#names++ >= namesMax) return
    this.#counts[depth].set(name, (count ?? 0) + 1)
  }

  /** Whether there was nothing inside the root. */
  get isEmpty(): boolean {
    return this.#counts[2] === undefined
  }

  /** Names the elements that could be the rows: those of the highest level on which one is repeated. */
  describe(): string {
    const levels = this.#counts.slice(2)
    const level = levels.find((counts) => [...counts.values()].some((count) => count > 1)) ?? levels[0] ?? new Map()
    const found = [...level].sort(([, one], [, other]) => other - one).slice(0, shownNamesMax)
    return found.map(([name, count]) => `${count} <${name}>`).join(', ')
  }
}
