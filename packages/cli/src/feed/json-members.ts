import type { Token } from './json-scanner.ts'

/** A text or word: the names of the objects around it, its own name, and what it is. */
export type NamedText = [path: readonly string[], name: string, text: string]
type OnValue = (...member: NamedText) => void

// A longer name or value is no sign of other pages.
const charactersMax = 4000
/** A list of links, as in `"links": [{"rel": "next", "href": "…"}]`. */
const linksName = /^_?links?$/i

/** An object or list that is open. */
interface Open {
  /** The name that leads to it; undefined for an item of a list. */
  name: string | undefined
  isList: boolean
  /** Of a link: what it leads to, and its address. */
  rel?: string
  href?: string
}

/** Follows the tokens around the rows of a JSON feed, and gives each text and word that is a member of an object outside lists. */
export class JsonMembers {
  readonly #open: Open[]
  readonly #onValue: OnValue
  #last = ''
  /** The name of the member whose value comes next. */
  #name: string | undefined

  /** `path`: the names that lead to the object that is open at the first token; undefined if that is the first token. */
  constructor(onValue: OnValue, path?: readonly string[]) {
    this.#onValue = onValue
    this.#open = (path === undefined ? [] : ['', ...path]).map((name) => ({ name, isList: false }))
  }

  /** The name of the member whose value comes next; undefined if that is the item of a list. */
  get name(): string | undefined {
    return this.#name
  }

  /** Tells whether the value that comes next is the one to which these names lead. */
  leadsTo(names: readonly string[]): boolean {
    if (this.#open.length !== names.length || this.#name !== names.at(-1)) return false
    return this.#open.slice(1).every(({ name, isList }, index) => !isList && name === names[index])
  }

  take(token: Token, text: string): void {
    if (token === ':') {
      this.#name = readText(this.#last)
      return
    }
    if (token === '{' || token === '[')
      this.#open.push({ name: this.#open.length === 0 ? '' : this.#name, isList: token === '[' })
    else if (token === '}' || token === ']') this.#close()
    else if (token !== ',' && this.#name !== undefined && text.length < charactersMax)
      this.#give(this.#name, readText(text) ?? text)
    this.#last = token === 'text' ? text.slice(0, charactersMax) : ''
    this.#name = undefined
  }

  #give(name: string, text: string): void {
    const inner = this.#open.at(-1)
    if (this.#open.every(({ isList }) => !isList)) this.#onValue(this.#path(1), name, text)
    else if (inner !== undefined && this.#isLink) {
      if (name === 'rel') inner.rel = text
      else if (name === 'href' || name === 'url') inner.href = text
    }
  }

  #close(): void {
    const isLink = this.#isLink
    const closed = this.#open.pop()
    if (isLink && closed?.rel === 'next') this.#onValue(this.#path(1, -1), 'next', closed.href ?? '')
  }

  /** Whether the innermost object is an item of a list of links, and of no other list. */
  get #isLink(): boolean {
    const list = this.#open.at(-2)
    const isAlone = this.#open.filter(({ isList }) => isList).length === 1
    return list?.isList === true && isAlone && linksName.test(list.name ?? '')
  }

  #path(from: number, to?: number): string[] {
    return this.#open.slice(from, to).flatMap(({ name }) => name ?? [])
  }
}

/** Reads a text in quotes. Undefined for a word, and for a text that was cut. */
function readText(quoted: string): string | undefined {
  try {
    return quoted.startsWith('"') ? String(JSON.parse(quoted)) : undefined
  } catch {
    return undefined
  }
}
