import { randomUUID } from 'node:crypto'

// No text of a feed can begin with this mark, so no text is taken for a number.
const mark = `${randomUUID()}:`
const marked = new RegExp(`"${mark}([^"]*)"`, 'g')

/**
 * A number of JSON that a JavaScript number would write with other digits, such as `7111222333444555666`, `1e400` or `1.10`.
 * `String(value)` is the number as it was sent, and `Number(value)` the JavaScript number.
 */
export class RawNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }

  /** Node 20 has no JSON.rawJSON, so JSON.stringify writes a text that `restoreNumbers` turns into the number. */
  toJSON(): string {
    return `${mark}${this.text}`
  }
}

/** Gives the numbers back their digits in a text that JSON.stringify has made of a value with RawNumbers. */
export const restoreNumbers = (json: string): string => json.replaceAll(marked, '$1')

/** Makes a number of its text: a RawNumber if a JavaScript number would change the text. */
export const readNumber = (text: string): number | RawNumber =>
  JSON.stringify(Number(text)) === text ? Number(text) : new RawNumber(text)

// Most JSON has no such number. It also matches a few texts in quotes, which costs time and changes nothing.
const mayBeRaw = /\d[\d.]{15}|\de[+-]?\d|(?<!\d)-0|\.\d*0(?!\d)/i
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:e[+-]?\d+)?/gi

/** Parses JSON as JSON.parse does, but with a RawNumber for each number whose digits JSON.parse would change. */
export function parseLossless(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!mayBeRaw.test(text)) return value
  const withMarks = text.replaceAll(stringOrNumber, (token) =>
    token.startsWith('"') || typeof readNumber(token) === 'number' ? token : `"${mark}${token}"`,
  )
  return JSON.parse(withMarks, (_, one: unknown) =>
    typeof one === 'string' && one.startsWith(mark) ? new RawNumber(one.slice(mark.length)) : one,
  )
}
