import { isObject } from '@boardwalk/schema/json'
import { TERMS_FIELD } from '@boardwalk/schema/terms'
import type { FeedJob } from './row.ts'
import { readMembers } from './xml-element.ts'

/*
 * The terms of a job are members of its field `boardwalk`. While a row is read, each is a field of its own, such as
 * `boardwalk.closesAt`, so that a map and a column of CSV can name it.
 */

const PREFIX = `${TERMS_FIELD}.`

/** Makes the name of the field that a term is while a row is read. */
export const toTermField = (term: string): string => PREFIX + term

/** Tells whether a field is a term, also one that the board does not know. */
export const isTermField = (field: string): boolean => field.startsWith(PREFIX)

/** Splits the terms that a feed has in one object: the field and its value, for each. `isElement`: the object is an element of XML. */
export const splitTerms = (terms: object, isElement: boolean): [field: string, value: unknown][] =>
  Object.entries(isElement ? readMembers(terms) : terms).map(([name, value]) => [toTermField(name), value])

type Field = readonly [field: string, value: unknown]

/** Makes the job of a row, with the terms in one object. */
export function gatherTerms(fields: readonly Field[]): FeedJob {
  const isTerm = ([field]: Field) => isTermField(field)
  const job: FeedJob = Object.fromEntries(fields.filter((field) => !isTerm(field)))
  const terms = fields.filter(isTerm).map(([field, value]) => [field.slice(PREFIX.length), value])
  if (terms.length === 0) return job
  const whole = job[TERMS_FIELD]
  return { ...job, [TERMS_FIELD]: { ...(isObject(whole) && whole), ...Object.fromEntries(terms) } }
}
