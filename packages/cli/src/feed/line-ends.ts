const newline = 0x0a
const carriageReturn = 0x0d

/** Counts the line ends of a text: a line feed, a carriage return, or both together. */
export const countLineEnds = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

/** Where the lines of a feed end. CRLF counts once; the parser of CSV counts it twice inside quotes. */
export class LineEnds {
  /** The bytes at which lines end, from the last row that was counted. */
  #ends: number[] = []
  #counted: number
  #bytes = 0
  #isAfterReturn = false

  /** `linesBefore`: how many lines are before the first byte. */
  constructor(linesBefore: number) {
    this.#counted = linesBefore
  }

  add(piece: Uint8Array): void {
    for (const byte of piece) {
      if (this.#isAfterReturn && byte !== newline) this.#ends.push(this.#bytes - 1)
      if (byte === newline) this.#ends.push(this.#bytes)
      this.#isAfterReturn = byte === carriageReturn
      this.#bytes++
    }
  }

  /** Counts the lines that end before this byte. */
  count(byte: number): number {
    const next = this.#ends.findIndex((end) => end >= byte)
    return this.#counted + (next === -1 ? this.#ends.length : next)
  }

  /** Tells whether a line ends with the byte before this one. */
  isLineStart(byte: number): boolean {
    return this.#ends.includes(byte - 1)
  }

  /** Forgets the lines that end before this byte: no earlier one is asked for. */
  forget(byte: number): void {
    const next = this.#ends.findIndex((end) => end >= byte)
    const length = next === -1 ? this.#ends.length : next
    this.#counted += length
    this.#ends.splice(0, length)
  }
}
