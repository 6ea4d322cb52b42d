import { parseInstant } from '@boardwalk/schema/iso-date'
import { JobUpsert } from '@boardwalk/schema/job'
import { findNearest, formatValue } from '@boardwalk/schema/wording'
import { listPatterns } from './date.ts'
import { type Decimal, getChoices, isDate, isNumber, mustBeList, parseAmount } from './job-field.ts'
import type { Rule } from './map-file.ts'
import { applyRule } from './map-rule.ts'

/* What a message says about a text that a field does not accept. A rule of a --map file is named only if it reads this text. */

/** Says what helps with a text that a field, or an item of its list such as `languages.0`, does not accept. Empty if nothing does. */
export function adviseText(path: string, text: string): string {
  const [field = ''] = path.split('.')
  if (isNumber(field)) return adviseAmount(field, text)
  return (mustBeList(field) ? adviseList(field, text) : undefined) ?? adviseMeaning(field, text)
}

/** Says why a text is no date of a field, and which rule of a map reads it. */
export function adviseDate(field: string, text: string): string {
  const found = findReadings(
    field,
    text,
    listPatterns(text).map((date) => ({ date })),
  )
  const ways = new Set(found.map(({ value }) => value)).size
  const why = ways > 1 ? `can be read in ${ways} ways` : 'is not read as a date'
  const [first] = found
  const rule = first && `: say in a --map file how the feed writes dates; ${first.written} reads it as ${first.value}`
  return `${field} ${formatValue(text)} ${why}${rule ?? ''}`
}

interface Reading {
  /** The rule as a map file. */
  written: string
  /** The value that the rule gives. */
  value: unknown
}

/** Tries rules on a text. Returns those that give a value that the field accepts, in their order. */
function findReadings(field: string, text: string, rules: readonly Rule[]): Reading[] {
  return rules.flatMap((rule) => {
    const value = applyRule(field, rule, { line: 1, value: { [field]: text } }, silent)
    return accepts(field, value) ? [{ written: JSON.stringify({ fields: { [field]: rule } }), value }] : []
  })
}

const silent = { onUnknown: () => {}, onNoMatch: () => {} }

function accepts(field: string, value: unknown): boolean {
  if (isDate(field)) return typeof value === 'string' && parseInstant(value, {}) !== undefined
  return value !== undefined && JobUpsert.safeParse({ id: 'A', [field]: value }).success
}

const currencyNames = `\\p{Sc}|${Intl.supportedValuesOf('currency').join('|')}|dhs?|dirhams?|euros?|dollars?|livres?|pounds?|francs?(?: cfa)?|f?cfa|dinars?|درهم|دينار`

/** A sign such as €, a code such as MAD, or a name that people write. */
const currency = new RegExp(`^(?:${currencyNames})\\.?$`, 'iu')

/** `9k`, `9 kEUR`, `9 mille`: no rule of a map multiplies a number. */
const multiple = new RegExp(`\\d\\s*(?:[km](?:${currencyNames})?(?!\\p{L})|mil|thousand|tausend|lakh)`, 'iu')

/** An amount, and one at the end of a range. */
const amount = "(\\d(?:[\\d\\s.,'’]*\\d)?)"
const endAmount = `(?<!\\p{L})(?:à|et|to|and|bis|-|–|—)\\s*${amount}`

/** Says why a text is no number of a field, and what helps. */
function adviseAmount(field: string, text: string): string {
  const whole = describeAmount(field, text)
  if (whole !== undefined) return whole
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d.*\d)(\D*)$/s.exec(text) ?? []
  const words = [before.trim(), after.trim()].filter((word) => word !== '')
  const isPrice =
    parseAmount(digits, ',') !== undefined && words.length > 0 && words.every((word) => currency.test(word))
  const advice = isPrice ? `; send the amount without ${JSON.stringify(words.join(' '))}` : adviseMatch(field, text)
  const blanks = [...new Set(text.match(/[^\S ]/g))].map((blank) => `U+${toHex(blank)}`)
  return advice + (blanks.length > 0 ? ` (it has the blank ${blanks.join(', ')})` : '')
}

/** Says how a map takes an amount out of a text: for a maximum the second amount of a range, such as `9000 à 12000`. */
function adviseMatch(field: string, text: string): string {
  if (multiple.test(text)) return ''
  const end = field.startsWith('max') ? describeAmount(field, text, endAmount) : undefined
  return end ?? describeAmount(field, text, amount) ?? ''
}

const decimals: Decimal[] = [',', '.']

/** Says as which number a map reads a text, or what `match` finds in it. Undefined if it reads none. */
function describeAmount(field: string, text: string, match?: string): string | undefined {
  const rules = decimals.map((decimal): Rule => (match === undefined ? { decimal } : { match, decimal }))
  const [first, second] = findReadings(field, text, rules)
  if (first === undefined) return undefined
  const { written, value } = first
  if (second === undefined || second.value === value) return `; a --map file with ${written} reads it as ${value}`
  return `; it may be ${value} or ${second.value}: say which in a --map file, with ${written} for ${value} or "." instead for ${second.value}`
}

const toHex = (char: string) => char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

const separators = ['|', '\n', ';', ',', '/']
const findSeparators = (text: string) => separators.filter((separator) => text.includes(separator))

/** Says how a map makes a list of a text. Undefined if the items are not known either. */
function adviseList(field: string, text: string): string | undefined {
  const [first] = findReadings(field, text, [...findSeparators(text).map((split) => ({ split })), { from: field }])
  return first && `; a --map file with ${first.written} makes a list of it`
}

/** A longer text is no value with a meaning of its own, and its rule would fill the message. */
const meaningCharactersMax = 100

/** Says how to give a meaning to a text that is none of a field's choices. */
function adviseMeaning(field: string, text: string): string {
  if (getChoices(field).length === 0 || text.length > meaningCharactersMax) return ''
  const splits = mustBeList(field) ? findSeparators(text) : []
  const [first] = findReadings(field, text, [
    ...splits.map((split) => ({ split, values: createValues(field, text.split(split)) })),
    { values: createValues(field, [text]) },
  ])
  return first === undefined ? '' : `; a --map file can say what it means: ${first.written}`
}

/** Gives each text that is no choice of a field one of the choices, as an example. */
function createValues(field: string, texts: string[]): Record<string, string> {
  const choices = getChoices(field)
  const meanings = texts.map((text, index) => [
    text.trim(),
    findNearest(text.trim(), choices) ?? choices[index % choices.length] ?? '',
  ])
  return Object.fromEntries(meanings.filter(([text = '']) => text !== '' && !choices.includes(text)))
}
