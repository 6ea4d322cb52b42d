import type { JobFields } from '@boardwalk/schema/job'
import { LRUCache } from 'lru-cache'
import { fold } from '../db/word-pattern.ts'
import { BOTH_GENDERS, replaceEndings } from './inclusive.ts'

/*
 * The words of a job and of a search. They are written so that both agree in spite of another case, accent, gender or number
 * (docs/adr/0016-search.md). The same rules serve French, English and Arabic.
 */

/** The maximum characters of a word. The others do not count. */
const CHARACTERS_MAX = 30
/** The most words that a search looks for. */
const SEARCH_WORDS_MAX = 10

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+[+#]*/gu
/** Words that are joined by hyphens: they may be written as one, such as "front-end". */
const HYPHENATED = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu
const ELISION = /(?<!\p{L})(?:l|d|qu)['’ʼ]/gu

const STOP_WORDS = new Set(
  `a au aux avec ces cette chez d dans de des du en et l la le les leur leurs nos notre nous ou par pour qu que qui sont sur un une vos votre vous
  an and are at be by for from in is of on or our that the this to we will with you your
  الي عن علي في مع من`.split(/\s+/),
)

/** Folds a text, and removes articles that are joined to a word, and "H/F". */
const clean = (text: string): string =>
  fold(text).replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll(BOTH_GENDERS, ' ').replaceAll(ELISION, ' ')

function* split(cleaned: string): Generator<string> {
  for (const [word] of cleaned.matchAll(LETTERS_AND_DIGITS)) yield word.slice(0, CHARACTERS_MAX)
}

/** Splits a title into its words. A word with an inclusive ending, such as "conseiller(ère)", gives both of its forms. */
export function* splitTitle(title: string): Generator<string> {
  const cleaned = clean(title)
  yield* split(replaceEndings(cleaned, (word, other) => `${word} ${other} `))
  if (!cleaned.includes('-')) return
  for (const [joined] of replaceEndings(cleaned, (word) => word).matchAll(HYPHENATED))
    yield joined.replaceAll('-', '').slice(0, CHARACTERS_MAX)
}

/** Two words with a blank, a hyphen or a dot between them. The second one may be the first of the next two. */
const NEIGHBOURS = /(?<![\p{L}\p{N}])([\p{L}\p{N}]+)(?=(?:\s{1,2}|[-.])([\p{L}\p{N}]+))/gu
/** Of two words that some people write as one, the first is short: "full stack", "node.js", "télé-conseiller". */
const FIRST_MAX = 7

/** Lists each two words of a text that may also be written as one, and that one. */
export function joinNeighbours(text: string): { pair: string[]; joined: string }[] {
  const found = replaceEndings(clean(text), (word) => word).matchAll(NEIGHBOURS)
  return [...found].flatMap(([, first = '', second = '']) => {
    const pair = [first, second]
    const mayJoin = first.length <= FIRST_MAX && dropStopWords(pair).length === 2
    return mayJoin ? [{ pair, joined: pair.join('').slice(0, CHARACTERS_MAX) }] : []
  })
}

/** Splits a text into its words. A word with an inclusive ending gives its first form. */
export const splitText = (text: string): string[] => [...split(replaceEndings(clean(text), (word) => word))]

/** Leaves out the words that every text has, such as "de". */
export const dropStopWords = (words: readonly string[]): string[] => words.filter((word) => !STOP_WORDS.has(word))

/** Chooses the words that a search looks for. Words such as "de" count only if there are no others. */
export function chooseSearchWords(words: readonly string[]): string[] {
  const all = [...new Set(words)]
  const significant = dropStopWords(all)
  return (significant.length > 0 ? significant : all).slice(0, SEARCH_WORDS_MAX)
}

/** A word with fewer letters is its own root. */
const ROOTED_MIN = 4

/** The roots of words that came before, because the jobs of a board have most words in common. */
const roots = new LRUCache<string, string>({ max: 20_000 })

/**
 * Finds the root of a folded word: what its masculine and feminine, singular and plural have in common. Words of one family
 * keep different roots, such as "technicien" and "technique".
 */
export function findRoot(word: string): string {
  if (word.length < ROOTED_MIN) return word
  const known = roots.get(word)
  if (known !== undefined) return known
  const root = /\p{Script=Arabic}/u.test(word) ? findArabicRoot(word) : findLatinRoot(word)
  roots.set(word, root)
  return root
}

/** The feminine endings that are more than an added letter, and the masculine endings. The first that fits is used. */
const FEMININE: [RegExp, string][] = [
  [/(?<=..)trice$/, 'teur'],
  [/(?<=..)eu(?:se|x)$/, 'eur'],
  [/(?<=..)ive$/, 'if'],
]

function findLatinRoot(word: string): string {
  if (word.endsWith('y')) return word.replace(/y$/, 'i')
  const one = word.replace(/(?<!e)aux$/, 'al').replace(/(?<!s)s$|(?<=eau)x$/, '')
  const [ending, masculine] = FEMININE.find(([ending]) => ending.test(one)) ?? [/(?<=...)e+$/, '']
  return one
    .replace(ending, masculine)
    .replace(/(?<=...)([flnt])\1$/, '$1')
    .replace(/(?<=[ao]i)s$/, '')
}

/** Removes the endings of the feminine and of regular plurals, too. Keeps at least three letters. */
const findArabicRoot = (word: string): string => removeArticle(word).replace(/(?<=...)(?:ات|ون|ين|ه)$/, '')

/** Removes the Arabic article, also with a preposition or conjunction before it. */
export const removeArticle = (word: string): string => word.replace(/^[وفبك]?ال(?=...)|^لل(?=...)/, '')

/** A shorter word must be spelt right: too many others differ from it by one letter. */
const MISSPELT_MIN = 5
/** Whether a search finds a word although one of its letters is wrong. */
export const mayBeMisspelt = (word: string): boolean => word.length >= MISSPELT_MIN

/**
 * Lists a word, and what is left of it without each of its letters. Two words that differ by one letter that is wrong,
 * missing, added or swapped with the next have one of these in common. Empty for a short word.
 */
export function listNear(word: string): string[] {
  if (!mayBeMisspelt(word)) return []
  return [word, ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))]
}

/** Finds the words of a job's title with their roots, also of words that may be written as one, and the words of its cities. */
export function listNames(fields: Pick<JobFields, 'title' | 'city'>): Set<string> {
  const inTitle = [...splitTitle(fields.title)]
  const joined = joinNeighbours(fields.title).map(({ joined }) => joined)
  // A city has no feminine and no plural. "Salé" must not be the root of "sales".
  return new Set([...inTitle, ...[...inTitle, ...joined].map(findRoot), ...listCityWords(fields)])
}

/** Lists the words of a job's cities. */
export const listCityWords = ({ city }: Pick<JobFields, 'city'>): string[] =>
  [city ?? []].flat().flatMap((name) => [...splitTitle(name)])
