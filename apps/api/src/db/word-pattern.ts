/** Accents; Arabic vowel signs and the kashida. As the characters themselves: MongoDB knows no \u escapes. */
const LATIN_MARKS = '\u0300-\u036f'
const ARABIC_MARKS = '\u064b-\u065f\u0670\u0640'

/** A longer word is found by its beginning. */
// secantus: it refuses a pattern of more than about 1,000 bytes; MongoDB takes 32 kB.
const CHARACTERS_MAX = 30

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(new RegExp(`[${LATIN_MARKS}${ARABIC_MARKS}]`, 'gu'), '')
    .toLowerCase()
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')

/** By letter without accents, all small letters that are read as it. */
const variants = new Map<string, string>()
for (const [first, last] of [
  [0x61, 0x17f],
  [0x621, 0x64a],
] as const) {
  for (let code = first; code <= last; code++) {
    const character = String.fromCodePoint(code)
    const letter = folded(character)
    const isSmall = character === character.toLowerCase()
    if (isSmall && /^\p{L}$/u.test(letter)) variants.set(letter, (variants.get(letter) ?? '') + character)
  }
}

/** A regular expression for a text that holds a word whatever its accents and, with the option `i`, its case. */
export function patternOf(word: string): string {
  return Array.from(folded(word)).slice(0, CHARACTERS_MAX).map(patternOfCharacter).join('')
}

function patternOfCharacter(character: string): string {
  const letters = variants.get(character)
  if (letters === undefined) return escaped(character)
  const marks = /\p{Script=Arabic}/u.test(character) ? ARABIC_MARKS : LATIN_MARKS
  return `${letters.length > 1 ? `[${letters}]` : letters}[${marks}]*`
}

/** A text as a regular expression that finds just it. MongoDB refuses a pattern that holds the null character itself. */
export const escaped = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\0', '\\x00')
