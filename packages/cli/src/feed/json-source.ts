import { type JsonFault, JsonScanner, type Token } from './json-scanner.ts'
import { BrokenFeed, CutFeed } from './row.ts'
import { countLines } from './text-source.ts'

/** The most characters of one row. A map may drop a part of a row, so it may be longer than what the board accepts. */
export const readCharactersMax = 16 * 1024 * 1024

/** The most characters of a row that the server accepts: 1 MiB per request. */
export const rowCharactersMax = 1024 * 1024

/** Where a row probably begins: at a bracket after another row, or on a line of its own. */
const rowStarts = /(?:\}\s*(?:,\s*)?|,[ \t\r]*\n\s*)\{(?=\s*["'}\w])/g

/** A JSON feed that comes in pieces, and how far it has been read. */
export class JsonSource {
  readonly scanner = new JsonScanner()
  /** Whether the feed has no further piece. */
  isEnd = false
  /** How many characters were dropped: the scanner's text begins there, on this line and in this column. */
  #dropped = 0
  #line = 1
  #column = 0
  readonly #pieces: AsyncIterator<string>

  constructor(text: AsyncIterable<string>) {
    this.#pieces = text[Symbol.asyncIterator]()
  }

  /** How many characters of the feed have been read. */
  get offset(): number {
    return this.#dropped + this.scanner.at
  }

  /** Reads a token. Undefined at the end of the feed, also if it is in the middle of a token. */
  async read(): Promise<Token | undefined> {
    for (;;) {
      const token = this.scanner.read()
      if (token !== undefined || !(await this.readPiece())) return token
    }
  }

  /** Appends the next piece to the scanner's text. False at the end of the feed. Throws BrokenFeed if a row is too long. */
  async readPiece(): Promise<boolean> {
    let more = ''
    // A long row gets many pieces at once, because each time the whole text is copied.
    do {
      const next = await this.#pieces.next()
      this.isEnd = next.done === true
      if (next.done !== true) more += next.value
    } while (!this.isEnd && more.length < this.scanner.text.length / 8)
    this.scanner.text += more
    // A text whose closing quote never comes would otherwise fill the memory.
    if (this.scanner.text.length > 2 * readCharactersMax)
      throw new BrokenFeed(`has a row over ${readCharactersMax} characters`, this.#line)
    return more !== ''
  }

  /** Drops the text that has been read. */
  drop(): void {
    const { line, column } = this.#findPlace(this.scanner.at)
    this.#line = line
    this.#column = column
    this.#dropped += this.scanner.at
    this.scanner.drop()
  }

  #findPlace(at: number): { line: number; column: number } {
    const before = this.scanner.text.slice(0, at)
    const lineStart = before.lastIndexOf('\n') + 1
    return { line: this.#line + countLines(before), column: lineStart > 0 ? at - lineStart : this.#column + at }
  }

  findLine(at: number): number {
    return this.#findPlace(at).line
  }

  describe({ at, message }: JsonFault): string {
    const { line, column } = this.#findPlace(at)
    return `line ${line}, column ${column + 1}: ${message}`
  }

  /** Finds where the next row probably begins. Undefined if there is none within as many characters as a row may have. */
  async findRowStart(from: number, charactersMax: number): Promise<number | undefined> {
    for (;;) {
      rowStarts.lastIndex = from
      if (rowStarts.test(this.scanner.text)) return rowStarts.lastIndex - 1
      if (this.scanner.text.length > from + charactersMax || !(await this.readPiece())) return undefined
    }
  }

  createBroken(fault: JsonFault, more = ''): BrokenFeed {
    return new BrokenFeed(`is not JSON: ${this.describe(fault)}${more}`, this.findLine(fault.at))
  }

  createCut(): CutFeed {
    return new CutFeed('is not JSON: it ends before its list does', this.findLine(this.scanner.text.length))
  }
}
