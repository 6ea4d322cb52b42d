import { isObject, parseJson } from '@boardwalk/schema/json'
import { JsonMembers, type NamedText } from './json-members.ts'
import type { Token } from './json-scanner.ts'
import { type JsonSource, rowCharactersMax } from './json-source.ts'
import { BrokenFeed, type RawRow, type ReaderOptions } from './row.ts'

export type JsonOptions = Pick<ReaderOptions, 'list' | 'listHint' | 'isRow' | 'signs'>

const shownMembersMax = 10
// A hostile feed may have any number of members behind its rows.
const membersMax = 10_000
export const isNumber = /^\d+$/

/** An object without the list of rows. */
interface OnlyObject {
  /** The names of its first members, in quotes. */
  members: string[]
  /** Its text; undefined if it is too long for a row. */
  text: string | undefined
}

/** An object without the list of rows, and the object in the place of the list, if there is one. */
interface ObjectHead extends OnlyObject {
  inner: (OnlyObject & { line: number }) | undefined
}

/** What a feed begins with: its list, an object with rows under numbers, or an object that may be a row. */
type Head = 'list' | 'numbered' | ObjectHead

/** Reads to the bracket that opens the list of rows, or to the first number that names a row, or else to the end of an object. */
export async function readHead(source: JsonSource, options: JsonOptions, accepted: string): Promise<Head> {
  const first = checkFirst(await source.read(), accepted)
  const reader = new HeadReader(source, options, first === '[')
  for (let token: Token | undefined = first; token !== undefined; token = await source.read()) {
    const found = reader.take(token)
    if (found !== undefined) return found
  }
  if (source.scanner.depth > 0) throw source.createCut()
  return reader.end()
}

function checkFirst(token: Token | undefined, accepted: string): '[' | '{' {
  if (token === '[' || token === '{') return token
  if (token === undefined) throw new BrokenFeed(`is empty: ${accepted}`)
  throw new BrokenFeed(`is neither a list nor an object: ${accepted}`, 1)
}

class HeadReader {
  readonly #source: JsonSource
  readonly #options: JsonOptions
  readonly #isList: boolean
  readonly #around: JsonMembers
  readonly #outer: OnlyObject = { members: [], text: undefined }
  /** The object in the place of the list, and where it begins while it is open. */
  #inner: ObjectHead['inner']
  #innerStart: number | undefined
  #isShort = true

  /** `isList`: the feed itself is the list. */
  constructor(source: JsonSource, options: JsonOptions, isList: boolean) {
    this.#source = source
    this.#options = options
    this.#isList = isList
    this.#around = new JsonMembers((...member) => options.signs.note(...member))
  }

  take(token: Token): 'list' | 'numbered' | undefined {
    const { scanner } = this.#source
    const { text, tokenStart, at } = scanner
    const { list, signs } = this.#options
    const isAtList = this.#isList || this.#around.leadsTo(list)
    if (token === '[' && isAtList) {
      signs.noteRows(list.slice(0, -1))
      scanner.enterList()
      return 'list'
    }
    if (token === '{' && isAtList) this.#openInner(tokenStart)
    this.#around.take(token, text.slice(tokenStart, at))
    if (token === ':' && this.#isNumbered()) return 'numbered'
    if (token === '}' && scanner.depth === list.length) this.#closeInner(text, at)
    this.#isShort &&= at <= rowCharactersMax
    if (!this.#isShort) this.#source.drop()
    return undefined
  }

  end(): ObjectHead {
    const { members } = this.#outer
    return { members, text: this.#isShort ? this.#source.scanner.text : undefined, inner: this.#inner }
  }

  #openInner(start: number): void {
    if (this.#inner !== undefined) return
    this.#inner = { line: this.#source.findLine(start), members: [], text: undefined }
    this.#innerStart = start
  }

  #closeInner(text: string, at: number): void {
    if (this.#inner !== undefined && this.#innerStart !== undefined && this.#isShort)
      this.#inner.text = text.slice(this.#innerStart, at)
    this.#innerStart = undefined
  }

  /** Notes the name of a member. Tells whether it is the first one of the object, and a number: then the members are rows. */
  #isNumbered(): boolean {
    const { depth } = this.#source.scanner
    const { list, signs } = this.#options
    const isInner = this.#innerStart !== undefined && depth === list.length + 1
    if (!isInner && depth !== 1) return false
    const { members } = (isInner ? this.#inner : undefined) ?? this.#outer
    const name = this.#around.name ?? ''
    if (members.length < shownMembersMax) members.push(JSON.stringify(name))
    if (members.length > 1 || !isNumber.test(name)) return false
    signs.noteRows(isInner ? list : [])
    return true
  }
}

/** Reads what follows the rows, to the end of the feed, and gives what may be a sign of other pages. With `isKept`, the text stays. */
export async function readToEnd(source: JsonSource, list: readonly string[], isKept = false): Promise<NamedText[]> {
  const { scanner } = source
  const found: NamedText[] = []
  const around = new JsonMembers(
    (...member) => {
      if (found.length < membersMax) found.push(member)
    },
    list.slice(0, -1),
  )
  for (let token = await source.read(); token !== undefined; token = await source.read()) {
    around.take(token, scanner.text.slice(scanner.tokenStart, scanner.at))
    if (!isKept) source.drop()
  }
  if (scanner.depth > 0) throw source.createCut()
  return found
}

/** Reads an object without a list as the only row, or the object in the place of the list. */
export function readSingleRow(
  { members, text, inner }: ObjectHead,
  { list, listHint, isRow, signs }: JsonOptions,
  accepted: string,
): RawRow {
  const value = text === undefined ? undefined : parseJson(text)
  if (isRow(value)) return { line: 1, value }
  const only = inner?.text === undefined ? undefined : parseJson(inner.text)
  if (inner !== undefined && isRow(only)) {
    signs.noteRows(list.slice(0, -1))
    return { line: inner.line, value: only }
  }
  const name = JSON.stringify(list.join('.'))
  const isByName = isObject(only ?? value) && Object.values(only ?? value ?? {}).every(isObject)
  const hint = isByName ? '; if these are ids of jobs, write each as "id" into its job' : ''
  const found =
    inner === undefined
      ? `has no list named ${name}, but ${describeMembers(members)}`
      : `has in place of the list ${name} an object with ${describeMembers(inner.members)}`
  throw new BrokenFeed(`${found}${hint}; ${listHint}${accepted}`, inner?.line)
}

const describeMembers = (members: readonly string[]) =>
  members.length === 0 ? 'no member' : `the members ${members.join(', ')}`
