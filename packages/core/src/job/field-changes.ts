import { parseExtra } from '@boardwalk/schema/extra-fields'
import { HTML_FIELDS } from '@boardwalk/schema/job'
import { findChangedFields, type JobContent } from '@boardwalk/schema/job-content'
import { isObject, isSameJson, stringifyJson } from '@boardwalk/schema/json'
import { describePlaces } from '@boardwalk/schema/place/job-places'
import { readTerms, TERMS_FIELD, termNames } from '@boardwalk/schema/terms'
import type { FieldChange } from '../activity/schema.ts'
import { toPlainText } from '../text/html.ts'

/*
 * Describes a change of a job for people: what each changed field was before and is after, as text. A long text is cut around what
 * differs, so that a change at its end shows, too.
 */

const CHARACTERS_MAX = 120
/** The characters before and after a difference that a cut text keeps. */
const CONTEXT = 40
/** So much HTML around a difference is read. The work is the same for a text of any length. */
const HTML_CHARACTERS_MAX = 2_000
const HTML_CONTEXT = 500

type Pair = [before: string, after: string]

/**
 * Describes what a change does to the fields of a job. Each term is one, such as `boardwalk.closesAt`. All other extra fields together
 * are one, `extra`.
 */
export function describeFieldChanges(before: JobContent, after: JobContent): FieldChange[] {
  const valuesBefore = new Map<string, unknown>(Object.entries(before.fields))
  const valuesAfter = new Map<string, unknown>(Object.entries(after.fields))
  return findChangedFields(before, after).flatMap((field) => {
    if (field === 'extra') return describeExtraChanges(before, after)
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

function describeExtraChanges(before: JobContent, after: JobContent): FieldChange[] {
  const [one, other] = [separateTerms(parseExtra(before.extra)), separateTerms(parseExtra(after.extra))]
  const effective = findEffective(other.terms, after)
  const terms = termNames
    .map((name) => ({ name, pair: [toText(one.terms[name]), toText(other.terms[name])] satisfies Pair }))
    .filter(({ pair: [textBefore, textAfter] }) => textBefore !== textAfter)
    .map(({ name, pair }) => ({
      ...describePair(`${TERMS_FIELD}.${name}`, pair),
      ...(pair[1] !== '' && !effective.has(name) && { isIgnored: true }),
    }))
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

/** Finds the terms of a job that take effect: those that are right, and countries only if people may work from there. */
function findEffective(terms: Values, { fields }: JobContent): Set<string> {
  const right = new Set(Object.keys(readTerms(terms).terms))
  if (describePlaces(fields).workMode !== 'REMOTE') right.delete('countries')
  return right
}

/** Those of the extra fields with these names, as JSON. */
function write(extra: Values, names: string[]): string {
  const present = Object.entries(extra).filter(([name]) => names.includes(name))
  return present.length === 0 ? '' : stringifyJson(Object.fromEntries(present))
}

function describePair(field: string, pair: Pair): FieldChange {
  const [before, after] = cutPair(pair, CHARACTERS_MAX, CONTEXT).map(
    ({ text, start, end, part }) => `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`,
  )
  return { field, before: before ?? '', after: after ?? '' }
}

/** Makes plain text of the HTML around a difference. */
function toPlainTexts(pair: Pair): Pair {
  const cut = cutPair(pair, HTML_CHARACTERS_MAX, HTML_CONTEXT)
  const [before = '', after = ''] = cut.map(({ part }) =>
    // A cut may leave the end of a tag at the beginning, and the beginning of one at the end.
    toPlainText(part.replace(/^[^<>]*>/, '').replace(/<[^>]*$/, '')),
  )
  // Parts of the full size have as much HTML, but not as many tags, so one may have more words at its end.
  const isFull = cut.every(({ part }) => part.length === HTML_CHARACTERS_MAX)
  const length = isFull ? Math.min(before.length, after.length) : undefined
  return [before.slice(0, length), after.slice(0, length)]
}

/** The part of a text that is kept. */
interface CutText {
  text: string
  start: number
  end: number
  part: string
}

/**
 * Cuts two texts to at most `charactersMax` characters each. Short texts stay whole. Of others it keeps what differs and up to `context`
 * characters before and after it, the same for both, so that a reader sees at once what differs.
 */
function cutPair(pair: Pair, charactersMax: number, context: number): CutText[] {
  const [before, after] = pair
  if (Math.max(before.length, after.length) <= charactersMax)
    return pair.map((text) => ({ text, start: 0, end: text.length, part: text }))
  const shorter = Math.min(before.length, after.length)
  let sameAtStart = 0
  while (sameAtStart < shorter && before[sameAtStart] === after[sameAtStart]) sameAtStart++
  const isSameFromEnd = (place: number) => before[before.length - 1 - place] === after[after.length - 1 - place]
  let sameAtEnd = 0
  while (sameAtEnd < shorter - sameAtStart && isSameFromEnd(sameAtEnd)) sameAtEnd++
  const start = Math.max(0, sameAtStart - context)
  const leftOut = Math.max(0, sameAtEnd - context)
  return pair.map((text) => {
    const end = Math.min(text.length - leftOut, start + charactersMax)
    return { text, start, end, part: text.slice(start, end) }
  })
}
