import Tokenizer from '@streamparser/json/tokenizer.js'
import TokenParser from '@streamparser/json/tokenparser.js'
import type { ParsedTokenInfo } from '@streamparser/json/utils/types/parsedTokenInfo.js'
import TokenType from '@streamparser/json/utils/types/tokenType.js'
import { BrokenFeed, type RawRow, type ReaderOptions } from './row.ts'

const encoder = new TextEncoder()

// The server accepts at most 1 MiB per request, so it would refuse every longer row.
const rowCharactersMax = 1024 * 1024
const membersSaidMax = 10

type JsonOptions = Pick<ReaderOptions, 'list' | 'listHint' | 'isRow'>

/**
 * Reads the rows of a JSON list, or of the list to which the names of `list` lead in an object. Gives each row as soon as
 * it is whole. An object without that list may be a row itself.
 */
export async function* jsonRows(text: AsyncIterable<string>, options: JsonOptions): AsyncGenerator<RawRow> {
  const reader = new JsonReader(options)
  for await (const chunk of text) yield* reader.read(chunk)
  yield* reader.end()
}

class JsonReader {
  #rows: RawRow[] = []
  #failure: Error | undefined
  #isRowNext = false
  #hasList = false
  /** The last name or text on each level of objects. */
  readonly #names: unknown[] = []
  readonly #members: string[] = []
  /** The beginning of an object, until its list is found: it may be a row itself. */
  #start = ''
  #rowLine = 1
  #depth = 0
  #rowDepth = 0
  /** How far lines have been counted: bytes from the start of the feed, and the line there. */
  #counted = { bytes: 0, lines: 1 }
  #chunk: Uint8Array = new Uint8Array()
  #chunkStart = 0
  readonly #tokenizer = new Tokenizer()
  readonly #list: readonly string[]
  readonly #isRow: (value: unknown) => boolean
  readonly #accepted: string
  readonly #hint: string
  #parser: TokenParser | undefined

  constructor({ list, listHint, isRow }: JsonOptions) {
    this.#hint = listHint
    this.#list = list
    this.#isRow = isRow
    const example = list.reduceRight((inner, name) => `{${JSON.stringify(name)}: ${inner}}`, '[{…}, {…}]')
    this.#accepted = `it must be a list, [{…}, {…}], or an object with one, ${example}`
    const fail = (error: Error) => {
      this.#failure ??= error
    }
    this.#tokenizer.onError = fail
    this.#tokenizer.onToken = (token) => {
      this.#parser ??= this.#createParser(token.token, fail)
      this.#watch(token)
      this.#parser.write(token)
    }
    // Tokenizer and parser end by themselves after the last bracket, and report text after it as an error.
    this.#tokenizer.onEnd = () => {}
  }

  #createParser(first: TokenType, onError: (error: Error) => void): TokenParser {
    const isList = first === TokenType.LEFT_BRACKET
    if (!isList && first !== TokenType.LEFT_BRACE)
      onError(new BrokenFeed(`is neither a list nor an object: ${this.#accepted}`, 1))
    this.#rowDepth = isList ? 1 : this.#list.length + 1
    const parser = new TokenParser({ paths: [isList ? '$.*' : `$.${this.#list.join('.')}.*`], keepStack: false })
    parser.onValue = ({ value, parent }) => {
      if (Array.isArray(parent)) this.#rows.push({ line: this.#rowLine, value })
    }
    parser.onError = onError
    parser.onEnd = () => {}
    this.#hasList = isList
    return parser
  }

  /** Notes the line on which each row begins. A row begins with the first token after a bracket or comma at its depth. */
  #watch({ token, value, offset }: ParsedTokenInfo): void {
    if (!this.#hasList) this.#watchMember(token, value)
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth--
    else if (this.#isRowNext) this.#rowLine = this.#countLinesTo(offset)
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth++
    this.#isRowNext = this.#depth === this.#rowDepth && (token === TokenType.LEFT_BRACKET || token === TokenType.COMMA)
  }

  /** Notes the names of members, and whether they have led to the list of rows. */
  #watchMember(token: TokenType, value: unknown): void {
    if (token === TokenType.STRING) this.#names[this.#depth] = value
    if (token === TokenType.COLON && this.#depth === 1 && this.#members.length < membersSaidMax)
      this.#members.push(JSON.stringify(this.#names[1]))
    if (token === TokenType.LEFT_BRACKET && this.#depth === this.#list.length)
      this.#hasList = this.#list.every((name, index) => this.#names[index + 1] === name)
  }

  #countLinesTo(offset: number): number {
    for (let at = this.#counted.bytes; at < offset; at++)
      if (this.#chunk[at - this.#chunkStart] === 0x0a) this.#counted.lines++
    this.#counted.bytes = Math.max(this.#counted.bytes, offset)
    return this.#counted.lines
  }

  *read(text: string): Generator<RawRow> {
    if (!this.#hasList && this.#start.length <= rowCharactersMax) this.#start += text
    this.#chunk = encoder.encode(text)
    try {
      this.#tokenizer.write(this.#chunk)
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(String(error))
    }
    yield* this.#take()
    this.#countLinesTo(this.#chunkStart + this.#chunk.length)
    this.#chunkStart += this.#chunk.length
  }

  *end(): Generator<RawRow> {
    if (this.#parser === undefined) throw new BrokenFeed(`is empty: ${this.#accepted}`)
    if (!this.#tokenizer.isEnded) this.#tokenizer.end()
    if (!this.#parser.isEnded || this.#depth > 0) this.#failure ??= new Error('it ends before its list does')
    yield* this.#take()
    if (!this.#hasList) yield this.#readOnlyRow()
  }

  /** Reads an object without a list as the only row. */
  #readOnlyRow(): RawRow {
    const value: unknown = this.#start.length > rowCharactersMax ? undefined : JSON.parse(this.#start)
    if (this.#isRow(value)) return { line: 1, value }
    const found = this.#members.length === 0 ? 'no member' : `the members ${this.#members.join(', ')}`
    throw new BrokenFeed(`has no list named "${this.#list.join('.')}", but ${found}; ${this.#hint}${this.#accepted}`)
  }

  *#take(): Generator<RawRow> {
    const rows = this.#rows
    this.#rows = []
    yield* rows
    if (this.#failure instanceof BrokenFeed) throw this.#failure
    if (this.#failure !== undefined) throw new BrokenFeed(`is not JSON: ${this.#failure.message}`, this.#counted.lines)
  }
}
