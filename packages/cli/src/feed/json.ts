import { parseJson } from '@boardwalk/schema/json'
import { type JsonOptions, readHead, readSingleRow, readToEnd } from './json-head.ts'
import { readNumbered } from './json-numbered.ts'
import { findFault, JsonFault, type Token } from './json-scanner.ts'
import { JsonSource, readCharactersMax, rowCharactersMax } from './json-source.ts'
import type { PageSigns } from './page-signs.ts'
import { BrokenFeed, type SourceRow } from './row.ts'

/**
 * Reads the rows of a JSON list, or of the list to which the names of `list` lead in an object. An object in the place of the
 * list is one row, or holds rows under numbers, as PHP writes a list with gaps. An object without that list may be a row itself.
 * A row that is not JSON affects no other if the place where the next one begins is certain.
 */
export async function* readJson(text: AsyncIterable<string>, options: JsonOptions): AsyncGenerator<SourceRow> {
  const source = new JsonSource(text)
  const example = options.list.reduceRight((inner, name) => `{${JSON.stringify(name)}: ${inner}}`, '[{…}, {…}]')
  const accepted = `it must be a list, [{…}, {…}], or an object with one, ${example}`
  try {
    const head = await readHead(source, options, accepted)
    if (head === 'list') yield* new ListReader(source, options).rows()
    else if (head === 'numbered') yield* readNumbered(source, options)
    else yield readSingleRow(head, options, accepted)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    const isNextObject = source.scanner.depth === 0 && source.scanner.text[error.at] === '{'
    throw source.createBroken(error, isNextObject ? '; if each line is an object, add --format ndjson' : '')
  }
}

/**
 * Reads the rows of a list. After a row that is not JSON it goes on where the next row may begin. It holds rows back until
 * it is certain that they are not inside the bad row: a part of a job must not become a job.
 */
class ListReader {
  readonly #source: JsonSource
  readonly #depth: number
  readonly #list: readonly string[]
  readonly #signs: PageSigns
  /** Where the row begins that is being read. */
  #start: number | undefined
  /** Rows after a bad one, each with the offset from which it is certain that it is a row. */
  #held: { row: SourceRow; certainFrom: number }[] = []
  /** How many of them have been given. */
  #given = 0
  /** The bad row cannot reach further than this offset. */
  #doubtEnd = 0

  constructor(source: JsonSource, { list, signs }: JsonOptions) {
    this.#source = source
    this.#depth = source.scanner.depth
    this.#list = list
    this.#signs = signs
  }

  async *rows(): AsyncGenerator<SourceRow> {
    let isOpen = true
    while (isOpen) {
      if (this.#start === undefined) {
        this.#source.drop()
        yield* this.#takeCertain()
      }
      const token = this.#readToken() ?? (await this.#readNext())
      if (token instanceof JsonFault) isOpen = await this.#goOn(token)
      else if (token === ']' && this.#start === undefined) isOpen = !(await this.#isEnd())
      else this.#take(token)
    }
    yield* this.#takeCertain(true)
  }

  /** Takes a token of a row, or the comma between two rows. */
  #take(token: Token): void {
    const { scanner } = this.#source
    if (token === ',' && this.#start === undefined) return
    const start = this.#start ?? scanner.tokenStart
    this.#start = start
    const line = () => this.#source.findLine(start)
    if (scanner.at - start > readCharactersMax)
      throw new BrokenFeed(`has a row over ${readCharactersMax} characters`, line())
    if (scanner.depth > this.#depth) return
    this.#add({ line: line(), value: parseJson(scanner.text.slice(start, scanner.at)) })
    this.#start = undefined
  }

  #readToken(): Token | JsonFault | undefined {
    try {
      return this.#source.scanner.read()
    } catch (error) {
      if (error instanceof JsonFault) return error
      throw error
    }
  }

  /** Reads a token that is not whole before the next piece of the feed. */
  async #readNext(): Promise<Token | JsonFault> {
    while (await this.#source.readPiece()) {
      const token = this.#readToken()
      if (token !== undefined) return token
    }
    throw this.#source.createCut()
  }

  #add(row: SourceRow): void {
    this.#held.push({ row, certainFrom: this.#doubtEnd })
  }

  *#takeCertain(isAll = false): Generator<SourceRow> {
    const { offset } = this.#source
    for (let next = this.#held[this.#given]; next !== undefined; next = this.#held[this.#given]) {
      if (next.certainFrom > offset && !isAll) break
      this.#given++
      yield next.row
    }
    // Removing each row alone from a long list would be slow.
    if (this.#given * 2 < this.#held.length) return
    this.#held = this.#held.slice(this.#given)
    this.#given = 0
  }

  /** Reports a bad row, and goes to the next one. False if the bad row was the last one. */
  async #goOn(fault: JsonFault): Promise<boolean> {
    const source = this.#source
    const { scanner } = source
    const isInRow = this.#start !== undefined
    const from = this.#start ?? fault.at
    this.#start = undefined
    this.#add({ line: source.findLine(from), unreadable: `the row is not JSON: ${source.describe(fault)}` })
    this.#doubtEnd = source.offset - scanner.at + from + rowCharactersMax
    // Without a comma between two rows, the second one is whole.
    if (!isInRow && scanner.text[from] === '{') scanner.resumeAt(from)
    // A text without its closing quote may have swallowed the end of the row.
    else return this.#findNext(Math.min(fault.at, Math.max(from, scanner.textStart)), fault)
    return true
  }

  /** Goes to the next place where a row may begin. False if the list ends before. Throws BrokenFeed if neither is found. */
  async #findNext(from: number, fault: JsonFault): Promise<boolean> {
    const source = this.#source
    const { scanner } = source
    const next = await source.findRowStart(from, rowCharactersMax)
    if (next !== undefined) {
      scanner.resumeAt(next)
      return true
    }
    if (source.isEnd && this.#isListEnd(scanner.text.slice(from))) return false
    throw source.createBroken(fault, '; the row after it cannot be found')
  }

  /** Tells whether a text holds the end of the last row, and then what follows the list. */
  #isListEnd(text: string): boolean {
    const after = /^.*\}\s*(?:,\s*)?\](.*)$/s.exec(text)?.[1]
    return after !== undefined && findFault(`${'{"":'.repeat(this.#depth - 1)}[]${after}`) === undefined
  }

  /** Reads on after the end of the list. False if it was a list inside a bad row: then it has gone to the next row. */
  async #isEnd(): Promise<boolean> {
    const source = this.#source
    const { scanner } = source
    const isInDoubt = source.offset < this.#doubtEnd
    const from = scanner.tokenStart
    try {
      for (const sign of await readToEnd(source, this.#list, isInDoubt)) this.#signs.note(...sign)
      return true
    } catch (error) {
      if (!isInDoubt || !(error instanceof JsonFault)) throw error
      this.#held.length = this.#given
      return !(await this.#findNext(from, error))
    }
  }
}
