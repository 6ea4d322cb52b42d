import { parseExtra } from '@boardwalk/schema/extra-fields'
import { HTML_FIELDS } from '@boardwalk/schema/job'
import { findChangedFields, type JobContent } from '@boardwalk/schema/job-content'
import { isObject, isSameJson, stringifyJson } from '@boardwalk/schema/json'
import { TERMS_FIELD, termNames } from '@boardwalk/schema/terms'
import type { FieldChange } from '../activity/schema.ts'
import { toPlainText } from '../text/html.ts'

/*
 * Describes a change of a job for people: what each changed field was before and is after, as text. A long text is cut around its first
 * difference, so that a change at its end shows, too.
 */

const CHARACTERS_MAX = 300
/** The characters before the first difference that a cut text keeps. */
const CONTEXT = 60
/** So much HTML around the first difference is read. The work is the same for a text of any length. */
const HTML_CHARACTERS_MAX = 4_000
const HTML_CONTEXT = 1_000

type Pair = [before: string, after: string]

/**
 * Describes what a change does to the fields of a job. Each term is one, such as `boardwalk.closesAt`. All other extra fields together
 * are one, `extra`.
 */
export function describeFieldChanges(before: JobContent, after: JobContent): FieldChange[] {
  const valuesBefore = new Map<string, unknown>(Object.entries(before.fields))
  const valuesAfter = new Map<string, unknown>(Object.entries(after.fields))
  return findChangedFields(before, after).flatMap((field) => {
    if (field === 'extra') return describeExtraChanges(before.extra, after.extra)
    const pair: Pair = [toText(valuesBefore.get(field)), toText(valuesAfter.get(field))]
    return [describePair(field, isHtml(field) ? toPlainTexts(pair) : pair)]
  })
}

/** Describes a change of a job as `describeFieldChanges` does, with its status. */
export const describeChanges = (before: JobContent, after: JobContent): FieldChange[] => [
  ...describeFieldChanges(before, after),
  ...(before.status === after.status ? [] : [{ field: 'status', before: before.status, after: after.status }]),
]

const isHtml = (field: string) => HTML_FIELDS.some((name) => name === field)

const toText = (value: unknown): string => {
  if (isObject(value)) return stringifyJson(value)
  return Array.isArray(value) ? value.map(toText).join(', ') : String(value ?? '')
}

function describeExtraChanges(before: string, after: string): FieldChange[] {
  const [one, other] = [separateTerms(parseExtra(before)), separateTerms(parseExtra(after))]
  const terms = termNames
    .map((name): [string, Pair] => [`${TERMS_FIELD}.${name}`, [toText(one.terms[name]), toText(other.terms[name])]])
    .filter(([, [textBefore, textAfter]]) => textBefore !== textAfter)
    .map(([name, pair]) => describePair(name, pair))
  const changed = Object.keys({ ...one.others, ...other.others }).filter(
    (name) => !isSameJson(one.others[name], other.others[name]),
  )
  if (changed.length === 0) return terms
  return [...terms, describePair('extra', [write(one.others, changed), write(other.others, changed)])]
}

type Values = Record<string, unknown>

/** Separates the terms from the other extra fields. Members of `boardwalk` that the board does not know are among the others. */
function separateTerms(extra: Values): { terms: Values; others: Values } {
  const { [TERMS_FIELD]: terms, ...others } = extra
  if (!isObject(terms)) return { terms: {}, others: extra }
  const unknown = Object.entries(terms).filter(([name]) => !termNames.some((known) => known === name))
  return {
    terms,
    others: unknown.length === 0 ? others : { ...others, [TERMS_FIELD]: Object.fromEntries(unknown) },
  }
}

/** Those of the extra fields with these names, as JSON. */
function write(extra: Values, names: string[]): string {
  const present = Object.entries(extra).filter(([name]) => names.includes(name))
  return present.length === 0 ? '' : stringifyJson(Object.fromEntries(present))
}

function describePair(field: string, pair: Pair): FieldChange {
  const start = findStart(pair, CHARACTERS_MAX, CONTEXT)
  const [before, after] = pair.map((text) => {
    const rest = text.slice(start)
    const cut = rest.length > CHARACTERS_MAX ? `${rest.slice(0, CHARACTERS_MAX)}…` : rest
    return start > 0 ? `…${cut}` : cut
  })
  return { field, before: before ?? '', after: after ?? '' }
}

/** Makes plain text of the HTML around the first difference. */
function toPlainTexts(pair: Pair): Pair {
  const start = findStart(pair, HTML_CHARACTERS_MAX, HTML_CONTEXT)
  const [before = '', after = ''] = pair.map((html) => {
    const part = html.slice(start, start + HTML_CHARACTERS_MAX)
    // A cut may leave the end of a tag at the beginning, and the beginning of one at the end.
    return toPlainText(part.replace(/^[^<>]*>/, '').replace(/<[^>]*$/, ''))
  })
  // Both parts have as much HTML, but not as many tags, so one may have more words at its end.
  const isCut = pair.every((html) => html.length > start + HTML_CHARACTERS_MAX)
  const length = isCut ? Math.min(before.length, after.length) : undefined
  return [before.slice(0, length), after.slice(0, length)]
}

/** Finds where to begin to read two texts: at 0 if both are short or differ early, else some characters before the first difference. */
function findStart([before, after]: Pair, charactersMax: number, context: number): number {
  if (Math.max(before.length, after.length) <= charactersMax) return 0
  let index = 0
  while (index < before.length && before[index] === after[index]) index++
  return index === before.length && index === after.length ? 0 : Math.max(0, index - context)
}
