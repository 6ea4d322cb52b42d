import { fold } from '../../../fold.ts'
import { BOTH_GENDERS, replaceEndings } from '../text/inclusive.ts'

/*
 * The words of a job and of a search, so written that both agree whatever the case, accents, gender and number
 * (docs/adr/0016-search.md). French, English and Arabic are told apart by nothing but their letters.
 */

/** Of a longer word, only this many characters count. */
const CHARACTERS_MAX = 30
/** A search looks for this many words at most. */
const WANTED_MAX = 10

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+[+#]*/gu
/** Words that are joined by hyphens: they may be written as one, such as "front-end". */
const HYPHENATED = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu
const ELISION = /(?<!\p{L})(?:l|d|qu)['’ʼ]/gu

const STOP_WORDS = new Set(
  `a au aux avec ces cette chez dans de des du en et la le les leur leurs nos notre nous ou par pour que qui sont sur un une vos votre vous
  an and are at be by for from in is of on or our that the this to we will with you your
  الي عن علي في مع من`.split(/\s+/),
)

/** Folds a text, and removes what is no word of it. */
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
export function* splitText(text: string): Generator<string> {
  for (const word of split(replaceEndings(clean(text), (word) => word))) if (!STOP_WORDS.has(word)) yield word
}

/**
 * Reads the words that somebody searches for. Of a word with an inclusive ending it takes the first form. Words such as "de"
 * count only if there are no others.
 */
export function readWanted(text: string): string[] {
  const all = [...new Set(split(replaceEndings(clean(text), (word) => word)))]
  const telling = all.filter((word) => !STOP_WORDS.has(word))
  return (telling.length > 0 ? telling : all).slice(0, WANTED_MAX)
}

/** A word with fewer letters has no root of its own. */
const ROOTED_MIN = 4

/**
 * Finds the root of a folded word: what its masculine and feminine, singular and plural have in common. Words with other
 * endings keep apart, such as "technicien" and "technique".
 */
export function findRoot(word: string): string {
  if (word.length < ROOTED_MIN) return word
  return /\p{Script=Arabic}/u.test(word) ? findArabicRoot(word) : findLatinRoot(word)
}

/** The feminine endings that are more than an added letter. The first that a word has is replaced. */
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

/** The article and the endings of the feminine and of the regular plurals. Three letters are left. */
const findArabicRoot = (word: string): string =>
  word.replace(/^[وفبك]?ال(?=...)|^لل(?=...)/, '').replace(/(?<=...)(?:ات|ون|ين|ه)$/, '')

/** A shorter word may not be misspelt: too many others differ from it by one letter. */
const MISSPELT_MIN = 5

/**
 * Lists a word, and what is left of it without each of its letters. Two words that differ by one letter that is wrong,
 * missing, added or swapped with the next have one of these in common. Empty for a short word.
 */
export function listNear(word: string): string[] {
  if (word.length < MISSPELT_MIN) return []
  return [word, ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))]
}
