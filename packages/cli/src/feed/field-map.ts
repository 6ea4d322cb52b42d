import { findMeantField } from '@boardwalk/schema/job'
import { Job } from '@boardwalk/schema/job-answer'
import { isObject } from '@boardwalk/schema/json'
import { TERMS_FIELD } from '@boardwalk/schema/terms'
import type { MappedField } from './advice.ts'
import { fieldNames, findMeantName, findMisplacedTerm, isFieldName } from './job-field.ts'
import { type FieldNames, listSources, type MapFile, type Rule } from './map-file.ts'
import { applyRule, findNamed, type RuleEvents } from './map-rule.ts'
import { readPlaceField } from './place-field.ts'
import { BrokenFeed, type Fault, type RawRow } from './row.ts'
import { splitTerms } from './term-field.ts'

// A hostile feed may have new names and values in every row. They must not fill the memory.
const namesMax = 1000
const valuesMax = 100
const shownNamesMax = 20

/** XML: the attribute that is the id of a row without any other. */
const idAttribute = '@id'

/** What a map tells the user, each once. */
export interface MapEvents {
  onNearMiss(name: string, meant: string): void
  /** A value of the feed that the map drops. */
  onUnknown(field: string, value: string): void
  /** The first text that the pattern of a field's rule does not match. */
  onNoMatch(field: string, text: string): void
}

const silent: RuleEvents = { onUnknown: () => {}, onNoMatch: () => {} }

/** The names under which the board gives values of its own, as `jobs list` prints them. A push cannot change them. */
const boardNames: ReadonlySet<string> = new Set(
  Object.keys(Job.shape).filter((name) => name !== 'id' && !isFieldName(name)),
)

/** A value of a row: the field of the job that it is for, and its name in the feed. */
type NamedValue = [field: string, name: string, value: unknown]

/** Gives each row the names of a job's fields. Stores unknown names, and the names of the map that no row had. */
export class FieldMap {
  readonly #names: FieldNames
  readonly #rules: readonly (readonly [field: string, rule: Rule])[]
  /** Whether the rule of `city` reads places. */
  readonly #readsPlaces: boolean
  /** The names at which the rules look, without the names inside them. */
  readonly #sourceNames: ReadonlySet<string>
  readonly #file: MapFile
  readonly #events: MapEvents
  readonly #unknown = new Set<string>()
  readonly #unknownValues = new Set<string>()
  /** Fields with a row that the pattern of their rule does not match. */
  readonly #unmatched = new Set<string>()
  /** The rules that have found nothing in any row so far. Each is the list of its names, one of which is enough. */
  readonly #unused: Set<readonly string[]>
  /** Names of the feed that may lead to the id; none if each row gets one from the map. */
  readonly #idNames: readonly string[]
  /** Whether the map says which name of the feed leads to the id. */
  readonly mapsId: boolean
  /** CSV: the names that its columns may have. */
  readonly columns: readonly string[]
  /** XML: name of the element that is a row. */
  readonly element: string
  /** JSON: names of the members that lead to the list of rows. */
  readonly list: readonly string[]
  /** Whether a row whose id an earlier row had is left out and not refused. */
  readonly skipsRepeated: boolean
  /** Names of extra fields: no documented field has this name or a similar one. */
  readonly extra: string[] = []
  /** Names of the board's own values that rows have. They are left out. */
  readonly boardNames = new Set<string>()
  /** Names that the rows have, in case that they lack one of the map. */
  readonly found = new Set<string>()

