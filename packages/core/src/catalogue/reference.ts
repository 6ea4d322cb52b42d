import { fold } from '../db/word-pattern.ts'

/*
 * The external id of a job is its reference: people read it in an advert, and search for all of it or for a part, such as "2026-0117" of
 * "REF-2026-0117". A job has a key for each part, and a search looks for the key that its words make.
 */

/** A longer id has one key: people do not type a part of a random id. */
const PARTED_MAX = 24
/** Shorter parts are in too many ids. */
const PART_MIN = 3
/** Characters of a key. The others do not count. */
const CHARACTERS_MAX = 60

const SEPARATORS = /[^\p{L}\p{N}]+/u

/** The key of a reference. No word begins with its first character. */
const toReferenceKey = (parts: readonly string[]): string => `#${parts.join('').slice(0, CHARACTERS_MAX)}`

/** Whether a key of a job is one of its reference. */
export const isReferenceKey = (key: string): boolean => key.startsWith('#')

const splitReference = (text: string): string[] =>
  fold(text)
    .split(SEPARATORS)
    .filter((part) => part !== '')

/** Lists the keys of an external id: the whole id, and its beginnings and ends that have a digit. */
export function listReferenceKeys(externalId: string | null): string[] {
  const parts = splitReference(externalId ?? '')
  if (parts.length === 0) return []
  const isParted = parts.join('').length <= PARTED_MAX
  const others = isParted ? parts.flatMap((_, at) => [parts.slice(at), parts.slice(0, at)]) : []
  const named = others.filter((some) => some.join('').length >= PART_MIN && /\d/.test(some.join('')))
  return [...new Set([parts, ...named].map(toReferenceKey))]
}

/** The most parts between blanks that a search may write a reference in. */
const TYPED_MAX = 4

/** Lists for each typed part of a search the keys of the references that it may be, alone or with the parts beside it. */
export function findReferenceKeys(typed: readonly string[]): string[][] {
  const parts = typed.map(splitReference)
  const found = parts.map(() => new Set<string>())
  for (let first = 0; first < parts.length; first++)
    for (let end = first + 1; end <= Math.min(parts.length, first + TYPED_MAX); end++) {
      const reference = parts.slice(first, end).flat()
      // Several words are a reference only if they have a number, as "REF 2026 117".
      if (reference.length === 0 || (end > first + 1 && !/\d/.test(reference.join('')))) continue
      for (const keys of found.slice(first, end)) keys.add(toReferenceKey(reference))
    }
  return found.map((keys) => [...keys])
}
