import { parseInstant } from '@boardwalk/schema/iso-date'
import { JobUpsert } from '@boardwalk/schema/job'
import { findNearest, formatValue } from '@boardwalk/schema/wording'
import { listPatterns } from './date.ts'
import { type Decimal, getChoices, isDate, isNumber, mustBeList, parseAmount } from './job-field.ts'
import type { Rule, RuleSource } from './map-file.ts'
import { applyRule } from './map-rule.ts'

/* What a message says about a text that a field does not accept. A rule of a --map file is named only if it reads this text. */

/** A field, and where the map reads it. */
export interface MappedField {
  name: string
  source: RuleSource
}

/** Says what helps with a text that a field, or an item of its list, does not accept. Empty if nothing does. */
export function adviseText(field: MappedField, text: string): string {
  if (isNumber(field.name)) return adviseAmount(field, text)
  return (mustBeList(field.name) ? adviseList(field, text) : undefined) ?? adviseMeaning(field, text)
}

/** Says that a closing date cannot be read, and which rule of a map reads it. */
export function adviseDate(field: MappedField, text: string): string {
  const found = findReadings(
    field,
    text,
    listPatterns(text).map((date) => ({ date })),
  )
  const start = `the job does not close: ${field.name} ${formatValue(text)}`
  const [first] = found
  if (first === undefined) return `${start} is not read as a date${adviseNoDate(field, text)}`
  const others = found.filter(({ value }, at) => found.findIndex((other) => other.value === value) === at).slice(1)
  const rule = `say which in a --map file, with ${first.written} for ${first.value}`
  if (others.length === 0)
    return `${start} is not read as a date; a --map file with ${first.written} reads it as ${first.value}`
  const choices = [first, ...others].map(({ value }) => String(value))
  const instead = others.map(({ rule, value }) => `${JSON.stringify(rule.date)} instead for ${value}`)
  return `${start} may be ${either.format(choices)}: ${rule} or ${instead.join(' or ')}`
}

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/** Says how a map leaves out a text that means that there is no date. */
const adviseNoDate = (field: MappedField, text: string): string =>
  /\d/.test(text) || text.length > meaningCharactersMax
    ? ''
    : `; if it means that there is none, use a --map file with ${writeRule(field, { values: { [text.trim()]: null } })}`

interface Reading {
  rule: Rule
  /** The rule as a map file. */
  written: string
  /** The value that the rule gives. */
  value: unknown
}

/** Tries rules on a text. Returns those that give a value that the field accepts, in their order. */
function findReadings(field: MappedField, text: string, rules: readonly Rule[]): Reading[] {
  return rules.flatMap((rule) => {
    const value = applyRule(field.name, rule, { line: 1, value: { [field.name]: text } }, silent)
    return accepts(field.name, value) ? [{ rule, written: writeRule(field, rule), value }] : []
  })
}

const writeRule = ({ name, source }: MappedField, rule: Rule): string =>
  JSON.stringify({ fields: { [name]: { ...source, ...rule } } })

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
function adviseAmount(field: MappedField, text: string): string {
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
function adviseMatch(field: MappedField, text: string): string {
  if (multiple.test(text)) return ''
  const end = field.name.startsWith('max') ? describeAmount(field, text, endAmount) : undefined
  return end ?? describeAmount(field, text, amount) ?? ''
}

const decimals: Decimal[] = [',', '.']

/** Says as which number a map reads a text, or what `match` finds in it. Undefined if it reads none. */
function describeAmount(field: MappedField, text: string, match?: string): string | undefined {
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
function adviseList(field: MappedField, text: string): string | undefined {
  const [first] = findReadings(field, text, [...findSeparators(text).map((split) => ({ split })), {}])
  return first && `; a --map file with ${first.written} makes a list of it`
}

/** A longer text is no value with a meaning of its own, and its rule would fill the message. */
const meaningCharactersMax = 100

/** Stands in a rule for a meaning that cannot be guessed. A map with it is refused with the list of meanings. */
const PLACEHOLDER = '…'

/** Says how to give a meaning to a text that is none of a field's choices. */
function adviseMeaning(field: MappedField, text: string): string {
  const choices = getChoices(field.name)
  const [anyChoice] = choices
  if (anyChoice === undefined || text.length > meaningCharactersMax) return ''
  const splits = mustBeList(field.name) ? findSeparators(text) : []
  const rules: Rule[] = [
    ...splits.map((split) => ({ split, values: guessMeanings(choices, text.split(split), anyChoice) })),
    { values: guessMeanings(choices, [text], anyChoice) },
  ]
  const [first] = findReadings(field, text, rules)
  if (first === undefined) return ''
  const { split } = first.rule
  const values = guessMeanings(choices, split === undefined ? [text] : text.split(split), PLACEHOLDER)
  const written = writeRule(field, { ...(split !== undefined && { split }), values })
  const how = Object.values(values).includes(PLACEHOLDER) ? `, with one of these in place of "${PLACEHOLDER}"` : ''
  return `; a --map file can say what it means${how}: ${written}`
}

/** Gives each text that is no choice the choice that was probably meant, or `unknown`. */
function guessMeanings(choices: readonly string[], texts: string[], unknown: string): Record<string, string> {
  const meanings = texts.map((text) => [text.trim(), findNearest(text.trim(), choices) ?? unknown])
  return Object.fromEntries(meanings.filter(([text = '']) => text !== '' && !choices.includes(text)))
}
