/*
 * JSON whose numbers keep their text. JSON.parse reads 9007199254740993 as 9007199254740992, 1e400 as Infinity and 1.10 as
 * 1.1. Node 20 has neither the source text of JSON.parse nor JSON.rawJSON (docs/adr/0018-numbers.md).
 */

/** A number that JSON.stringify would write in another way than it was sent. */
export class RawNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }

  /** JSON.stringify calls this. It would write an object, so it must fail: only `stringifyJson` can write this number. */
  toJSON(): never {
    throw new RawNumberError('stringifyJson must write this number')
  }
}

class RawNumberError extends TypeError {}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawNumber)
}

const isKept = (number: string) => String(Number(number)) === number

const TEXT = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"'
const NUMBER = '-?\\d[\\d.eE+-]*'
const texts = new RegExp(TEXT, 'g')
const numbers = new RegExp(NUMBER, 'g')
/** Texts, each with the colon that makes it a name, and numbers. */
const tokens = new RegExp(`${TEXT}(?:\\s*:)?|${NUMBER}`, 'g')

/**
 * Parses JSON as JSON.parse does. Each number that JavaScript would write in another way becomes a RawNumber. Throws a
 * SyntaxError, and a RangeError if a text with such a number is nested some thousand levels deep.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (text.replace(texts, '""').match(numbers)?.every(isKept) ?? true) return value
  // Each such number becomes a text that begins with U+0000, so that JSON.parse still does the work. A text that begins with
  // it already gets another one. Names stay, because JSON.parse does not pass them on as values.
  const marked = text.replace(tokens, (token) => {
    if (!token.startsWith('"')) return isKept(token) ? token : `"\\u0000${token}"`
    return token.startsWith('"\\u0000') && token.endsWith('"') ? `"\\u0000${token.slice(1)}` : token
  })
  return JSON.parse(marked, (_name, found: unknown) => {
    if (typeof found !== 'string' || !found.startsWith('\0')) return found
    return found.startsWith('\0\0') ? found.slice(1) : new RawNumber(found.slice(1))
  })
}

/** Writes a value as JSON, as JSON.stringify does, and each RawNumber as its text. */
export function stringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RawNumberError) return write(value)
    throw error
  }
}

/** Does the same for values that JSON.parse can give, with `undefined` members. It is slower than JSON.stringify. */
function write(value: unknown): string {
  if (value instanceof RawNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(write).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join()}}`
}

/**
 * Turns a RawNumber into a JavaScript number, for a field that is one. A number that is too large to be exact stays, so that
 * the field's schema refuses it with its digits. Other values stay, too.
 */
export function toNumber(value: unknown): unknown {
  if (!(value instanceof RawNumber)) return value
  const number = Number(value.text)
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? value : number
}

/** Whether two JSON values are equal. The order of members does not matter. A RawNumber is equal to one of the same text. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a instanceof RawNumber && b instanceof RawNumber) return a.text === b.text
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return Object.is(a, b)
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
  )
}
