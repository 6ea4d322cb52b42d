import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { canBeList } from './job-field.ts'
import { BrokenFeed, type RawRow } from './row.ts'

const accepted = 'an XML feed is a list of jobs, <source><job><id>…</id><title>…</title></job></source>'
// A job is a few levels deep. Without a limit, a hostile feed could nest elements until the memory is full.
const depthMax = 100
/** Indeed's name of the element that holds the id of a job. */
const idName = 'referencenumber'

/** Reads each element named `job` as a row. Its child elements are the fields; a repeated child element is a list. */
export async function* xmlRows(text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  const reader = new XmlReader()
  for await (const chunk of text) yield* reader.read(chunk)
  yield* reader.end()
}

interface OpenField {
  name: string
  text: string
  /** Texts of child elements, for a list such as `<city><name>Rabat</name></city>`. */
  items: string[]
  hasMarkup: boolean
}

class XmlReader {
  #rows: RawRow[] = []
  #depth = 0
  #job: { line: number; depth: number; fields: Map<string, string | string[]> } | undefined
  #field: OpenField | undefined
  #tagLine = 1
  #hasRoot = false
  readonly #parser = new SaxesParser({ xmlns: false, position: true })

  constructor() {
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
      if (tag.name === 'job') this.#job = { line: this.#tagLine, depth: this.#depth, fields: new Map() }
    } else if (this.#field === undefined) {
      this.#field = { name: tag.name, text: '', items: [], hasMarkup: false }
    } else {
      this.#field.hasMarkup = true
      if (this.#depth === this.#job.depth + 2) this.#field.items.push('')
      this.#field.text += `<${tag.name}${attributes(tag)}>`
    }
  }

  #write(text: string, isMarkup: boolean): void {
    const field = this.#field
    if (field === undefined || this.#job === undefined) return
    // Beside elements, the field is HTML. So text must be escaped, or `&lt;b&gt;` would become an element.
    field.text += field.hasMarkup && isMarkup ? escapeText(text) : text
    const last = field.items.length - 1
    if (this.#depth > this.#job.depth + 1 && last >= 0) field.items[last] += text
  }

  #close(tag: SaxesTagPlain): void {
    const job = this.#job
    const field = this.#field
    if (job !== undefined && this.#depth === job.depth) {
      this.#rows.push({ line: job.line, value: createJob(job.fields) })
      this.#job = undefined
    } else if (job !== undefined && field !== undefined && this.#depth === job.depth + 1) {
      addField(job.fields, field)
      this.#field = undefined
    } else if (field !== undefined && !tag.isSelfClosing) field.text += `</${tag.name}>`
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
  }

  #take(): RawRow[] {
    return this.#rows.splice(0)
  }
}

function addField(fields: Map<string, string | string[]>, { name, text, items }: OpenField): void {
  const read = items.length > 0 && canBeList(name) ? items.map((item) => item.trim()) : text.trim()
  if (read === '') return
  const before = fields.get(name)
  fields.set(name, before === undefined ? read : [before, read].flat())
}

function createJob(fields: Map<string, string | string[]>): Record<string, unknown> {
  const id = fields.get(idName)
  if (id === undefined || fields.has('id')) return Object.fromEntries(fields)
  const others = [...fields].filter(([name]) => name !== idName)
  return Object.fromEntries([['id', id], ...others])
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const attributes = ({ attributes }: SaxesTagPlain) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`)
    .join('')
