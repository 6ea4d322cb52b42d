import { readMarker } from './marker.ts'
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

/* Lists whose items are there, but not in the list that people see: those of Word, Quill and Word on the web (element.ts). */

/** Builds the lists of marked items, with their levels. */
export function buildLists(marked: string): string {
  const root = marked.includes('<section') ? readTree(marked) : undefined
  if (root === undefined) return marked
  return writeTree({ ...root, children: buildIn(root.children) })
}

interface Item {
  list: 'ul' | 'ol'
  level: number
  /** The number that is written before the item, if it has one. */
  number: number | undefined
  element: TreeElement
}

function buildIn(nodes: readonly TreeNode[]): TreeNode[] {
  const built: TreeNode[] = []
  let items: Item[] = []
  const endList = () => {
    built.push(...nest(items))
    items = []
  }
  for (const node of nodes) {
    const found = findItems(node)
    if (found !== undefined) items.push(...found)
    else if (items.length === 0 || !isBlank(node)) {
      endList()
      built.push(buildInside(node))
    }
  }
  endList()
  return built
}

const buildInside = (node: TreeNode): TreeNode =>
  isElement(node) ? { ...node, children: buildIn(node.children) } : node

/** Finds the items of a node that is a marked item, or a list that has some, or a block around such a list. */
function findItems(node: TreeNode): Item[] | undefined {
  if (!isElement(node)) return undefined
  if (node.name === 'section') return [readItem(node, 'ul')]
  const children = node.children.filter((child) => !isBlank(child))
  if (node.name === 'div')
    return children.length === 1 && children[0] !== undefined ? findInList(children[0]) : undefined
  return findInList(node)
}

function findInList(node: TreeNode): Item[] | undefined {
  if (!isList(node)) return undefined
  const items = node.children.filter((child) => !isBlank(child)).filter(isElement)
  const names = new Set(items.map(({ name }) => name))
  names.delete('li')
  if (!names.delete('section') || names.size > 0) return undefined
  const list = node.name === 'ol' ? 'ol' : 'ul'
  return items.map((item) => readItem(item, list))
}

function readItem({ attributes, children }: TreeElement, around: 'ul' | 'ol'): Item {
  const words = / class="([^"]*)"/.exec(attributes)?.[1] ?? ''
  const level = Number(/\blevel-(\d)/.exec(words)?.[1] ?? 1)
  if (!words.includes('in-word')) {
    const list = words.includes('in-ol') ? 'ol' : words.includes('in-ul') ? 'ul' : around
    return { list, level, number: undefined, element: createElement('li', attributes, buildIn(children)) }
  }
  const { bullet, content } = takeBullet(children)
  const number = /^\(?(\d{1,4})[.)]$/.exec(bullet)?.[1]
  // A bullet of one character is a letter of a font that shows it as a sign.
  const prefix = number === undefined && [...bullet].length > 1 ? [`${bullet} `] : []
  const element = createElement('li', attributes, [...prefix, ...buildIn(content)])
  if (number === undefined) return { list: 'ul', level, number: undefined, element }
  return { list: 'ol', level, number: Number(number), element }
}

/** Takes the bullet from the content of an item of Word. It is marked, or it is the start of the text. */
function takeBullet(children: readonly TreeNode[]): { bullet: string; content: TreeNode[] } {
  const marked: string[] = []
  const remove = (node: TreeNode): TreeNode[] => {
    if (!isElement(node)) return [node]
    if (node.name !== 'data') return [{ ...node, children: node.children.flatMap(remove) }]
    marked.push(readText([node]))
    return []
  }
  const content = children.flatMap(remove)
  const text = readText(content)
  const inText = marked.length > 0 ? undefined : readMarker(text)
  const bullet = (inText === undefined ? marked.join('') : text.slice(0, inText.length)).replaceAll(/\s+/g, ' ').trim()
  return { bullet, content: removeStart(content, inText?.length ?? 0) }
}

/** A list that is being built. */
interface OpenList {
  element: TreeElement
  level: number
  /** The number of its next item. Undefined if its items have no numbers of their own. */
  next: number | undefined
}

function nest(items: readonly Item[]): TreeElement[] {
  const lists: TreeElement[] = []
  const open: OpenList[] = []
  for (const item of items) {
    const list = findList(open, item) ?? startList(open, item, lists)
    list.element.children.push(item.element)
    if (item.number !== undefined) list.next = item.number + 1
  }
  return lists
}

/** Finds the open list that an item continues, and closes those that it ends. */
function findList(open: OpenList[], { list, level, number }: Item): OpenList | undefined {
  while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop()
  const last = open.at(-1)
  if (last === undefined || last.level < level) return undefined
  const isSame = last.element.name === list && (number === undefined || (last.next ?? number) === number)
  if (!isSame) open.pop()
  return isSame ? last : undefined
}

/** Starts a list in the last item of the open list, or beside the lists that have ended. */
function startList(open: OpenList[], { list, level, number }: Item, lists: TreeElement[]): OpenList {
  const element = createElement(list, number === undefined || number === 1 ? '' : ` start="${number}"`)
  const around = open.at(-1)?.element.children.at(-1)
  if (isElement(around)) around.children.push(element)
  else lists.push(element)
  const started = { element, level, next: number }
  open.push(started)
  return started
}
