import { formatValue } from '@boardwalk/schema/wording'
import { canBeList } from './job-field.ts'
import type { PageSigns } from './page-signs.ts'
import { BrokenFeed, CutFeed, type RawRow, type ReaderOptions, type SourceRow } from './row.ts'
import { addChild, addText, append, ElementCounter, readContent, readElement, type XmlElement } from './xml-element.ts'
import { describePlace, type Markup, movePlace, type Place, XmlMarkup } from './xml-markup.ts'
import { TextReader } from './xml-text.ts'

const accepted = 'an XML feed is a list of jobs, <source><job><id>…</id><title>…</title></job></source>'
// A job is a few levels deep. Without a limit, a hostile feed could nest elements until the memory is full.
const depthMax = 100
const aroundCharactersMax = 4000
/** Indeed's name of the element that holds the id of a job. */
const idName = 'referencenumber'

type XmlOptions = Pick<ReaderOptions, 'element' | 'signs' | 'warn'>

// A mistake costs the row that has it, and reading goes on at the next row. No XML library does that.
/** Reads each element with the given name as a row. Its child elements are the fields; a repeated one is a list. */
export async function* readXml(text: AsyncIterable<string>, options: XmlOptions): AsyncGenerator<SourceRow> {
  const markup = new XmlMarkup()
  const reader = new XmlReader(options)
  for await (const chunk of text) yield* reader.read(markup.read(chunk))
  yield* reader.read(markup.end())
  reader.end(markup.line)
}

/** The row that is open. */
interface OpenRow {
  element: XmlElement
  /** How many elements are open around it. */
  depth: number
  /** The first mistake in it. Nothing after it is read. */
  fault?: string
}

class XmlReader {
  /** The elements that are open. */
  readonly #open: XmlElement[] = []
  #row: OpenRow | undefined
  #rows: SourceRow[] = []
  #hasElement = false
  #hasRow = false
  /** The start of what comes before the first element. */
  #text = ''
  readonly #element: string
  readonly #counter = new ElementCounter()
  readonly #texts: TextReader
  readonly #signs: PageSigns

  constructor({ element, signs, warn }: XmlOptions) {
    this.#element = element
    this.#signs = signs
    this.#texts = new TextReader(warn)
  }

  *read(parts: Iterable<Markup>): Generator<SourceRow> {
    for (const part of parts) {
      this.#readPart(part)
      if (this.#rows.length > 0) yield* this.#rows.splice(0)
    }
  }

  #readPart(part: Markup): void {
    const { kind, place } = part
    if (kind === 'open') this.#openElement(part)
    else if (kind === 'close') this.#closeElement(part.name, place)
    else if (kind === 'unreadable') this.#skipTag(part)
    else if (kind === 'cdata') this.#addText(part.text, place, true)
    else {
      if (kind === 'less') this.#texts.warnOfSign('<', '&lt;', () => place)
      this.#addText(kind === 'less' ? '<' : part.text, place, false)
    }
  }

  #skipTag({ text, name, missing, place }: Extract<Markup, { kind: 'unreadable' }>): void {
    if (!this.#hasElement && /^<!doctype/i.test(text))
      throw new BrokenFeed('has a DOCTYPE, which a feed must not have', place.line)
    // A row whose own tag cannot be read is still a row.
    if (name === this.#element) {
      this.#endForgotten(name, new Set(), place)
      if (this.#row === undefined) this.#push(name, place)
    }
    const why = missing === undefined ? `is no tag; ${escapes}` : `has no ${missing}`
    this.#fail(`${describePlace(place)}: ${formatValue(text)} ${why}`)
  }

  #openElement({ name, source, attributes, isEmpty, place }: Extract<Markup, { kind: 'open' }>): void {
    const names = new Set(attributes.map((attribute) => attribute.name))
    this.#endForgotten(name, names, place)
    if (this.#row === undefined && name !== this.#element) this.#noteAttributes(name, attributes)
    const element = this.#push(name, place)
    if (names.size < attributes.length) this.#fail(`${describePlace(place)}: <${name}> has an attribute twice`)
    if (this.#row !== undefined && this.#row.fault === undefined)
      element.attributes = attributes.map(({ name: key, value, at }) => {
        const text = this.#readText(value, () => movePlace(place, source.slice(0, at)))
        return [key, text.replaceAll('\n', ' ')]
      })
    if (isEmpty) this.#close(true)
  }

  get #path(): string[] {
    return this.#open.map((element) => element.name)
  }

  /** Notes what an element around or beside the rows says of other pages, also as `<link rel="next" href="…"/>`. */
  #noteAttributes(name: string, attributes: readonly { name: string; value: string }[]): void {
    const isNext = attributes.some((attribute) => attribute.name === 'rel' && attribute.value === 'next')
    for (const { name: key, value } of attributes) {
      if (isNext && key === 'href') this.#signs.note(this.#path, 'next', value.replaceAll('&amp;', '&'))
      else this.#signs.note([...this.#path, name], key, value)
    }
  }

