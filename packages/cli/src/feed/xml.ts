import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { canBeList } from './job-field.ts'
import { BrokenFeed, type RawRow, type ReaderOptions } from './row.ts'
import { type Branch, readBranch } from './xml-branch.ts'
import { repairEntities } from './xml-entities.ts'
import { FoundElements } from './xml-found.ts'

const accepted = 'an XML feed is a list of jobs, <source><job><id>…</id><title>…</title></job></source>'
// A job is a few levels deep. Without a limit, a hostile feed could nest elements until the memory is full.
const depthMax = 100
/** Indeed's name of the element that holds the id of a job. */
const idName = 'referencenumber'

type XmlOptions = Pick<ReaderOptions, 'element' | 'warn'>

/** Reads each element with the given name as a row. Its child elements are the fields; a repeated child element is a list. */
export async function* xmlRows(text: AsyncIterable<string>, { element, warn }: XmlOptions): AsyncGenerator<RawRow> {
  const reader = new XmlReader(element)
  const repaired = repairEntities(text, ({ line, column }) => {
    warn(`"&" alone, at character ${column} of the line, is read as text; XML writes it &amp; (told once)`, line)
  })
  for await (const chunk of repaired) yield* reader.read(chunk)
  yield* reader.end()
}

type Fields = Map<string, string | string[]>

interface OpenField {
  name: string
  /** What the field holds if there are elements in it: HTML. */
  html: string
  /** Texts of child elements, for a list such as `<city><name>Rabat</name></city>`. */
  items: string[]
  hasMarkup: boolean
  /** The open elements: that of the field, and those inside it. */
  branches: Branch[]
}

class XmlReader {
  #rows: RawRow[] = []
  #depth = 0
  #job: { line: number; depth: number; fields: Fields; nested: Map<string, unknown> } | undefined
  #field: OpenField | undefined
  #tagLine = 1
  #hasRoot = false
  readonly #parser = new SaxesParser({ xmlns: false, position: true })
  readonly #element: string
  readonly #found = new FoundElements()
  #hasRow = false

  constructor(element: string) {
    this.#element = element
    this.#parser.on('error', (error) => {
      throw new BrokenFeed(`is not XML: ${error.message.replace(/^\d+:\d+: /, '')}`, this.#parser.line)
    })
    this.#parser.on('doctype', () => {
      throw new BrokenFeed('has a DOCTYPE, which a feed must not have', this.#parser.line)
    })
    this.#parser.on('opentagstart', () => {
      this.#tagLine = this.#parser.line
    })
    this.#parser.on('opentag', (tag) => this.#open(tag))
    this.#parser.on('closetag', (tag) => this.#close(tag))
    this.#parser.on('text', (text) => this.#write(text, true))
    this.#parser.on('cdata', (text) => this.#write(text, false))
  }

  #open(tag: SaxesTagPlain): void {
    this.#depth++
    this.#hasRoot = true
    if (this.#depth > depthMax) throw new BrokenFeed(`is nested over ${depthMax} levels deep`, this.#tagLine)
    if (this.#job === undefined) {
      if (tag.name === this.#element) {
        this.#hasRow = true
        this.#job = { line: this.#tagLine, depth: this.#depth, fields: new Map(), nested: new Map() }
      } else if (!this.#hasRow) this.#found.add(tag.name, this.#depth)
    } else if (this.#field === undefined) {
      this.#field = {
        name: tag.name,
        html: '',
        items: [],
        hasMarkup: false,
        branches: [{ text: '', children: new Map() }],
      }
    } else {
      this.#field.branches.push({ text: '', children: new Map() })
      this.#field.hasMarkup = true
      if (this.#depth === this.#job.depth + 2) this.#field.items.push('')
      this.#field.html += `<${tag.name}${attributes(tag)}>`
    }
  }

  #write(text: string, isMarkup: boolean): void {
    const field = this.#field
    if (field === undefined || this.#job === undefined) return
    // Beside elements, text must be escaped, or `&lt;b&gt;` would become an element.
    field.html += isMarkup ? escapeText(text) : text
    const branch = field.branches.at(-1)
    if (branch !== undefined) branch.text += text
    const last = field.items.length - 1
    if (this.#depth > this.#job.depth + 1 && last >= 0) field.items[last] += text
  }

  #close(tag: SaxesTagPlain): void {
    const job = this.#job
    const field = this.#field
    if (job !== undefined && this.#depth === job.depth) {
      this.#rows.push({ line: job.line, value: Object.fromEntries(job.fields), nested: job.nested, idName })
      this.#job = undefined
    } else if (job !== undefined && field !== undefined && this.#depth === job.depth + 1) {
      addField(job.fields, field)
      if (field.hasMarkup) addNested(job.nested, field)
      this.#field = undefined
    } else if (field !== undefined) {
      closeBranch(field.branches, tag.name)
      if (!tag.isSelfClosing) field.html += `</${tag.name}>`
    }
    this.#depth--
  }

  *read(text: string): Generator<RawRow> {
    try {
      this.#parser.write(text)
    } finally {
      yield* this.#take()
    }
  }

  *end(): Generator<RawRow> {
    if (!this.#hasRoot) throw new BrokenFeed(`is empty: ${accepted}`)
    if (this.#depth > 0) throw new BrokenFeed('ends inside an element that is not closed', this.#parser.line)
    this.#parser.close()
    yield* this.#take()
    if (this.#hasRow || this.#found.isEmpty) return
    const hint = 'name it with "element" in the --map file'
    throw new BrokenFeed(`has no <${this.#element}> element, but ${this.#found.describe()}; ${hint}`)
  }

  #take(): RawRow[] {
    return this.#rows.splice(0)
  }
}

function closeBranch(branches: Branch[], name: string): void {
  const branch = branches.pop()
  const siblings = branches.at(-1)?.children
  if (branch === undefined || siblings === undefined) return
  siblings.set(name, [...(siblings.get(name) ?? []), readBranch(branch)])
}

function addNested(nested: Map<string, unknown>, { name, branches }: OpenField): void {
  const [branch] = branches
  if (branch === undefined) return
  const before = nested.get(name)
  const read = readBranch(branch)
  nested.set(name, before === undefined ? read : [before, read].flat())
}

function addField(fields: Fields, { name, html, items, hasMarkup, branches: [branch] }: OpenField): void {
  const whole = hasMarkup ? html : (branch?.text ?? '')
  const read = items.length > 0 && canBeList(name) ? items.map((item) => item.trim()) : whole.trim()
  if (read === '') return
  const before = fields.get(name)
  fields.set(name, before === undefined ? read : [before, read].flat())
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const attributes = ({ attributes }: SaxesTagPlain) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`)
    .join('')
