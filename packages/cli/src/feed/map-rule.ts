import { HTML_FIELDS } from '@boardwalk/schema/job'
import { isObject } from '@boardwalk/schema/json'
import { decodeHTMLStrict } from 'entities/decode'
import { foldValue } from '../spreadsheet.ts'
import { readDateBy } from './date.ts'
import { canBeList, findChoice, isFieldName, isObjects, mustBeList, parseAmount } from './job-field.ts'
import { createPattern, listSources, type Rule } from './map-file.ts'
import type { RawRow } from './row.ts'
import { findContent } from './xml-element.ts'

const isMissing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Finds a value by its name, `location.city`. A list on the way gives a list of what its items have. */
export function findNamed({ value, nested }: Pick<RawRow, 'value' | 'nested'>, name: string): unknown {
  if (!isObject(value)) return undefined
  const [first = '', ...rest] = name.split('.')
  if (nested?.has(name)) return nested.get(name)
  if (Object.hasOwn(value, name)) return value[name]
  return walk(nested?.get(first) ?? (Object.hasOwn(value, first) ? value[first] : undefined), rest)
}

function walk(value: unknown, [first, ...rest]: string[]): unknown {
  if (first === undefined) return value
  if (Array.isArray(value)) {
    if (/^\d+$/.test(first)) return walk(value[Number(first)], rest)
    return value.flatMap((item) => walk(item, [first, ...rest]) ?? [])
  }
  return isObject(value) && Object.hasOwn(value, first) ? walk(value[first], rest) : undefined
}

/** Receives what a rule leaves out. */
export interface RuleEvents {
  /** A value that the rule has no meaning for. */
  onUnknown(value: string): void
  /** A text that the pattern of the rule does not match. */
  onNoMatch(text: string): void
}

/** Makes the value of a field; undefined if the row has none. */
export function applyRule(field: string, rule: Rule, row: RawRow, events: RuleEvents): unknown {
  if (rule.members !== undefined) return makeObjects(field, rule, row, events)
  const found = listSources(field, rule).map((name) => readSource(rule, row, name))
  const given = collect(field, rule, found)
  const decoded = mapEach(given, (one) =>
    rule.decode === 'html' && typeof one === 'string' ? decode(field, one) : one,
  )
  const items = rule.split === undefined ? decoded : splitTexts(decoded, rule.split)
  const matched = rule.match === undefined ? items : matchEach(items, rule.match, events.onNoMatch)
  const meant = mapEach(matched, (one) =>
    readNumber(readDay(translate(field, one, rule, events.onUnknown), rule), rule),
  )
  const value = isMissing(meant) ? rule.default : meant
  if (isMissing(value)) return undefined
  // An id of a vendor is often a number; the board's ids are texts.
  const isText = rule.prefix !== undefined || field === 'id'
  return fitList(field, isText ? mapEach(value, (one) => `${rule.prefix ?? ''}${one}`) : value)
}

/** Joins what the names of a rule found, or collects it for a field that can hold a list, or takes the first. */
function collect(field: string, { join, firstOf }: Rule, found: unknown[]): unknown {
  const present = found.filter((value) => !isMissing(value))
  if (join !== undefined) return joinTexts(firstOf === undefined ? found : present.slice(0, 1), join)
  return present.length > 1 && firstOf === undefined && canBeList(field) ? present.flat() : present[0]
}

const escapedHtml = /&lt;\/?[a-z]|&amp;#?\w+;/i

/** Reads a text that was escaped as HTML. A field that holds HTML itself was escaped only if it has tags, and all are escaped. */
function decode(field: string, text: string): string {
  const isHtml = HTML_FIELDS.some((name) => name === field)
  return isHtml && (/<[a-z!/]/i.test(text) || !escapedHtml.test(text)) ? text : decodeHTMLStrict(text)
}

function readSource({ each, join, from, firstOf }: Rule, row: RawRow, name: string): unknown {
  const value = findNamed(row, name)
  if (each !== undefined)
    return joinTexts(
      [value].flat().map((item) => fill(each, item)),
      '',
    )
  // An element with child elements is HTML unless the rule looks into it.
  if (row.nested?.has(name) && isObject(row.value) && Object.hasOwn(row.value, name)) return row.value[name]
  const hasOthers = join !== undefined || Array.isArray(from ?? firstOf)
  const content = readContents(value, !hasOthers)
  return hasOthers && isObject(content) ? undefined : content
}

