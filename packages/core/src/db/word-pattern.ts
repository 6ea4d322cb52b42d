import { removeInvisible } from '@boardwalk/schema/invisible'

/** Accents and vowel signs of every script, the kashida, which lengthens Arabic letters, and characters that show nothing. */
const ALL_MARKS = /[\p{M}\u0640\p{Default_Ignorable_Code_Point}]/gu

/**
 * Removes from a text what people leave out when they search: capitals, accents, Arabic vowel signs and variants of letters.
 * Removes only the marks that `marks` matches.
 */
export function fold(text: string, marks = ALL_MARKS): string {
  return text.normalize('NFKD').replaceAll(marks, '').toLowerCase().replaceAll('ى', 'ي').replaceAll('ة', 'ه')
}

/** Accents, and Arabic vowel signs with the kashida. The texts have the characters themselves: MongoDB has no \u escapes. */
const LATIN_MARKS = '\u0300-\u036f'
const ARABIC_MARKS = '\u064b-\u065f\u0670\u0640'

/** Maximum characters of a word. A pattern has up to 40 bytes for each, and MongoDB takes 32 kB. */
const CHARACTERS_MAX = 30

/** A pattern ignores these marks in the text that it searches. So only these are removed from the word. */
const MARKS = new RegExp(`[${LATIN_MARKS}${ARABIC_MARKS}]`, 'gu')

/** Maps a letter without accents to all small letters that it finds. */
const variants = new Map<string, string>()
for (const [first, last] of [
  [0x61, 0x17f],
  [0x621, 0x64a],
] as const) {
  for (let code = first; code <= last; code++) {
    const character = String.fromCodePoint(code)
    const letter = fold(character, MARKS)
    const isSmall = character === character.toLowerCase()
    if (isSmall && /^\p{L}$/u.test(letter)) variants.set(letter, (variants.get(letter) ?? '') + character)
  }
}

/** Makes a regular expression that finds a word with and without accents and, with the option `i`, in any case. */
export function createPattern(word: string): string {
  return Array.from(fold(removeInvisible(word), MARKS))
    .slice(0, CHARACTERS_MAX)
    .map(matchCharacter)
    .join('')
}

function matchCharacter(character: string): string {
  const letters = variants.get(character)
  if (letters === undefined) return escapePattern(character)
  const marks = /\p{Script=Arabic}/u.test(character) ? ARABIC_MARKS : LATIN_MARKS
  return `${letters.length > 1 ? `[${letters}]` : letters}[${marks}]*`
}

/** A word with as many letters is a whole word: "C" and "Go" are not the beginnings of others. */
const WHOLE_MAX = 2

/** Whether a search finds other words that begin with a folded word. */
export const isBeginning = (word: string): boolean => word.length > WHOLE_MAX

/** Makes the condition that a stored word is a folded word, or begins with it. */
export const matchWord = (word: string): string | RegExp =>
  isBeginning(word) ? new RegExp(`^${escapePattern(word)}`) : word

/** Whether `matchWord` finds a stored word by a folded word. */
export const isFound = (stored: string, word: string): boolean =>
  isBeginning(word) ? stored.startsWith(word) : stored === word

/** Makes a regular expression that finds exactly a text. MongoDB refuses a pattern that holds the null character itself. */
export const escapePattern = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\0', '\\x00')

/** Matches the ids in hexadecimal that begin with a text, by the index of the ids. */
export const beginningWith = (text: string) => ({ $gte: text, $lt: `${text}g` })
