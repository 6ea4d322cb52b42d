import { findMeantField, JobUpdate } from '@boardwalk/schema/job'
import { isObject } from '@boardwalk/schema/json'
import { SentTerms } from '@boardwalk/schema/terms'
import { findNearest } from '@boardwalk/schema/wording'
import { z } from 'zod'
import { foldValue } from '../spreadsheet.ts'
import { tryParseJson } from '../stored-file.ts'
import { isTermField, toTermField } from './term-field.ts'

/** The kind of value that a field of a job holds. */
type Kind = 'number' | 'boolean' | 'list' | 'text or list' | 'text' | 'objects'

/** Finds the types that a JSON Schema accepts, with those of its alternatives (`anyOf`). */
function findTypes(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const inner = Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(findTypes) : []
  const own: unknown[] = [schema.type].flat()
  return [...own.filter((type) => typeof type === 'string'), ...inner]
}

/** Finds the types that the items of a list may have. */
function findItemTypes(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const inner = Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(findItemTypes) : []
  return [...findTypes(schema.items), ...inner]
}

function findKind(schema: unknown): Kind {
  const types = findTypes(schema)
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('boolean')) return 'boolean'
  if (!types.includes('array')) return 'text'
  if (findItemTypes(schema).includes('object')) return 'objects'
  return types.includes('string') ? 'text or list' : 'list'
}

/** Finds the texts that a JSON Schema accepts for a value or an item; empty if it accepts any. */
function findChoices(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const own: unknown[] = Array.isArray(schema.enum) ? schema.enum : []
  const inner: unknown[] = [schema.items, ...(Array.isArray(schema.anyOf) ? schema.anyOf : [])]
  return [...own.filter((choice) => typeof choice === 'string'), ...inner.flatMap(findChoices)]
}

/** Lists the members of a job or of its terms, each with its JSON Schema. */
function listMembers(schema: z.ZodType): [name: string, schema: unknown][] {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const resolve = ({ $ref }: { $ref?: unknown }) => $defs[String($ref).split('/').at(-1) ?? '']
  // A list of values has a name, so that a field only refers to it.
  const { properties } = JSON.parse(JSON.stringify(resolve(root) ?? root), (_name, value) =>
    isObject(value) && typeof value.$ref === 'string' ? resolve(value) : value,
  )
  return Object.entries(properties)
}

/**
 * The documented fields of a job, from the schema with which the server checks jobs. Each term is a field too, such as
 * `boardwalk.closesAt`.
 */
const fieldByName: ReadonlyMap<string, { kind: Kind; choices: string[] }> = new Map(
  [
    ...listMembers(JobUpdate),
    ...listMembers(SentTerms).map(([name, schema]) => [toTermField(name), schema] as const),
  ].map(([name, schema]) => [name, { kind: findKind(schema), choices: findChoices(schema) }]),
)

/** The names of the documented fields of a job and of its terms. */
export const fieldNames: readonly string[] = [...fieldByName.keys()]

/** Tells whether a field of a job or a term has this name. */
export const isFieldName = (name: string): boolean => fieldByName.has(name)

const termFieldNames = fieldNames.filter(isTermField)

/** Finds the field of a job or the term that was probably meant by another name. */
export function findMeantName(name: string): string | undefined {
  if (isFieldName(name)) return undefined
  return findNearest(name, termFieldNames) ?? (isTermField(name) ? undefined : findMeantField(name))
}

/** Finds the term that a field beside `boardwalk` may be meant as. It may also be a field of the ATS, so it is no mistake. */
export const findMisplacedTerm = (name: string): string | undefined =>
  termFieldNames.find((field) => field === toTermField(name))

/** Finds the texts that a field accepts; empty if it accepts any. */
export const getChoices = (name: string): readonly string[] => fieldByName.get(name)?.choices ?? []

/** Finds the text that a field accepts and that differs from this one only in capitals and blanks. */
export function findChoice(name: string, text: string): string | undefined {
  const folded = foldValue(text)
  return getChoices(name).find((choice) => foldValue(choice) === folded)
}

/** Tells whether a field holds a number. */
export const isNumber = (name: string): boolean => fieldByName.get(name)?.kind === 'number'

/** Tells whether a field holds a date. */
export const isDate = (name: string): boolean => name === toTermField('closesAt')

/** Tells whether a field holds a list of objects, which a text has as JSON. */
export const isObjects = (name: string): boolean => fieldByName.get(name)?.kind === 'objects'

/** Tells whether a field holds a list and nothing else. */
export const mustBeList = (name: string): boolean => fieldByName.get(name)?.kind === 'list'

const trueWords = ['true', '1', 'yes', 'oui', 'vrai', 'ja', 'wahr']
const falseWords = ['false', '0', 'no', 'non', 'faux', 'nein', 'falsch']

/** Converts a text of CSV or XML to the kind of value that the field holds. A text that does not fit stays unchanged. */
export function convertText(name: string, text: string): unknown {
  const kind = fieldByName.get(name)?.kind ?? 'text'
  const trimmed = text.trim()
  if (kind === 'number') return parseAmount(text) ?? text
  if (kind === 'boolean') {
    const word = trimmed.toLowerCase()
    if (trueWords.includes(word)) return true
    return falseWords.includes(word) ? false : text
  }
  if (kind === 'objects') return tryParseJson(text) ?? text
  if (kind === 'list' || (kind === 'text or list' && text.includes('|')))
    return splitList(text).map((item) => findChoice(name, item) ?? item)
  return findChoice(name, text) ?? text
}

/** Tells whether a field can hold a list of texts. */
export const canBeList = (name: string): boolean => fieldByName.get(name)?.kind.includes('list') ?? false

const splitList = (text: string) =>
  text
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** What separates the whole part of a number from its fraction. */
export type Decimal = ',' | '.'

/** Groups of three digits between blanks, apostrophes, points or commas, such as `12 000,50`. */
const grouped = /^[+-]?\d{1,3}([ \u00a0\u2007\u2009\u202f.,'’])\d{3}(?:\1\d{3})*(?:([.,])\d+)?$/
const fractional = /^[+-]?(\d+)([.,])(\d+)$/

/**
 * Reads a number as people write it: `9000`, `9 000`, `4001,50`, `9.000,00`, `9000.-`. A text with two readings, such as
 * `9.000`, is read only if `decimal` is given. Undefined if the text is no number.
 */
export function parseAmount(text: string, decimal?: Decimal): number | undefined {
  // In `9000.-` and `9.000,–` the dash means that the fraction is zero.
  const trimmed = text.trim().replace(/(?<=\d[.,])[-–—]{1,2}$/, '00')
  if (/^[+-]?\d+$/.test(trimmed)) return Number(trimmed)
  const [, whole = '', mark, fraction = ''] = fractional.exec(trimmed) ?? []
  if (mark !== undefined) {
    if (fraction.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole)) return Number(trimmed.replace(',', '.'))
    if (decimal === undefined) return undefined
    return Number(trimmed.replace(mark, mark === decimal ? '.' : ''))
  }
  const [, separator, end] = grouped.exec(trimmed) ?? []
  if (separator === undefined || separator === end) return undefined
  return Number(trimmed.replaceAll(separator, '').replace(',', '.'))
}