  /** `isPreset`: the names are those of a vendor, and a feed need not have all of them. */
  constructor(map: MapFile | FieldNames, events: MapEvents, isPreset = false) {
    const file: MapFile = isLongForm(map) ? map : { fields: {} }
    this.#names = isLongForm(map) ? new Map() : map
    this.#rules = Object.entries(file.fields).map(([field, rule]) => [
      field,
      typeof rule === 'string' ? { from: rule } : rule,
    ])
    this.#readsPlaces = this.#rules.some(([field, { place }]) => field === 'city' && place === true)
    const sources = this.#rules.map(([field, rule]) => ({ field, rule, names: listSources(field, rule) }))
    this.#sourceNames = new Set(
      sources.flatMap(({ names }) => names).flatMap((name) => [name, name.split('.')[0] ?? name]),
    )
    this.#file = file
    this.#events = events
    const ruled = sources.filter(({ rule }) => rule.default === undefined).map(({ names }) => names)
    // A feed may have lost a name that the map drops.
    const renamed = [...this.#names].flatMap(([name, target]) => (target === null ? [] : [[name]]))
    this.#unused = new Set(isPreset ? [] : [...renamed, ...ruled])
    const idRule = sources.find(({ field }) => field === 'id')
    const renamedToId = [...this.#names].filter(([, target]) => target === 'id').map(([name]) => name)
    this.mapsId = idRule !== undefined || renamedToId.length > 0
    const idNames = idRule?.names ?? (this.#names.has('id') ? renamedToId : [...renamedToId, 'id'])
    this.#idNames = idRule?.rule.default === undefined ? idNames : []
    this.columns = [...fieldNames, ...this.#names.keys(), ...sources.flatMap(({ names }) => names)]
    this.element = file.element ?? 'job'
    this.list = (file.list ?? 'jobs').split('.')
    this.skipsRepeated = file.repeated === 'skip'
  }

  /** CSV: notes which names of the map are columns, whether a row has a cell there or not. Throws if none can be the id. */
  readColumns(columns: readonly string[], delimiter: string, line: number): void {
    for (const name of columns) this.found.add(name)
    for (const names of this.#unused) if (names.some((name) => columns.includes(name))) this.#unused.delete(names)
    if (this.#idNames.length === 0 || this.#idNames.some((name) => columns.includes(name))) return
    const near = columns.find((name) => findMeantField(name) === 'id') ?? columns.find((name) => name !== '') ?? 'Ref'
    const example = this.mapsId ? '' : `, such as {${JSON.stringify(near)}: "id"}`
    throw new BrokenFeed(
      `has no column ${JSON.stringify(this.#idNames[0])} for the id; separated by ${delimiter}, its columns are ` +
        `${listNames(columns)}; name the one with the id in a --map file${example}`,
      line,
    )
  }

  /** Finds where the map reads a field, for a rule that a message proposes: without a source, under its own name. */
  findField(name: string): MappedField {
    const rule = this.#rules.find(([field]) => field === name)?.[1]
    if (rule?.firstOf !== undefined) return { name, source: { firstOf: rule.firstOf } }
    const renamed = [...this.#names].find(([, target]) => target === name)?.[0]
    const from = rule?.from ?? renamed
    return { name, source: from === undefined ? {} : { from } }
  }

  /** Names of the map that no row had. */
  get unused(): readonly string[] {
    return [...this.#unused].map((names) => names.join(', '))
  }

  /** Tells whether an object is a job: it has an id. */
  isRow(value: unknown): boolean {
    if (!isObject(value)) return false
    const rule = this.#rules.find(([field]) => field === 'id')?.[1]
    if (rule !== undefined) return applyRule('id', rule, { line: 1, value }, silent) !== undefined
    return Object.keys(value).some((name) => (this.#names.get(name) ?? name) === 'id')
  }

  /** Gives a row the names of a job's fields. A fault names each field that two names of the feed lead to. */
  rename(row: RawRow): { fields: [string, unknown][]; faults: Fault[] } {
    const fields = new Map<string, unknown>()
    const faults: Fault[] = []
    for (const [field, rule] of this.#rules) {
      const value = applyRule(field, rule, row, {
        onUnknown: (unknown) => this.#noticeValue(field, unknown),
        onNoMatch: (text) => this.#noticeNoMatch(field, text),
      })
      if (value === undefined) continue
      fields.set(field, value)
      this.#notice(field)
    }
    if (this.#readsPlaces) readPlaceField(fields)
    if (this.#unused.size > 0 && this.found.size < namesMax)
      for (const name of Object.keys(row.value ?? {})) this.found.add(name)
    for (const names of this.#unused)
      if (names.some((name) => findNamed(row, name) !== undefined)) this.#unused.delete(names)
    for (const [field, name, value] of this.#findOthers(row)) {
      if (fields.has(field)) faults.push({ field, message: `${field} is given twice, once as ${JSON.stringify(name)}` })
      fields.set(field, value)
      this.#notice(field)
    }
    return { fields: [...fields], faults }
  }

  /** Finds the fields of a row that no rule has taken: the new name, the name in the feed, and the value of each. */
  *#findOthers({ value: row, nested, idName = '' }: RawRow): Generator<NamedValue> {
    if (this.#file.others === 'drop') return
    // Attributes of XML are left out, unless the map names them or the id is among them.
    const attributes = [...this.#names.keys()].filter((name) => name.startsWith('@') && nested?.has(name))
    const others = [
      ...Object.entries(row ?? {}),
      ...attributes.map((name): [string, unknown] => [name, nested?.get(name)]),
    ]
    const hasId =
      Object.hasOwn(this.#file.fields, 'id') || others.some(([name]) => (this.#names.get(name) ?? name) === 'id')
    const hasIdName = others.some(([name]) => name === idName)
    if (!hasId && !hasIdName && nested?.has(idAttribute)) yield ['id', idAttribute, nested.get(idAttribute)]
    for (const [name, value] of others.filter(([name]) => !this.#isDropped(name) && !this.#isOfBoard(name))) {
      const field = this.#names.get(name) ?? (name === idName && !hasId ? 'id' : name)
      if (field === TERMS_FIELD) yield* this.#findTerms(name, value, nested?.get(name))
      else if (!this.#sourceNames.has(name)) yield [field, name, value]
    }
  }

  /** Finds the terms that a feed has in one object, also if a rule looks into it for another one. */
  *#findTerms(name: string, value: unknown, element: unknown): Generator<NamedValue> {
    const terms = element ?? value
    const isSplit = isObject(terms) && Object.keys(terms).length > 0
    if (!isSplit) yield [TERMS_FIELD, name, value]
    else
      for (const [field, member] of splitTerms(terms, element !== undefined)) {
        const path = name + field.slice(TERMS_FIELD.length)
        const isTaken = [...this.#sourceNames].some((source) => source === path || source.startsWith(`${path}.`))
        if (!isTaken && !this.#isDropped(path)) yield [field, path, member]
      }
  }

  /** Tells whether a name is that of a value of the board, which no rule uses. */
  #isOfBoard(name: string): boolean {
    if (!boardNames.has(name) || this.#names.has(name)) return false
    if (!this.#sourceNames.has(name)) this.boardNames.add(name)
    return true
  }

  #isDropped(name: string): boolean {
    return this.#names.get(name) === null || this.#file.drop?.includes(name) === true
  }

  #noticeValue(field: string, value: string): void {
    const key = JSON.stringify([field, value])
    if (this.#unknownValues.has(key) || this.#unknownValues.size >= valuesMax) return
    this.#unknownValues.add(key)
    this.#events.onUnknown(field, value)
  }

  #noticeNoMatch(field: string, text: string): void {
    if (this.#unmatched.has(field)) return
    this.#unmatched.add(field)
    this.#events.onNoMatch(field, text)
  }

  #notice(field: string): void {
    const isKnown = isFieldName(field) || field === TERMS_FIELD
    if (isKnown || this.#unknown.has(field) || this.#unknown.size >= namesMax) return
    this.#unknown.add(field)
    const meant = findMeantName(field) ?? findMisplacedTerm(field)
    if (meant === undefined) this.extra.push(field)
    else this.#events.onNearMiss(field, meant)
  }
}

const isLongForm = (map: MapFile | FieldNames): map is MapFile => !(map instanceof Map)

/** Lists names in quotes; of a long list the first ones. */
export function listNames(names: readonly string[]): string {
  const more = names.length > shownNamesMax ? ` and ${names.length - shownNamesMax} more` : ''
  const first = names.slice(0, shownNamesMax).map((name) => JSON.stringify(name))
  return first.join(', ') + more
}
