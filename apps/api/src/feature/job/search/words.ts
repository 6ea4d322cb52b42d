import { HTML_FIELDS, type JobFields } from '@boardwalk/schema/job'
import { fold } from '../../../db/word-pattern.ts'
import { toPlainText } from '../text/html.ts'
import { BOTH_GENDERS, replaceEndings } from '../text/inclusive.ts'

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
  `a au aux avec ces cette chez dans de des du en et la le les leur leurs nos notre nous ou par pour que qui sont sur un une vos votre vous
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
  for (const [joined] of replaceEndings(cleaned, (word) => word).matchAll(HYPHENATED))
    yield joined.replaceAll('-', '').slice(0, CHARACTERS_MAX)
}

/** Splits a text into words, without those that every text has. */
function* splitText(text: string): Generator<string> {
  for (const word of split(replaceEndings(clean(text), (word) => word))) if (!STOP_WORDS.has(word)) yield word
}

/**
 * Reads the words of a search. A word with an inclusive ending gives its first form. Words such as "de" count only if there are
 * no others.
 */
export function readSearchWords(text: string): string[] {
  const all = [...new Set(split(replaceEndings(clean(text), (word) => word)))]
  const significant = all.filter((word) => !STOP_WORDS.has(word))
  return (significant.length > 0 ? significant : all).slice(0, SEARCH_WORDS_MAX)
}

/** A word with fewer letters is its own root. */
const ROOTED_MIN = 4

/**
 * Finds the root of a folded word: what its masculine and feminine, singular and plural have in common. Words of one family
 * keep different roots, such as "technicien" and "technique".
 */
export function findRoot(word: string): string {
  if (word.length < ROOTED_MIN) return word
  return /\p{Script=Arabic}/u.test(word) ? findArabicRoot(word) : findLatinRoot(word)
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

/** Removes the article and the endings of the feminine and of regular plurals. Keeps at least three letters. */
const findArabicRoot = (word: string): string =>
  word.replace(/^[وفبك]?ال(?=...)|^لل(?=...)/, '').replace(/(?<=...)(?:ات|ون|ين|ه)$/, '')

/** A shorter word must be spelt right: too many others differ from it by one letter. */
const MISSPELT_MIN = 5

/**
 * Lists a word, and what is left of it without each of its letters. Two words that differ by one letter that is wrong,
 * missing, added or swapped with the next have one of these in common. Empty for a short word.
 */
export function listNear(word: string): string[] {
  if (word.length < MISSPELT_MIN) return []
  return [word, ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))]
}

/** The most keys of the title and the cities. Usual ones have far fewer. */
const NAME_KEYS_MAX = 200
/** The most keys that the texts give, so that a long text costs the index no more than a usual one. */
const TEXT_KEYS_MAX = 250
/** The maximum characters of HTML that are read of each text. */
const TEXT_CHARACTERS_MAX = 4_000

/** The key of a word that is in a text and perhaps not in the title. No word begins with its first character. */
export const toTextKey = (root: string): string => `~${root}`
/** The key of a word without one of its letters. */
export const toNearKey = (rest: string): string => `-${rest}`

/**
 * Makes the keys by which searches find a job: the words of the title with their roots, the words of the cities, both without
 * each of their letters, and the roots of the words in the texts. The database keeps them in an index.
 */
export function listKeys(fields: JobFields): string[] {
  const inTitle = [...splitTitle(fields.title)]
  const roots = inTitle.map(findRoot)
  // A city has no feminine and no plural. "Salé" must not be the root of "sales".
  const inCities = [fields.city ?? []].flat().flatMap((city) => [...splitTitle(city)])
  const names = new Set([...inTitle, ...roots, ...inCities])
  // A root may be too short, such as "sal" of "sales".
  const misspelt = inTitle.map((word) => (listNear(findRoot(word)).length > 0 ? findRoot(word) : word))
  const near = new Set([...misspelt, ...inCities].flatMap(listNear))
  return [
    ...[...names].slice(0, NAME_KEYS_MAX),
    ...[...near].slice(0, NAME_KEYS_MAX).map(toNearKey),
    // A search looks for a root among the names, too.
    ...[...findTextRoots(fields)].filter((root) => !names.has(root)).map(toTextKey),
  ]
}

function findTextRoots(fields: JobFields): Set<string> {
  const roots = new Set<string>()
  for (const name of HTML_FIELDS) {
    const html = fields[name]?.slice(0, TEXT_CHARACTERS_MAX) ?? ''
    // A tag that was cut in two is no text.
    for (const word of new Set(splitText(toPlainText(html.replace(/<[^>]*$/, ''))))) {
      if (roots.size === TEXT_KEYS_MAX) return roots
      roots.add(findRoot(word))
    }
  }
  return roots
}
