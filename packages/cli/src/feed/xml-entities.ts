import { decodeHTMLStrict } from 'entities/decode'
import { BrokenFeed } from './row.ts'
import { countLines } from './text-source.ts'

/** The place of a character in a feed. Line and column begin with 1. */
export interface Place {
  line: number
  column: number
}

// The longest name of an entity in HTML has 31 letters.
const nameMax = 40
// A tail like these may go on in the next chunk.
const openTail = new RegExp(`(?:&#?\\w{0,${nameMax}}|<|<!|<!-|<!\\[|<!\\[C|<!\\[CD|<!\\[CDA|<!\\[CDAT|<!\\[CDATA)$`)
const special = /&(?:(#\d+|#x[\da-fA-F]+|[A-Za-z]\w*);)?|<!--|<!\[CDATA\[/g
const ends = { '<!--': '-->', '<![CDATA[': ']]>' } as const
const ofXml = ['amp', 'lt', 'gt', 'quot', 'apos']

/**
 * Repairs the commonest faults of XML feeds, of any length: `&` alone becomes `&amp;`, and an entity that only HTML knows, such
 * as `&eacute;`, becomes its character. `onBareAmpersand` is called for the first `&`. Throws BrokenFeed for an
 * unknown entity. Does not change comments and CDATA.
 */
export async function* repairEntities(
  text: AsyncIterable<string>,
  onBareAmpersand: (place: Place) => void,
): AsyncGenerator<string> {
  const repair = new Repair(onBareAmpersand)
  for await (const chunk of text) {
    yield repair.write(chunk)
    // The text before the entity has been given: the rows in it are good.
    if (repair.broken !== undefined) throw repair.broken
  }
  yield repair.end()
  if (repair.broken !== undefined) throw repair.broken
}

/** How far a text was taken, and what is written in its place if it changes. */
interface Step {
  end: number
  replaced?: string
  /** Whether the rest must wait for the next chunk. */
  isLast?: boolean
}

class Repair {
  /** The unknown entity; nothing after it is given. */
  broken: BrokenFeed | undefined
  #rest = ''
  /** The sign that ends the comment or the CDATA that is open. */
  #until: string | undefined
  #place: Place = { line: 1, column: 1 }
  #hasTold = false
  readonly #onBareAmpersand: (place: Place) => void

  constructor(onBareAmpersand: (place: Place) => void) {
    this.#onBareAmpersand = onBareAmpersand
  }

  write(chunk: string): string {
    return this.#repair(this.#rest + chunk, false)
  }

  end(): string {
    return this.#repair(this.#rest, true)
  }

  #repair(text: string, isEnd: boolean): string {
    const tailStart = Math.max(0, text.length - nameMax - 2)
    const tail = isEnd ? -1 : text.slice(tailStart).search(openTail)
    const held = tail === -1 ? text.length : tailStart + tail
    let at = 0
    let out = ''
    while (at < text.length) {
      const { end, replaced, isLast } =
        this.#until === undefined ? this.#step(text, at, held) : this.#skip(text, at, isEnd)
      const taken = text.slice(at, end)
      out += replaced ?? taken
      this.#move(taken)
      at = end
      if (isLast) break
    }
    this.#rest = text.slice(at)
    return out
  }

  /** Takes the text up to and with the next sign that matters; from `held` on, the next chunk may change what a sign is. */
  #step(text: string, at: number, held: number): Step {
    special.lastIndex = at
    const found = special.exec(text)
    if (found === null || found.index >= held) return { end: Math.max(at, held), isLast: true }
    // The text before an entity is taken first, so that its place is known.
    if (found.index > at) return { end: found.index }
    const [sign, name] = found
    const end = at + sign.length
    if (sign !== '<!--' && sign !== '<![CDATA[') {
      const replaced = this.#read(name)
      return { end, replaced, isLast: this.broken !== undefined }
    }
    this.#until = ends[sign]
    return { end }
  }

  /** Takes the text of a comment or of CDATA. */
  #skip(text: string, at: number, isEnd: boolean): Step {
    const sign = this.#until ?? ''
    const end = text.indexOf(sign, at)
    // The sign may be cut in two by the end of the chunk.
    if (end === -1) return { end: isEnd ? text.length : Math.max(at, text.length - sign.length + 1), isLast: true }
    this.#until = undefined
    return { end: end + sign.length }
  }

  /** Gives the XML for an entity; `name` is undefined for `&` alone. */
  #read(name: string | undefined): string {
    if (name === undefined) {
      if (!this.#hasTold) this.#onBareAmpersand(this.#place)
      this.#hasTold = true
      return '&amp;'
    }
    if (name.startsWith('#') || ofXml.includes(name)) return `&${name};`
    const entity = `&${name};`
    const read = decodeHTMLStrict(entity)
    if (read === entity) {
      const why = `has the entity ${entity}, which nobody knows; write &amp;${name}; if it is text`
      this.broken = new BrokenFeed(why, this.#place.line)
      return ''
    }
    return [...read].map((character) => `&#${character.codePointAt(0)};`).join('')
  }

  #move(taken: string): void {
    const lines = countLines(taken)
    const column = lines === 0 ? this.#place.column + taken.length : taken.length - taken.lastIndexOf('\n')
    this.#place = { line: this.#place.line + lines, column }
  }
}
