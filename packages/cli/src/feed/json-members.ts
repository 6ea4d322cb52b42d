import type { Token } from './json-scanner.ts'

/** A text or word: the names of the objects around it, its own name, and what it is. */
export type NamedText = [path: readonly string[], name: string, text: string]
type OnValue = (...member: NamedText) => void

// A longer name or value is no sign of other pages.
const charactersMax = 4000

/** Follows the tokens around the rows of a JSON feed, and gives each text and word that is a member of an object. */
export class JsonMembers {
  /** The names that lead to each open object; undefined for a list and what is inside it. */
  readonly #open: (string | undefined)[]
  readonly #onValue: OnValue
  #last = ''
  /** The name of the member whose value comes next. */
  #name: string | undefined

  /** `path`: the names that lead to the object that is open at the first token; undefined if that is the first token. */
  constructor(onValue: OnValue, path?: readonly string[]) {
    this.#onValue = onValue
    this.#open = path === undefined ? [] : ['', ...path]
  }

  /** The name of the member whose value begins with this token; undefined if it is inside a list. */
  get name(): string | undefined {
    return this.#name
  }

  /** Tells whether the value that comes next is the one to which these names lead. */
  leadsTo(names: readonly string[]): boolean {
    const path = [...this.#open.slice(1), this.#name]
    return path.length === names.length && names.every((name, index) => path[index] === name)
  }

  take(token: Token, text: string): void {
    if (token === '{') this.#open.push(this.#open.length === 0 ? '' : this.#name)
    else if (token === '[') this.#open.push(undefined)
    else if (token === '}' || token === ']') this.#open.pop()
    else if (token === ':') {
      this.#name = this.#open.at(-1) === undefined ? undefined : readText(this.#last)
      return
    } else if (token !== ',' && this.#name !== undefined) this.#give(text, this.#name)
    this.#last = token === 'text' ? text.slice(0, charactersMax) : ''
    this.#name = undefined
  }

  #give(text: string, name: string): void {
    // A member has a name only if no list is around it.
    const path = this.#open.slice(1).flatMap((outer) => outer ?? [])
    if (text.length < charactersMax) this.#onValue(path, name, readText(text) ?? text)
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
