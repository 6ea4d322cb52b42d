import { isObject, parseJson } from '@boardwalk/schema/json'
import { isNumber, type JsonOptions, readToEnd } from './json-head.ts'
import type { Token } from './json-scanner.ts'
import { type JsonSource, readCharactersMax } from './json-source.ts'
import { BrokenFeed, type SourceRow } from './row.ts'

/** Reads the rows of an object whose members have numbers as names. Another member, such as a count, is no row unless it is an object. */
export async function* readNumbered(source: JsonSource, { list, signs }: JsonOptions): AsyncGenerator<SourceRow> {
  const reader = new MemberReader(source)
  for (let token = await source.read(); token !== undefined; token = await source.read()) {
    const member = reader.take(token)
    if (member === 'end') break
    if (member === undefined) continue
    const { name, line, value } = member
    if (isNumber.test(name) || isObject(value)) yield { line, value }
    else signs.note([], name, String(value))
    source.drop()
  }
  for (const sign of await readToEnd(source, list)) signs.note(...sign)
}

/** Reads the members of an object, from behind the first name and its colon. */
class MemberReader {
  readonly #source: JsonSource
  readonly #depth: number
  /** The name of the member whose value is read; undefined between two members. */
  #name: string | undefined = '0'
  /** Where its value begins. */
  #start: number | undefined
  #last = ''

  constructor(source: JsonSource) {
    this.#source = source
    this.#depth = source.scanner.depth
  }

  /** Takes a token. Gives a member at its last one, and `end` at that of the object. */
  take(token: Token): { name: string; line: number; value: unknown } | 'end' | undefined {
    const { scanner } = this.#source
    if (this.#name !== undefined) return this.#takeValue(this.#name)
    if (scanner.depth < this.#depth) return 'end'
    if (token === ':') this.#name = String(JSON.parse(this.#last))
    this.#last = scanner.text.slice(scanner.tokenStart, scanner.at)
    return undefined
  }

  #takeValue(name: string): { name: string; line: number; value: unknown } | undefined {
    const { scanner } = this.#source
    this.#start ??= scanner.tokenStart
    const start = this.#start
    if (scanner.at - start > readCharactersMax)
      throw new BrokenFeed(`has a row over ${readCharactersMax} characters`, this.#source.findLine(start))
    if (scanner.depth > this.#depth) return undefined
    this.#name = undefined
    this.#start = undefined
    return { name, line: this.#source.findLine(start), value: parseJson(scanner.text.slice(start, scanner.at)) }
  }
}
