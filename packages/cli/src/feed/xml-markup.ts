import { BrokenFeed } from './row.ts'
import { countLines } from './text-source.ts'

/** The place of a character in a feed. Line and column begin with 1. */
export type Place = { line: number; column: number }

/** An attribute as it is written, and where its value begins in the text of the tag. */
type Attribute = { name: string; value: string; at: number }

/** A part of XML, as it is written: entities are not read yet. */
export type Markup = { place: Place } & (
  | { kind: 'open'; name: string; source: string; attributes: Attribute[]; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text' | 'cdata'; text: string }
  /** A `<` that is a text, as in `a < b`. */
  | { kind: 'less' }
  /** A `<` that begins something that cannot be read: with a name after it, or with the sign that should end it. */
  | { kind: 'unreadable'; text: string; name: string | undefined; missing: string | undefined }
)

const name = '[\\p{L}_:][^\\s<>/="\'!?&;]*'
// A "<" inside an attribute's value must be escaped. So a forgotten quote cannot hide the tags behind it.
const attribute = `(${name})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`
const openTag = new RegExp(`<(${name})((?:\\s+${attribute})*)\\s*(/?)>`, 'uy')
const closeTag = new RegExp(`</(${name})\\s*>`, 'uy')
const attributes = new RegExp(attribute, 'gu')
const tagStart = new RegExp(`<(${name})|<[!?/]`, 'uy')

/** The parts that are not looked into: how each begins and ends, and what inside it shows that its end was forgotten. */
const closedParts = [
  { begin: '<!--', end: '-->', foreign: undefined },
  { begin: '<![CDATA[', end: ']]>', foreign: '<![CDATA[' },
  { begin: '<?', end: '?>', foreign: '<' },
] as const
const cdataStart = '<![CDATA['

// A part is held in memory until it is whole.
const partCharactersMax = 32 * 1024 * 1024
const tagCharactersMax = 1024 * 1024
const shownCharacters = 60

/** Divides XML, which comes in pieces, into its parts. What cannot be read costs a part, and not the rest of the feed. */
export class XmlMarkup {
  #rest = ''
  #at = 0
  /** How long the text must be before the end of its first part is looked for again. */
  #lengthMin = 0
  #place: Place = { line: 1, column: 1 }
  #isEnd = false

  get line(): number {
    return this.#place.line
  }

  *read(chunk: string): Generator<Markup> {
    this.#rest = this.#rest.slice(this.#at) + chunk
    this.#at = 0
    if (this.#rest.length < this.#lengthMin && !this.#isEnd) return
    for (let part = this.#next(); part !== undefined; part = this.#next()) if (part !== 'skipped') yield part
    const held = this.#rest.length - this.#at
    this.#lengthMin = held * 2
    if (held > partCharactersMax)
      throw new BrokenFeed(`has over ${partCharactersMax} characters without a tag`, this.line)
  }

  *end(): Generator<Markup> {
    this.#isEnd = true
    yield* this.read('')
  }

  /** Takes the next part; undefined if more text is needed to know where it ends. */
  #next(): Markup | 'skipped' | undefined {
    const rest = this.#rest
    const start = this.#at
    if (start >= rest.length) return undefined
    if (rest[start] !== '<') {
      const end = this.#findEnd('<', start)
      return end === undefined ? undefined : { kind: 'text', text: rest.slice(start, end), place: this.#take(end) }
    }
    // The longest sign that begins a part has nine characters.
    if (!this.#isEnd && rest.length - start < cdataStart.length && !rest.includes('>', start)) return undefined
    const closed = closedParts.find(({ begin }) => rest.startsWith(begin, start))
    return closed === undefined ? this.#nextTag(start) : this.#nextClosed(start, closed)
  }

  #nextClosed(start: number, { begin, end, foreign }: (typeof closedParts)[number]): Markup | 'skipped' | undefined {
    const inside = start + begin.length
    const found = this.#rest.indexOf(end, inside)
    const other = foreign === undefined ? -1 : this.#rest.indexOf(foreign, inside)
    if (other !== -1 && (found === -1 || other < found)) return this.#takeUnreadable(start, end)
    if (found === -1) return this.#isEnd ? this.#takeUnreadable(start, end) : undefined
    const place = this.#take(found + end.length)
    if (begin !== cdataStart) return 'skipped'
    const text = this.#rest.slice(inside, found)
    return { kind: 'cdata', text, place: { ...place, column: place.column + begin.length } }
  }

  #nextTag(start: number): Markup | undefined {
    // No tag has a "<" inside it, so up to the next one this may still become a tag.
    const end = this.#findEnd('<', start + 1)
    if ((end ?? this.#rest.length) - start > tagCharactersMax) return this.#takeUnreadable(start)
    const rest = this.#rest
    const opened = matchAt(openTag, rest, start)
    if (opened !== null) {
      const [whole, name = '', list = '', , , , slash] = opened
      const read = [...list.matchAll(attributes)].map(({ 0: sign, 1: key = '', 2: one, 3: other, index }) => {
        const value = one ?? other ?? ''
        // A quote follows the value.
        return { name: key, value, at: 1 + name.length + index + sign.length - value.length - 1 }
      })
      const place = this.#take(start + whole.length)
      return { kind: 'open', name, source: whole, attributes: read, isEmpty: slash === '/', place }
    }
    const closed = matchAt(closeTag, rest, start)
    if (closed !== null) return { kind: 'close', name: closed[1] ?? '', place: this.#take(start + closed[0].length) }
    if (matchAt(tagStart, rest, start) === null) return { kind: 'less', place: this.#take(start + 1) }
    return end === undefined ? undefined : this.#takeUnreadable(start)
  }

  /** Takes only the `<`, because a good tag may be near. */
  #takeUnreadable(start: number, missing?: string): Markup {
    const text = this.#rest
      .slice(start, this.#findEnd('<', start + 1))
      .slice(0, shownCharacters)
      .trimEnd()
    const name = matchAt(tagStart, this.#rest, start)?.[1]
    return { kind: 'unreadable', text, name, missing, place: this.#take(start + 1) }
  }

  #findEnd(sign: string, from: number): number | undefined {
    const found = this.#rest.indexOf(sign, from)
    if (found !== -1) return found
    return this.#isEnd ? this.#rest.length : undefined
  }

  /** Goes on behind a part. Returns the place where the part begins. */
  #take(end: number): Place {
    const place = this.#place
    this.#place = movePlace(place, this.#rest.slice(this.#at, end))
    this.#at = end
    return place
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

export const describePlace = ({ line, column }: Place) => `line ${line}, character ${column}`

/** Moves a place over a text. */
export function movePlace({ line, column }: Place, over: string): Place {
  const lines = countLines(over)
  return { line: line + lines, column: lines === 0 ? column + over.length : over.length - over.lastIndexOf('\n') }
}
