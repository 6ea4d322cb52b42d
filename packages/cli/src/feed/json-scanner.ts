/** A place at which a text stops being JSON, and why. */
export class JsonFault extends Error {
  override name = 'JsonFault'
  /** Position in the text of the scanner. */
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

/** A bracket, a colon, a comma, a whole text in quotes, or a word: a number, true, false or null. */
export type Token = '{' | '}' | '[' | ']' | ':' | ',' | 'text' | 'word'

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'end'

const expectedWords: Record<Expected, string> = {
  value: 'a value',
  'value or ]': 'a value or "]"',
  name: 'a name in quotes',
  'name or }': 'a name in quotes or "}"',
  colon: 'a colon',
  comma: 'a comma or the closing bracket',
  end: 'the end',
}

const depthMax = 1000
const wordMax = 20
const blanks = /[ \t\r\n]*/y
const stops = /["\\\p{Cc}]/gu
const escapes = /\\(?:["\\/bfnrt]|u[\da-f]{4})/iy
const halfEscape = /^\\(?:u[\da-f]{0,3})?$/i
const words = /[-+.\w]+/y
const value = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/

/** Reads the tokens of a JSON text that comes in pieces, and checks that they follow the rules of JSON. */
export class JsonScanner {
  /** The part of the text that is still needed. */
  text: string
  /** How far the text has been read. */
  at = 0
  /** Where the last token begins. */
  tokenStart = 0
  /** Where the last text in quotes begins. */
  textStart = 0
  /** The brackets that are open. */
  #open: ('{' | '[')[] = []
  #expected: Expected = 'value'
  /** The depth of the list of rows: its last row may have a comma after it. */
  #listDepth: number | undefined
  /** How far a text without its closing quote has been looked at. */
  #seen = 0

  constructor(text = '') {
    this.text = text
  }

  get depth(): number {
    return this.#open.length
  }

  /** Drops the text that has been read. */
  drop(): void {
    this.text = this.text.slice(this.at)
    this.tokenStart -= this.at
    this.textStart -= this.at
    this.#seen = 0
    this.at = 0
  }

  /** Notes that the last token opens the list of rows. */
  enterList(): void {
    this.#listDepth = this.depth
  }

  /** Goes on at a place where a row begins, after a fault. */
  resumeAt(at: number): void {
    const length = this.#listDepth ?? 0
    this.#open = Array.from({ length }, (_, index) => (index === length - 1 ? '[' : '{'))
    this.#expected = 'value'
    this.#seen = 0
    this.at = at
  }

  /** Reads a token. Undefined if the text has no further one, or only the beginning of it. Throws a JsonFault. */
  read(): Token | undefined {
    blanks.lastIndex = this.at
    blanks.test(this.text)
    this.tokenStart = blanks.lastIndex
    const char = this.text[this.tokenStart]
    if (char === undefined) return undefined
    const token = toToken(char)
    this.#check(token)
    const end = this.#findEnd(token)
    if (end === undefined) return undefined
    this.#seen = 0
    this.at = end
    this.#follow(token)
    return token
  }

  #check(token: Token): void {
    if (!this.#isExpected(token)) throw this.#createFault()
    if (this.depth === depthMax && (token === '{' || token === '['))
      throw new JsonFault(this.tokenStart, `brackets are nested over ${depthMax} levels deep`)
  }

  #isExpected(token: Token): boolean {
    switch (this.#expected) {
      case 'value':
        return token === 'text' || token === 'word' || token === '{' || token === '['
      case 'value or ]':
        return token !== '}' && token !== ':' && token !== ','
      case 'name':
        return token === 'text'
      case 'name or }':
        return token === 'text' || token === '}'
      case 'colon':
        return token === ':'
      case 'comma':
        return token === ',' || token === (this.#open.at(-1) === '{' ? '}' : ']')
      case 'end':
        return false
    }
  }

  #createFault(): JsonFault {
    const found = describeCharacter(this.text, this.tokenStart)
    const isAfterText = this.#expected === 'comma' && this.text[this.at - 1] === '"'
    const hint = isAfterText ? '; a quote inside a text is written \\"' : ''
    return new JsonFault(this.tokenStart, `${found} where ${expectedWords[this.#expected]} must be${hint}`)
  }

  #findEnd(token: Token): number | undefined {
    if (token === 'text') return this.#findTextEnd()
    if (token !== 'word') return this.tokenStart + 1
    words.lastIndex = this.tokenStart
    const found = words.exec(this.text)?.[0]
    if (found === undefined) throw this.#createFault()
    const end = this.tokenStart + found.length
    // The word may go on in the next piece.
    if (end === this.text.length && this.depth > 0) return undefined
    if (value.test(found)) return end
    throw new JsonFault(this.tokenStart, `${JSON.stringify(found.slice(0, wordMax))} is no value of JSON`)
  }

  #findTextEnd(): number | undefined {
    const { text } = this
    this.textStart = this.tokenStart
    stops.lastIndex = Math.max(this.tokenStart + 1, this.#seen)
    for (let stop = stops.exec(text); stop !== null; stop = stops.exec(text)) {
      const [char] = stop
      const at = stop.index
      this.#seen = at
      if (char === '"') return at + 1
      if (char === '\\') {
        if (halfEscape.test(text.slice(at, at + 6))) return undefined
        escapes.lastIndex = at
        if (!escapes.test(text))
          throw new JsonFault(at, `a backslash before ${describeCharacter(text, at + 1)}, which JSON does not have`)
        stops.lastIndex = escapes.lastIndex
      } else if (char < ' ') {
        const written = JSON.stringify(char).slice(1, -1)
        throw new JsonFault(at, `${describeCharacter(text, at)} inside a text; JSON writes it ${written}`)
      }
    }
    this.#seen = text.length
    return undefined
  }

  #follow(token: Token): void {
    if (token === '{' || token === '[') {
      this.#open.push(token)
      this.#expected = token === '{' ? 'name or }' : 'value or ]'
    } else if (token === ',') this.#expected = this.#expectAfterComma()
    else if (token === ':') this.#expected = 'value'
    else if (this.#expected.startsWith('name') && token === 'text') this.#expected = 'colon'
    else {
      if (token === '}' || token === ']') this.#open.pop()
      this.#expected = this.depth === 0 ? 'end' : 'comma'
    }
  }

  #expectAfterComma(): Expected {
    if (this.#open.at(-1) === '{') return 'name'
    return this.depth === this.#listDepth ? 'value or ]' : 'value'
  }
}

function toToken(char: string): Token {
  if (char === '"') return 'text'
  return '{}[]:,'.includes(char) ? (char as Token) : 'word'
}

/** Names a character of a text by its code point, and shows it if it can be seen. */
function describeCharacter(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const char = String.fromCodePoint(code)
  if (char === '\n' || char === '\r') return `a line end (${name})`
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(char) ? `${char === '"' ? 'a quote' : JSON.stringify(char)} (${name})` : name
}

/** Finds the first place at which a text is not JSON. Undefined if it is JSON. */
export function findFault(text: string): JsonFault | undefined {
  const scanner = new JsonScanner(text)
  try {
    while (scanner.read() !== undefined);
  } catch (error) {
    if (error instanceof JsonFault) return error
    throw error
  }
  return scanner.depth > 0 || scanner.at === 0 ? new JsonFault(text.length, 'it ends in the middle') : undefined
}
