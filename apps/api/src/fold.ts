/** Accents and vowel signs of every script, and the kashida, which lengthens Arabic letters. */
const MARKS = /[\p{M}\u0640]/gu

/**
 * Removes from a text what people leave out when they search: case, accents, Arabic vowel signs and variants of letters. If
 * `marks` is given, removes only the marks that it matches.
 */
export function fold(text: string, marks = MARKS): string {
  return text.normalize('NFKD').replaceAll(marks, '').toLowerCase().replaceAll('ى', 'ي').replaceAll('ة', 'ه')
}