/** Replaces each element of XML that has attributes or child elements by its content. */
function readContents(value: unknown, isHtmlMeant: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => readContents(one, isHtmlMeant))
  return isObject(value) ? (findContent(value, isHtmlMeant) ?? value) : value
}

/**
 * Makes an object of each object in a list. One for which a rule with `match` or `unknown` finds nothing is left out. A row with an empty
 * list says that there are none.
 */
function makeObjects(field: string, rule: Rule, row: RawRow, { onUnknown }: RuleEvents): object[] | undefined {
  const found = listSources(field, rule).map((name) => findNamed(row, name))
  const list = found.find((value) => value !== undefined && value !== null)
  return list === undefined ? undefined : [list].flat().filter(isObject).flatMap(makeObject)

  function makeObject(value: object): object[] {
    const members: [string, unknown][] = []
    for (const [member, source] of Object.entries(rule.members ?? {})) {
      const own = typeof source === 'string' ? { from: source } : source
      // By `match`, a map chooses among the objects, so a text that does not match is no mistake.
      const events = { onUnknown, onNoMatch: () => {} }
      const made = applyRule(`${field}.${member}`, own, { line: row.line, value }, events)
      if (made !== undefined) members.push([member, made])
      else if ((own.match ?? own.unknown) !== undefined) return []
    }
    return [Object.fromEntries(members)]
  }
}

/** Fills the names in braces; undefined if the item has none of them. */
function fill(template: string, item: unknown): string | undefined {
  let isAny = false
  const filled = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = joinTexts([isObject(item) ? readContents(walk(item, name.split('.')), true) : undefined], ' ')
    isAny ||= value !== undefined
    return value ?? ''
  })
  return isAny ? filled : undefined
}

function joinTexts(values: unknown[], between: string): string | undefined {
  const texts = values.flat(2).filter((value) => !isMissing(value) && !isObject(value))
  return texts.length === 0 ? undefined : texts.join(between)
}

function splitTexts(value: unknown, between: string): unknown[] {
  const parts = [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(between) : [one]))
  return parts.map((part) => (typeof part === 'string' ? part.trim() : part)).filter((part) => !isMissing(part))
}

/** Changes a value, or each item of a list. */
function mapEach(value: unknown, change: (one: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return isMissing(value) ? value : change(value)
  return [...new Set(value.map(change))].filter((one) => !isMissing(one))
}

function translate(field: string, value: unknown, rule: Rule, onUnknown: (value: string) => void): unknown {
  const { values, unknown } = rule
  if (values === undefined || isObject(value)) return value
  const text = String(value).trim()
  if (Object.hasOwn(values, text)) return values[text]
  const folded = foldValue(text)
  const same = Object.entries(values).find(([name]) => foldValue(name) === folded)
  if (same !== undefined) return same[1]
  if (unknown !== 'drop') return value
  const choice = findChoice(field, text)
  if (choice === undefined) onUnknown(text)
  return choice
}

/** Finds in each text what the pattern of a rule matches. */
function matchEach(value: unknown, source: string, onNoMatch: (text: string) => void): unknown {
  const pattern = createPattern(source)
  return mapEach(value, (one) => {
    if (isObject(one)) return one
    const found = pattern.exec(String(one))
    if (found === null) onNoMatch(String(one))
    return found?.slice(1).find((group) => group !== undefined) ?? found?.[0]
  })
}

const readDay = (value: unknown, { date }: Rule) =>
  date === undefined || isObject(value) ? value : (readDateBy(date, String(value)) ?? value)

const readNumber = (value: unknown, { decimal }: Rule) =>
  decimal !== undefined && typeof value === 'string' ? (parseAmount(value, decimal) ?? value) : value

/** Gives a field that needs a list a list, and one that cannot hold a list the first item. Extra fields hold anything. */
function fitList(field: string, value: unknown): unknown {
  if (isObjects(field)) return value
  if (!Array.isArray(value)) return mustBeList(field) ? [value] : value
  if (canBeList(field)) return value.length === 1 && !mustBeList(field) ? value[0] : value
  return isFieldName(field) ? value[0] : value
}
