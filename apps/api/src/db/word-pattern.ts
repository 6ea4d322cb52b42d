import { fold } from '../fold.ts'

/** Accents; Arabic vowel signs and the kashida. As the characters themselves: MongoDB knows no \u escapes. */
const LATIN_MARKS = '\u0300-\u036f'
const ARABIC_MARKS = '\u064b-\u065f\u0670\u0640'

/** A longer word is found by its beginning. */
// secantus: it refuses a pattern of more than about 1,000 bytes; MongoDB takes 32 kB.
const CHARACTERS_MAX = 30

/** A pattern passes over these marks in the text that it searches, and so over no others in the word. */
const MARKS = new RegExp(`[${LATIN_MARKS}${ARABIC_MARKS}]`, 'gu')

/** All small letters that are read as a letter, by the letter without accents. */
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

/** Makes a regular expression that finds a word whatever its accents and, with the option `i`, its case. */
export function createPattern(word: string): string {
  return Array.from(fold(word, MARKS)).slice(0, CHARACTERS_MAX).map(matchCharacter).join('')
}

function matchCharacter(character: string): string {
  const letters = variants.get(character)
  if (letters === undefined) return escapePattern(character)
  const marks = /\p{Script=Arabic}/u.test(character) ? ARABIC_MARKS : LATIN_MARKS
  return `${letters.length > 1 ? `[${letters}]` : letters}[${marks}]*`
}

/** Makes a regular expression that finds exactly a text. MongoDB refuses a pattern that holds the null character itself. */
export const escapePattern = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\0', '\\x00')
