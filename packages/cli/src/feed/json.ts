import Tokenizer from '@streamparser/json/tokenizer.js'
import TokenParser from '@streamparser/json/tokenparser.js'
import type { ParsedTokenInfo } from '@streamparser/json/utils/types/parsedTokenInfo.js'
import TokenType from '@streamparser/json/utils/types/tokenType.js'
import { BrokenFeed, type RawRow } from './row.ts'

const encoder = new TextEncoder()

/** Reads the rows of a JSON list, or of the list in the member `listed` of an object. Gives each row as soon as it is whole. */
export async function* jsonRows(text: AsyncIterable<string>, listed: string): AsyncGenerator<RawRow> {
  const reader = new JsonReader(listed)
  for await (const chunk of text) yield* reader.read(chunk)
  yield* reader.end()
}

class JsonReader {
  #rows: RawRow[] = []
  #failure: Error | undefined
  #isRowNext = false
  #hasList = false
  #member: unknown
  #rowLine = 1
  #depth = 0
  #rowDepth = 0
  /** How far lines have been counted: bytes from the start of the feed, and the line there. */
  #counted = { bytes: 0, lines: 1 }
  #chunk: Uint8Array = new Uint8Array()
  #chunkStart = 0
  readonly #tokenizer = new Tokenizer()
  readonly #listed: string
  readonly #accepted: string
  #parser: TokenParser | undefined

  constructor(listed: string) {
    this.#listed = listed
    this.#accepted = `it must be a list of ${listed}, [{…}, {…}], or an object with one, {"${listed}": [{…}, {…}]}`
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
    this.#rowDepth = isList ? 1 : 2
    const parser = new TokenParser({ paths: [isList ? '$.*' : `$.${this.#listed}.*`], keepStack: false })
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
    if (this.#rowDepth === 2 && this.#depth === 1) this.#watchMember(token, value)
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth--
    else if (this.#isRowNext && this.#depth === this.#rowDepth) this.#rowLine = this.#countLinesTo(offset)
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth++
    this.#isRowNext = this.#depth === this.#rowDepth && (token === TokenType.LEFT_BRACKET || token === TokenType.COMMA)
  }

  /** Notes whether the outer object has the list of rows. */
  #watchMember(token: TokenType, value: unknown): void {
    if (token === TokenType.STRING) this.#member = value
    if (token === TokenType.LEFT_BRACKET && this.#member === this.#listed) this.#hasList = true
  }

  #countLinesTo(offset: number): number {
    for (let at = this.#counted.bytes; at < offset; at++)
      if (this.#chunk[at - this.#chunkStart] === 0x0a) this.#counted.lines++
    this.#counted.bytes = Math.max(this.#counted.bytes, offset)
    return this.#counted.lines
  }

  *read(text: string): Generator<RawRow> {
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
    if (!this.#hasList) throw new BrokenFeed(`has no list named "${this.#listed}": ${this.#accepted}`)
  }

  *#take(): Generator<RawRow> {
    const rows = this.#rows
    this.#rows = []
    yield* rows
    if (this.#failure instanceof BrokenFeed) throw this.#failure
    if (this.#failure !== undefined) throw new BrokenFeed(`is not JSON: ${this.#failure.message}`, this.#counted.lines)
  }
}
