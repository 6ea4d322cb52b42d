/* Sanitised or marked HTML as a tree. Such HTML is well nested, and each "<" in it begins a tag. */

export interface TreeElement {
  name: string
  /** The attributes as they are written, with a blank before each. */
  attributes: string
  children: TreeNode[]
}

/** An element, or the HTML of a text. */
export type TreeNode = TreeElement | string

/** The most levels of a tree. Callers walk through it with recursive functions. No editor writes as many. */
const LEVELS_MAX = 400

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*?)(\/?)>|[^<]+/g
const voids = new Set(['br', 'hr', 'img'])

export const createElement = (name: string, attributes = '', children: TreeNode[] = []): TreeElement => ({
  name,
  attributes,
  children,
})

/** Reads HTML. Returns its root, an element without a name, or undefined if it has too many levels. */
export function readTree(html: string, levelsMax = LEVELS_MAX): TreeElement | undefined {
  const root = createElement('')
  const open = [root]
  for (const [all, slash, name, attributes = ''] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root
    if (name === undefined) parent.children.push(all)
    else if (slash === '/') open.pop()
    else {
      const element = createElement(name, attributes.trimEnd())
      parent.children.push(element)
      if (!voids.has(name)) open.push(element)
      if (open.length > levelsMax) return undefined
    }
  }
  return root
}

/** Writes an element, or only its content if it has no name. */
export function writeTree({ name, attributes, children }: TreeElement): string {
  if (voids.has(name)) return `<${name}${attributes} />`
  const content = children.map((child) => (typeof child === 'string' ? child : writeTree(child))).join('')
  return name === '' ? content : `<${name}${attributes}>${content}</${name}>`
}

export const isElement = (node: TreeNode | undefined): node is TreeElement =>
  node !== undefined && typeof node !== 'string'

export const isList = (node: TreeNode): node is TreeElement => isElement(node) && /^[ou]l$/.test(node.name)
export const isBlank = (node: TreeNode) => typeof node === 'string' && node.trim() === ''

/** Joins the texts of nodes, as HTML. */
export const readText = (nodes: readonly TreeNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : readText(node.children))).join('')

/** Removes a number of characters from the start of the texts of nodes, and then the blanks there. */
export function removeStart(nodes: readonly TreeNode[], characters: number): TreeNode[] {
  let left = characters
  let isDone = false
  const remove = (node: TreeNode): TreeNode[] => {
    if (isDone) return [node]
    if (isElement(node)) {
      const children = node.children.flatMap(remove)
      return children.length === 0 && node.children.length > 0 ? [] : [{ ...node, children }]
    }
    const cut = Math.min(left, node.length)
    left -= cut
    const rest = left > 0 ? '' : node.slice(cut).trimStart()
    if (rest === '') return []
    isDone = true
    return [rest]
  }
  return nodes.flatMap(remove)
}