  #push(name: string, { line }: Place): XmlElement {
    if (this.#open.length >= depthMax) throw new BrokenFeed(`is nested over ${depthMax} levels deep`, line)
    const element: XmlElement = { name, line, attributes: [], children: [], html: '', plain: '' }
    const isRow = this.#row === undefined && name === this.#element
    if (isRow) this.#row = { element, depth: this.#open.length }
    if (isRow && !this.#hasRow) this.#signs.noteRows(this.#path)
    this.#hasElement = true
    this.#hasRow ||= isRow
    if (!this.#hasRow) this.#counter.add(name, this.#open.length + 1)
    this.#open.push(element)
    return element
  }

  /** Ends a row whose end was forgotten, where the next row begins. */
  #endForgotten(name: string, attributes: ReadonlySet<string>, place: Place): void {
    const row = this.#row
    if (row === undefined) return
    const level = this.#open.length - row.depth
    const inner = this.#open.at(-1)
    if (name === this.#element && (row.fault !== undefined || (level === 1 && hasOneOf(row.element, attributes)))) {
      this.#endWithout(place)
      this.#open.length = row.depth
    } else if (level === 2 && inner?.name === this.#element && inner.children.length === 0) {
      // A field may have the name of the row. It is the next row if it begins with an element that this row has too.
      if (!row.element.children.some((child) => child.name === name)) return
      this.#endWithout(place)
      this.#open.splice(row.depth, 1)
      this.#row = { element: inner, depth: row.depth }
    }
  }

  #endWithout(place: Place): void {
    this.#fail(`${describePlace(place)}: the next <${this.#element}> begins before </${this.#element}>`)
    this.#endRow(false)
  }

  #closeElement(name: string, place: Place): void {
    const at = this.#open.findLastIndex((element) => element.name === name)
    const inner = this.#open.at(-1)
    if (at === -1) {
      const fault = `${describePlace(place)}: </${name}> closes no element`
      if (this.#row === undefined && name === this.#element) this.#rows.push({ line: place.line, unreadable: fault })
      this.#fail(`${fault}; <${inner?.name}> is open`)
      return
    }
    if (inner !== undefined && at < this.#open.length - 1)
      this.#fail(`${describePlace(place)}: </${name}> comes before </${inner.name}> of line ${inner.line}`)
    while (this.#open.length > at + 1) this.#close(false, false)
    this.#close(false)
  }

  /** Closes the innermost element. */
  #close(isEmpty: boolean, hasEnd = true): void {
    const element = this.#open.pop()
    const row = this.#row
    if (element === undefined) return
    if (row === undefined) {
      this.#signs.note(this.#path, element.name, element.plain)
      return
    }
    const parent = this.#open.at(-1)
    if (element === row.element) this.#endRow(hasEnd)
    else if (row.fault !== undefined || parent === undefined) return
    else if (parent === row.element) parent.children.push(element)
    else addChild(parent, element, isEmpty)
  }

  #addText(text: string, place: Place, isCdata: boolean): void {
    if (!this.#hasElement) this.#text ||= text.trim().slice(0, 100)
    const element = this.#open.at(-1)
    // A number of rows or an address is short.
    if (this.#row === undefined && element !== undefined && element.plain.length < aroundCharactersMax)
      element.plain += text
    if (element === undefined || this.#row === undefined || this.#row.fault !== undefined) return
    if (element === this.#row.element) return
    const findStart = () => place
    addText(element, isCdata ? this.#texts.readCdata(text, findStart) : this.#readText(text, findStart), isCdata)
  }

  #readText(text: string, findStart: () => Place): string {
    return this.#texts.readText(text, findStart, (fault) => this.#fail(fault))
  }

  /** Notes the first mistake of a row. A mistake outside rows costs nothing. */
  #fail(fault: string): void {
    if (this.#row !== undefined) this.#row.fault ??= fault
  }

  #endRow(hasEnd: boolean): void {
    if (this.#row === undefined) return
    const { element, fault } = this.#row
    this.#row = undefined
    const row = toRow(element)
    if (fault === undefined) this.#rows.push(row)
    // Without an end of its own, the row may have hidden others, and its id proves nothing.
    else this.#rows.push({ line: row.line, unreadable: fault, ...(hasEnd && { known: row }) })
  }

  end(line: number): void {
    if (!this.#hasElement && this.#text === '') throw new BrokenFeed(`is empty: ${accepted}`)
    if (!this.#hasElement) throw new BrokenFeed(`is not XML: it begins with ${formatValue(this.#text)}; ${accepted}`)
    if (this.#open.length > 0) throw new CutFeed('ends inside an element that is not closed', line)
    if (this.#hasRow || this.#counter.isEmpty) return
    const hint = 'name it with "element" in the --map file'
    throw new BrokenFeed(`has no <${this.#element}> element, but ${this.#counter.describe()}; ${hint}`)
  }
}

const escapes = 'write &lt; for "<" in a text, and &quot; for a quote inside an attribute'

const hasOneOf = ({ attributes }: XmlElement, names: ReadonlySet<string>) =>
  attributes.some(([name]) => names.has(name))

function toRow(element: XmlElement): RawRow {
  const fields = new Map<string, unknown>()
  const nested = new Map<string, unknown>(element.attributes.map(([name, value]) => [`@${name}`, value]))
  for (const child of element.children) {
    const { name, children, attributes } = child
    // Once an element of a name has members, the earlier and later ones keep their places in the list.
    if (children.length > 0 || attributes.length > 0 || nested.has(name))
      nested.set(name, append(nested.get(name) ?? fields.get(name), readElement(child)))
    const isList = children.length > 0 && canBeList(name)
    const read = isList ? children.map(({ plain }) => plain.trim()) : readContent(child)
    if (read !== '') fields.set(name, append(fields.get(name), read))
  }
  return { line: element.line, value: Object.fromEntries(fields), nested, idName }
}
